/**
 * What is unset, dropped or unlinked is gone from every view; and from the very bytes of the store,
 * once it is compacted, or the store says that it cannot promise that.
 *
 * @module
 */
import { readFileSync } from "node:fs"
import type { Draft } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { holds, item, linkRef, mark, noPage, part, ref } from "../internal/drafts.ts"
import { dump } from "../internal/dump.ts"
import { expectEqual, expectRefusal, expectTrue } from "../internal/expectations.ts"
import { filesBelow } from "../internal/filesBelow.ts"
import { group } from "../internal/group.ts"
import { newPlace, type Opened, openAt, read, write } from "../internal/opened.ts"
import { suiteSchema } from "../internal/suiteSchema.ts"
import type { SuiteOptions } from "../OpenStore.ts"

const { check, onNew } = group("erasure")

/** Stands in every erased word and in nothing else. */
const CANARY = "qzvkxjwpyh"
const word = (i: number, where: string): string => `${CANARY}-${i}-${where}`

/** Words in every place that can hold some: one record, one link and two pages each. */
const wordsOf = (
  i: number,
  withPages: boolean,
): Required<Pick<Draft, "create" | "link" | "pages">> => ({
  create: [
    item(`k${i}`, { label: `kept ${i}`, note: word(i, "note"), tags: [word(i, "tag"), "kept"] }),
    part(`k${i}`, { note: word(i, "part") }),
    mark(`k${i}`, word(i, "mark")),
  ],
  link: [holds(`k${i}`, ref("part", `k${i}`), { notes: [word(i, "link")] })],
  pages: withPages
    ? ["loose", "followed"].map((space) => ({
        space,
        name: word(i, "name"),
        number: i,
        bytes: new TextEncoder().encode(word(i, "page")),
      }))
    : [],
})

const erasureOf = (i: number, withPages: boolean): Draft => ({
  set: i % 3 === 0 ? [{ ...ref("item", `k${i}`), attributes: { note: "other" } }] : [],
  unset: [{ ...ref("item", `k${i}`), attributes: i % 3 === 0 ? ["tags"] : ["note", "tags"] }],
  unlink: i % 2 === 0 ? [linkRef(holds(`k${i}`, ref("part", `k${i}`)))] : [],
  drop: [ref("mark", `k${i}`), ...(i % 2 === 0 ? [ref("part", `k${i}`)] : [])],
  pages: withPages ? ["loose", "followed"].map((space) => noPage(space, word(i, "name"), i)) : [],
})

/** What stays linked loses its words as well. */
const erasureOfOdd = (i: number): Draft =>
  i % 2 === 0
    ? {}
    : {
        unset: [
          { ...ref("part", `k${i}`), attributes: ["note"] },
          { ...linkRef(holds(`k${i}`, ref("part", `k${i}`))), attributes: ["notes"] },
        ],
      }

const joined = (drafts: ReadonlyArray<Draft>): Draft => ({
  create: drafts.flatMap((each) => each.create ?? []),
  link: drafts.flatMap((each) => each.link ?? []),
  set: drafts.flatMap((each) => each.set ?? []),
  unset: drafts.flatMap((each) => each.unset ?? []),
  unlink: drafts.flatMap((each) => each.unlink ?? []),
  drop: drafts.flatMap((each) => each.drop ?? []),
  pages: drafts.flatMap((each) => each.pages ?? []),
})

const inPlans = (opened: Opened, count: number, draft: (i: number) => Draft) =>
  Effect.forEach(
    Array.from({ length: Math.ceil(count / 100) }, (_, i) => i * 100),
    (from) =>
      write(
        opened,
        joined(Array.from({ length: Math.min(100, count - from) }, (_, i) => draft(from + i))),
      ),
    { discard: true },
  )

const remember = (opened: Opened, count: number) =>
  inPlans(opened, count, (i) => wordsOf(i, opened.store.capabilities.transactionalPages))

const erase = (opened: Opened, count: number) =>
  Effect.andThen(
    inPlans(opened, count, (i) => erasureOf(i, opened.store.capabilities.transactionalPages)),
    inPlans(opened, count, erasureOfOdd),
  )

/** How often the canary stands in the files, as UTF-8 or as either UTF-16. */
const found = (options: SuiteOptions, place: string) =>
  Effect.sync(() => {
    const files = (options.files ?? filesBelow)(place)
    const forms = [
      Buffer.from(CANARY),
      Buffer.from(CANARY, "utf16le"),
      Buffer.from(CANARY, "utf16le").swap16(),
    ]
    const contents = files.map((file) => readFileSync(file))
    return contents.flatMap((bytes) => forms.filter((form) => bytes.includes(form))).length
  })

export const erasureChecks = [
  onNew("leaves no word in any view", (opened) =>
    Effect.gen(function* () {
      const withPages = opened.store.capabilities.transactionalPages
      const all = Effect.map(
        read(opened, (view) => dump(suiteSchema, view, withPages)),
        (everything) => JSON.stringify(everything),
      )
      yield* remember(opened, 20)
      expectTrue((yield* all).includes(CANARY), "the words were there")
      yield* erase(opened, 20)
      expectTrue(!(yield* all).includes(CANARY), "no word is left")
      yield* read(opened, (view) =>
        Effect.gen(function* () {
          expectEqual((yield* view.scan("item", { limit: 99 })).length, 20)
          expectEqual((yield* view.scanLinks("holds", { limit: 99 })).length, 10)
          expectEqual(yield* view.count("itemByTag", []), 0)
          expectEqual(yield* view.count("markByText", []), 0)
        }),
      )
      expectEqual(yield* opened.admin.ownersWith("itemByTag", ["kept"], { limit: 1 }), [])
    }),
  ),
]

export const physicalErasureChecks = [
  check(
    "leaves no word in the files either, once the store is compacted",
    (options) =>
      Effect.gen(function* () {
        const place = yield* newPlace(options)
        const opened = yield* openAt(options, place)
        // Five words each, besides those of pages: 10,000 and more.
        const count = 2_000
        yield* remember(opened, count)
        expectTrue((yield* found(options, place)) > 0, "the words can be found in the files")
        yield* erase(opened, count)
        expectEqual(yield* opened.admin.compact({ deadlineMillis: 30_000 }), "done")
        expectEqual(yield* found(options, place), 0, "words left in the files")
        const kept = yield* read(opened, (view) => view.get("item", ["k0", "k1999"]))
        expectEqual(
          kept.map((each) => each?.attributes.label),
          ["kept 0", "kept 1999"],
        )
      }),
    300_000,
  ),
  check("by compacting leaves all else as it was", (options) =>
    Effect.gen(function* () {
      const opened = yield* openAt(options, yield* newPlace(options))
      yield* remember(opened, 10)
      const withPages = opened.store.capabilities.transactionalPages
      const all = read(opened, (view) => dump(suiteSchema, view, withPages))
      const before = yield* all
      expectEqual(yield* opened.admin.compact({ deadlineMillis: 10_000 }), "done")
      expectEqual(yield* all, before)
      yield* write(opened, { create: [item("after")] })
    }),
  ),
]

/** In place of these, for a store that cannot promise it. */
export const noPhysicalErasureChecks = [
  onNew("of the very bytes is Unsupported", (opened) =>
    expectRefusal(
      opened.admin.compact({ deadlineMillis: 1_000 }),
      "compact: Unsupported capability=physicalErasure",
    ),
  ),
]
