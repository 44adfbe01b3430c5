/**
 * Several processes at the place of a persistent store.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import { counterOf, increment } from "../internal/counters.ts"
import { expectEqual, expectTrue } from "../internal/expectations.ts"
import { group } from "../internal/group.ts"
import { newPlace, openAt, read } from "../internal/opened.ts"
import { work } from "../internal/workers.ts"

const { check } = group("processes")

const upTo = (count: number): ReadonlyArray<number> => Array.from({ length: count }, (_, i) => i)

export const processChecks = [
  check(
    "count one item up together, this one with them, and every acknowledged count is kept",
    (options) =>
      Effect.gen(function* () {
        const place = yield* newPlace(options)
        const opened = yield* openAt(options, place)
        const here = Effect.forEach(upTo(30), () =>
          Effect.tap(increment(opened, "shared"), () => Effect.sleep(1)),
        )
        const others = upTo(3).map(() => work(options, { place, name: "shared", times: 30 }))
        const counts = yield* Effect.all([here, ...others], { concurrency: "unbounded" })
        const all = counts.flat().toSorted((a, b) => a - b)
        expectEqual(
          all,
          upTo(120).map((i) => i + 1),
        )
        expectEqual(yield* counterOf(opened, "shared"), 120)
      }),
    300_000,
  ),

  check(
    "may all be the first at an empty place",
    (options) =>
      Effect.gen(function* () {
        const place = yield* newPlace(options)
        yield* Effect.forEach(
          upTo(5),
          (i) => work(options, { place, name: `own ${i}`, times: 3 }),
          { concurrency: "unbounded" },
        )
        const opened = yield* openAt(options, place)
        for (const i of upTo(5)) expectEqual(yield* counterOf(opened, `own ${i}`), 3)
      }),
    300_000,
  ),

  check(
    "that are killed lose nothing that was acknowledged, and leave a store that works",
    (options) =>
      Effect.gen(function* () {
        const place = yield* newPlace(options)
        let least = 0
        for (const killedAfter of [1, 7, 20]) {
          const counts = yield* work(options, { place, name: "n", times: 100_000, killedAfter })
          const acknowledged = counts.at(-1) ?? 0
          expectTrue(
            acknowledged >= least + killedAfter,
            "the worker counted on from what was there",
          )
          const kept = yield* Effect.scoped(
            Effect.gen(function* () {
              const opened = yield* openAt(options, place)
              const count = yield* counterOf(opened, "n")
              yield* read(opened, (view) =>
                Effect.map(view.changes(0, 10_000), (changes) => {
                  expectEqual([view.sequence, changes.length], [count, count])
                }),
              )
              return count
            }),
          )
          // The last count may have been carried out without having been heard of.
          expectTrue(
            kept >= acknowledged && kept <= acknowledged + 1,
            "no acknowledged count is lost",
          )
          least = kept
        }
      }),
    300_000,
  ),
]
