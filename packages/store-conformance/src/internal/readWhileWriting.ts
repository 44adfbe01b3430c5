/**
 * Reads two records that every plan changes alike, over and over while the plans are made, and
 * demands that no read ever finds them different.
 *
 * @module
 */
import type { StoreError } from "@reminisce/store"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { expectEqual } from "./expectations.ts"
import { type Opened, read } from "./opened.ts"

/** `writes` give the items `left` and `right` the same rank, and it as their one tag. Answers how often was read. */
export const readWhileWriting = (
  opened: Opened,
  writes: Effect.Effect<unknown, StoreError>,
): Effect.Effect<number, StoreError> =>
  Effect.gen(function* () {
    let reads = 0
    const fiber = yield* Effect.forkChild(writes)
    do {
      yield* read(opened, (view) =>
        Effect.gen(function* () {
          const [left] = yield* view.get("item", ["left"])
          const tagged = yield* view.range("itemByTag", { prefix: [], limit: 9 })
          const [right] = yield* view.get("item", ["right"])
          const changes = yield* view.changes(view.sequence - 1, 9)
          const rank = Number(left?.attributes.rank)
          expectEqual(right?.attributes.rank, rank)
          expectEqual(
            tagged.map(({ values, key }) => [...values, key]),
            rank === 0 ? [] : ["left", "right"].map((key) => [String(rank), rank, key]),
          )
          expectEqual(
            changes.map(({ sequence }) => sequence),
            [view.sequence],
          )
        }),
      )
      reads++
      yield* Effect.yieldNow
    } while (fiber.pollUnsafe() === undefined)
    yield* Fiber.join(fiber)
    return reads
  })
