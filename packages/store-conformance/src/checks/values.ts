/**
 * Whatever can be stored comes back as it went in, and what cannot is refused.
 * Verifies: ST-06
 *
 * @module
 */
import { type AttributeValue, canonicalSet, type Value } from "@reminisce/store"
import * as Effect from "effect/Effect"
import fc from "fast-check"
import { anyText, integer, key, text } from "../internal/arbitraries.ts"
import { holds, item, part, ref } from "../internal/drafts.ts"
import { expectEqual, expectRefusal } from "../internal/expectations.ts"
import { group } from "../internal/group.ts"
import { type Opened, openNew, read, sequenceOf, write } from "../internal/opened.ts"
import { property } from "../internal/property.ts"

const { check, onNew } = group("values")

const untyped = (value: unknown): Value => value as Value

const refused: ReadonlyArray<readonly [string, string, AttributeValue, string]> = [
  ["a lone high surrogate", "note", "a\ud800", "malformed-unicode"],
  ["a lone low surrogate", "note", "\udc00a", "malformed-unicode"],
  ["surrogates in the wrong order", "note", "\udc00\ud800", "malformed-unicode"],
  ["a NUL", "note", "a\u0000b", "nul"],
  ["a lone surrogate in a set", "tags", ["a", "\ud800"], "malformed-unicode"],
  ["a negative zero", "size", -0, "negative-zero"],
  ["a negative zero in a set", "sizes", [1, -0], "negative-zero"],
  ["a negative zero of time", "due", -0, "negative-zero"],
  ["2^53", "size", 2 ** 53, "not-integer"],
  ["-2^53", "size", -(2 ** 53), "not-integer"],
  ["a fraction", "size", 0.1, "not-integer"],
  ["not a number", "due", Number.NaN, "not-integer"],
  ["infinity", "due", Number.POSITIVE_INFINITY, "not-integer"],
  ["text for an integer", "size", "1", "not-integer"],
  ["an integer for a boolean", "seen", untyped(1), "not-boolean"],
  ["null", "note", untyped(null), "not-text"],
  ["nothing", "note", untyped(undefined), "not-text"],
  ["a bigint", "size", untyped(1n), "not-integer"],
  ["a date", "due", untyped(new Date(0)), "not-integer"],
]

const kept: ReadonlyArray<readonly [string, AttributeValue]> = [
  ["note", ""],
  ["note", " "],
  ["note", "\u{1f511}\u{10ffff}\ufeff\ufffd\uffff"],
  ["note", "e\u0301"],
  ["note", "\u00e9"],
  ["note", "line\r\nline\ttab\u0001\u007f\u2028"],
  ["note", "'; drop table item; --"],
  ["note", "x".repeat(1_000_000)],
  ["size", Number.MAX_SAFE_INTEGER],
  ["size", Number.MIN_SAFE_INTEGER],
  ["size", 0],
  ["due", -62_135_596_800_001],
  ["due", 8_640_000_000_000_000],
  ["seen", false],
  ["seen", true],
  ["tags", []],
  ["tags", [""]],
  ["tags", Array.from({ length: 2_000 }, (_, i) => String(10_000 + i))],
  ["tags", ['"a"', "[]", "a b", "a,b"]],
  ["sizes", [Number.MIN_SAFE_INTEGER, 0, Number.MAX_SAFE_INTEGER]],
  ["flags", [false, true]],
]

const oneItem = (opened: Opened, name: string) =>
  Effect.map(
    read(opened, (view) => view.get("item", [name])),
    ([found]) => found?.attributes,
  )

export const valueChecks = [
  check(
    "come back as they went in, in records and links, new or changed",
    (options) =>
      Effect.gen(function* () {
        const opened = yield* openNew(options)
        let cases = 0
        const content = fc.record({
          texts: fc.array(fc.oneof(text, anyText), { maxLength: 6 }),
          integers: fc.array(integer, { maxLength: 6 }),
          flags: fc.array(fc.boolean(), { maxLength: 3 }),
          key,
        })
        yield* property(options, content, ({ texts, integers, flags, key: name }) =>
          Effect.gen(function* () {
            const owner = { kind: "case", name: String(cases++) }
            const [label = "", note = ""] = texts
            const [rank = 0, size = 1, due = -1] = integers
            const [live = true, seen = false] = flags
            const given = { label, note, rank, at: due, size, due, live, seen }
            const sets = { tags: texts, sizes: integers, dates: integers, flags }
            const expected = {
              ...given,
              tags: canonicalSet(texts),
              sizes: canonicalSet(integers),
              dates: canonicalSet(integers),
              flags: canonicalSet(flags),
            }
            const onLink = { since: due, weight: size, notes: texts }
            yield* write(
              opened,
              {
                create: [item(name, { ...given, ...sets }), item(`${name}2`), part(name)],
                link: [holds(name, ref("part", name), onLink)],
              },
              owner,
            )
            yield* write(
              opened,
              { set: [{ ...ref("item", `${name}2`), attributes: { ...given, ...sets } }] },
              owner,
            )
            yield* read(
              opened,
              (view) =>
                Effect.gen(function* () {
                  const [made, changed] = yield* view.get("item", [name, `${name}2`])
                  expectEqual(made, { type: "item", key: name, slot: 0, attributes: expected })
                  expectEqual(changed?.attributes, expected)
                  const [link] = yield* view.scanLinks("holds", { limit: 1 })
                  expectEqual(link?.attributes, { ...onLink, notes: canonicalSet(texts) })
                  const found = yield* view.range("itemByNote", { prefix: [note], limit: 2 })
                  expectEqual(
                    found,
                    [name, `${name}2`].map((each) => ({ values: [note], key: each })),
                  )
                }),
              owner,
            )
          }),
        )
      }),
    300_000,
  ),

  onNew("come back at the edges of what can be stored", (opened) =>
    Effect.gen(function* () {
      yield* write(opened, {
        create: kept.map(([name, value], i) => item(`k${i}`, { [name]: value })),
      })
      for (const [i, [name, value]] of kept.entries()) {
        const attributes = yield* oneItem(opened, `k${i}`)
        expectEqual(attributes?.[name], value)
      }
    }),
  ),

  onNew("that cannot be stored are refused by rule and field, and nothing is written", (opened) =>
    Effect.gen(function* () {
      yield* write(opened, { create: [item("a")] })
      for (const [, field, value, rule] of refused) {
        const told = `update: PlanRefused rule=${rule} type=item field=${field}`
        const attributes = { [field]: value }
        yield* expectRefusal(write(opened, { create: [item("b", attributes)] }), told)
        yield* expectRefusal(
          write(opened, { create: [item("c")], set: [{ ...ref("item", "a"), attributes }] }),
          told,
        )
      }
      expectEqual(yield* sequenceOf(opened), 1)
      yield* read(opened, (view) =>
        Effect.map(view.scan("item", { limit: 9 }), (all) => expectEqual(all.length, 1)),
      )
    }),
  ),
]
