/**
 * Records by key, by slot, and all of them.
 *
 * @module
 */
import { allLinked } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { holds, item, mark, part, ref } from "../internal/drafts.ts"
import { inPages } from "../internal/dump.ts"
import { expectEqual, expectTrue } from "../internal/expectations.ts"
import { group } from "../internal/group.ts"
import { read, write } from "../internal/opened.ts"
import { keysIn, ORDERED_TEXTS } from "../internal/order.ts"

const { onNew } = group("records")

export const recordChecks = [
  onNew("get records aligned with the keys asked for, unknown and repeated ones too", (opened) =>
    Effect.gen(function* () {
      yield* write(opened, { create: [item("a"), item("b"), part("b", { note: "other" })] })
      yield* read(opened, (view) =>
        Effect.gen(function* () {
          const got = yield* view.get("item", ["b", "x", "a", "b", "\ud800", "a\u0000"])
          expectEqual(keysIn(got), ["b", undefined, "a", "b", undefined, undefined])
          expectEqual(yield* view.get("item", []), [])
          const parts = yield* view.get("part", ["a", "b"])
          expectEqual(keysIn(parts), [undefined, "b"])
        }),
      )
    }),
  ),

  onNew("take tens of thousands of keys at once", (opened) =>
    Effect.gen(function* () {
      yield* write(opened, {
        create: [item("k1"), item("k39999"), part("p")],
        link: [holds("k1", ref("part", "p"))],
      })
      const keys = Array.from({ length: 40_000 }, (_, i) => `k${i}`)
      yield* read(opened, (view) =>
        Effect.gen(function* () {
          const got = yield* view.get("item", keys)
          expectEqual(got.length, keys.length)
          expectEqual(
            got.flatMap((each) => each?.key ?? []),
            ["k1", "k39999"],
          )
          const players = keys.map((key) => ref("item", key))
          const links = yield* allLinked(view, "holds", "whole", players)
          expectEqual(links.length, 1)
          const slots = yield* view.atSlots(
            "item",
            Array.from(keys, (_, i) => i),
          )
          expectEqual(
            slots.flatMap((each) => each?.key ?? []),
            ["k1", "k39999"],
          )
          expectEqual(
            (yield* view.getLinks("holds", keys)).every((each) => each === undefined),
            true,
          )
        }),
      )
    }),
  ),

  onNew(
    "show a set that holds nothing as an empty list, and leave out what is not there",
    (opened) =>
      Effect.gen(function* () {
        yield* write(opened, {
          create: [item("a"), part("p")],
          link: [holds("a", ref("part", "p"))],
        })
        yield* read(opened, (view) =>
          Effect.gen(function* () {
            const sets = { tags: [], sizes: [], dates: [], flags: [] }
            expectEqual(yield* view.get("item", ["a"]), [
              {
                type: "item",
                key: "a",
                slot: 0,
                attributes: { label: "a", rank: 0, at: 0, live: true, ...sets },
              },
            ])
            const [link] = yield* view.scanLinks("holds", { limit: 1 })
            expectEqual(link?.attributes, { since: 0, notes: [] })
          }),
        )
      }),
  ),

  onNew(
    "number the records of a slotted type from 0 in order of creation, and no number is used again",
    (opened) =>
      Effect.gen(function* () {
        yield* write(opened, { create: [part("z"), item("m"), part("a")] })
        yield* write(opened, { drop: [ref("part", "a")] })
        yield* write(opened, { create: [part("b"), part("a")] })
        yield* read(opened, (view) =>
          Effect.gen(function* () {
            expectEqual(yield* view.slots("part"), 4)
            expectEqual(yield* view.slots("item"), 1)
            const at = yield* view.atSlots("part", [3, 0, 1, 2, 4, 0])
            expectEqual(keysIn(at), ["a", "z", undefined, "b", undefined, "z"])
            expectEqual(
              at.map((each) => each?.slot),
              [3, 0, undefined, 2, undefined, 0],
            )
          }),
        )
        yield* write(opened, { create: [mark("m")] })
        const [found] = yield* read(opened, (view) => view.get("mark", ["m"]))
        expectTrue(
          found !== undefined && !("slot" in found),
          "a record of another type has no slot",
        )
      }),
  ),

  onNew("scan records and links by key in the order of UTF-8, behind any key", (opened) =>
    Effect.gen(function* () {
      const keys = ORDERED_TEXTS.filter((text) => text.length > 0)
      yield* write(opened, {
        create: keys.toReversed().flatMap((key) => [item(key), part(key)]),
        link: keys.map((key) => holds(key, ref("part", key))),
      })
      yield* read(opened, (view) =>
        Effect.gen(function* () {
          expectEqual(keysIn(yield* view.scan("item", { limit: 100 })), keys)
          const pages = yield* inPages(4, (after: { readonly key: string } | undefined) =>
            view.scan("part", { ...(after && { after: after.key }), limit: 4 }),
          )
          expectEqual(keysIn(pages), keys)
          expectEqual(keysIn(yield* view.scan("item", { after: "a!", limit: 2 })), ["aa", "b"])
          const wholes = (yield* view.scanLinks("holds", { limit: 100 })).map(
            ({ ends }) => ends.whole?.key,
          )
          expectEqual(wholes, keys)
          const [, second] = yield* view.scanLinks("holds", { limit: 2 })
          const rest = yield* view.scanLinks("holds", { after: second?.key ?? "", limit: 100 })
          expectEqual(
            rest.map(({ ends }) => ends.whole?.key),
            keys.slice(2),
          )
        }),
      )
    }),
  ),
]
