/**
 * Declared indexes, the only ways to find records by what they say.
 *
 * @module
 */
import { RANGE_LIMIT, type RangeEntry, type RangeOptions, type View } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { item, mark, ref } from "../internal/drafts.ts"
import { inPages } from "../internal/dump.ts"
import { expectEqual, expectTrue } from "../internal/expectations.ts"
import { group } from "../internal/group.ts"
import { read, write } from "../internal/opened.ts"
import { keysIn, ORDERED_INTEGERS, ORDERED_TEXTS } from "../internal/order.ts"

const { onNew } = group("indexes")

const range = (view: View, index: string, options: Partial<RangeOptions> = {}) =>
  Effect.map(view.range(index, { prefix: [], limit: RANGE_LIMIT, ...options }), keysIn)

export const indexChecks = [
  onNew(
    "range over text in the order of UTF-8, over numbers by size, over booleans false first",
    (opened) =>
      Effect.gen(function* () {
        yield* write(opened, {
          create: [
            ...ORDERED_TEXTS.map((note, i) => item(`t${i}`, { note })).reverse(),
            ...ORDERED_INTEGERS.map((due, i) => item(`n${i}`, { due, size: 0 })).reverse(),
            item("true", { seen: true }),
            item("false", { seen: false }),
          ],
        })
        const named = (letter: string, count: number) =>
          Array.from({ length: count }, (_, i) => `${letter}${i}`)
        yield* read(opened, (view) =>
          Effect.gen(function* () {
            const texts = named("t", ORDERED_TEXTS.length)
            expectEqual(yield* range(view, "itemByNote"), texts)
            expectEqual(
              yield* range(view, "itemByNote", { order: "descending" }),
              texts.toReversed(),
            )
            const numbers = named("n", ORDERED_INTEGERS.length)
            expectEqual(yield* range(view, "itemByDue"), numbers)
            expectEqual(
              yield* range(view, "itemByDue", { order: "descending" }),
              numbers.toReversed(),
            )
            expectEqual(yield* range(view, "itemBySeen"), ["false", "true"])
            const [entry] = yield* view.range("itemBySeen", { prefix: [true], limit: 1 })
            expectEqual(entry, { values: [true], key: "true" })
          }),
        )
      }),
  ),

  onNew("range between bounds, from included and to excluded, below a prefix", (opened) =>
    Effect.gen(function* () {
      yield* write(opened, {
        create: [-1, 0, 1].flatMap((rank) =>
          [10, 20, 30].map((at) => item(`${rank}/${at}`, { rank, at })),
        ),
      })
      yield* read(opened, (view) =>
        Effect.gen(function* () {
          const zero = (options: Partial<RangeOptions>) =>
            range(view, "itemByRank", { prefix: [0], ...options })
          expectEqual(yield* zero({}), ["0/10", "0/20", "0/30"])
          expectEqual(yield* zero({ from: 20 }), ["0/20", "0/30"])
          expectEqual(yield* zero({ to: 20 }), ["0/10"])
          expectEqual(yield* zero({ from: 11, to: 30 }), ["0/20"])
          expectEqual(yield* zero({ from: 20, to: 20 }), [])
          expectEqual(yield* zero({ from: 30, to: 10 }), [])
          expectEqual(yield* zero({ from: 11, order: "descending" }), ["0/30", "0/20"])
          expectEqual(yield* range(view, "itemByRank", { from: 1 }), ["1/10", "1/20", "1/30"])
          expectEqual(yield* range(view, "itemByRank", { to: 0, limit: 2 }), ["-1/10", "-1/20"])
          expectEqual(yield* range(view, "itemByRank", { prefix: [0, 20] }), ["0/20"])
          expectEqual(yield* view.count("itemByRank", [0]), 3)
          expectEqual(yield* view.count("itemByRank", [0, 20]), 1)
          expectEqual(yield* view.count("itemByRank", [7]), 0)
        }),
      )
    }),
  ),

  onNew(
    "go on behind any entry, in either direction, each entry once, even one that is gone",
    (opened) =>
      Effect.gen(function* () {
        const keys = Array.from({ length: 9 }, (_, i) => `k${i}`)
        yield* write(opened, {
          create: keys.map((key, i) => item(key, { rank: i % 2, tags: ["x", "y"] })),
        })
        const inAllPages = (view: View, index: string, order: "ascending" | "descending") =>
          Effect.gen(function* () {
            for (const limit of [1, 2, 5, 100]) {
              const paged = yield* inPages(limit, (after: RangeEntry | undefined) =>
                view.range(index, { prefix: [], ...(after && { after }), limit, order }),
              )
              const whole = yield* view.range(index, { prefix: [], limit: 100, order })
              expectEqual(paged, whole, `${index} ${order}, ${limit} at a time`)
            }
          })
        yield* read(opened, (view) =>
          Effect.gen(function* () {
            for (const index of ["itemByRank", "itemByTag", "itemByLive"]) {
              yield* inAllPages(view, index, "ascending")
              yield* inAllPages(view, index, "descending")
            }
          }),
        )
        yield* write(opened, { set: [{ ...ref("item", "k4"), attributes: { rank: 5 } }] })
        yield* read(opened, (view) =>
          Effect.gen(function* () {
            const after: RangeEntry = { values: [0, 0], key: "k4" }
            const rest = yield* range(view, "itemByRank", { prefix: [0], after })
            expectEqual(rest, ["k6", "k8"])
            const before = yield* range(view, "itemByRank", {
              prefix: [0],
              after,
              order: "descending",
            })
            expectEqual(before, ["k2", "k0"])
          }),
        )
      }),
  ),

  onNew(
    "hold an index entry for every value of a set, and none for a record that lacks a value",
    (opened) =>
      Effect.gen(function* () {
        yield* write(opened, {
          create: [
            item("both", { rank: 1, tags: ["b", "a"], sizes: [3, 1, 2] }),
            item("one", { rank: 1, tags: ["b"], due: 5 }),
            item("none", { size: 5 }),
          ],
        })
        yield* read(opened, (view) =>
          Effect.gen(function* () {
            const tags = yield* view.range("itemByTag", { prefix: [], limit: 10 })
            expectEqual(tags, [
              { values: ["a", 1], key: "both" },
              { values: ["b", 1], key: "both" },
              { values: ["b", 1], key: "one" },
            ])
            expectEqual(yield* view.count("itemByTag", []), 3)
            expectEqual(yield* view.count("itemByTag", ["b"]), 2)
            const sizes = yield* view.range("itemByRankAndSize", { prefix: [1], limit: 10 })
            expectEqual(
              sizes.map(({ values }) => values[1]),
              [1, 2, 3],
            )
            expectEqual(yield* range(view, "itemByDue"), [])
          }),
        )
      }),
  ),

  onNew("keep every index with what is set, unset and dropped", (opened) =>
    Effect.gen(function* () {
      yield* write(opened, {
        create: [item("a", { note: "old", tags: ["x", "y"], due: 1, size: 1 }), mark("m", "gone")],
      })
      yield* write(opened, {
        set: [{ ...ref("item", "a"), attributes: { note: "new", tags: ["y", "z"] } }],
        unset: [{ ...ref("item", "a"), attributes: ["size"] }],
        drop: [ref("mark", "m")],
      })
      yield* read(opened, (view) =>
        Effect.gen(function* () {
          expectEqual(yield* range(view, "itemByNote", { prefix: ["old"] }), [])
          expectEqual(yield* range(view, "itemByNote", { prefix: ["new"] }), ["a"])
          expectEqual(yield* view.count("itemByTag", ["x"]), 0)
          expectEqual(yield* view.count("itemByTag", ["y"]), 1)
          expectEqual(yield* view.count("itemByTag", ["z"]), 1)
          expectEqual(yield* range(view, "itemByDue"), [])
          expectEqual(yield* view.count("markByText", []), 0)
        }),
      )
      yield* write(opened, { unset: [{ ...ref("item", "a"), attributes: ["tags", "note"] }] })
      yield* read(opened, (view) =>
        Effect.gen(function* () {
          expectEqual(yield* view.count("itemByTag", []), 0)
          expectEqual(yield* view.count("itemByNote", []), 0)
          const [found] = yield* view.get("item", ["a"])
          expectEqual(found?.attributes.tags, [])
          expectTrue(found !== undefined && !("note" in found.attributes), "the note is gone")
        }),
      )
    }),
  ),
]
