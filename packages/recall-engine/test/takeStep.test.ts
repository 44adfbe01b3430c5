import { assert, describe, it } from "@effect/vitest"
import { MemoryStore, type View } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { ownPages } from "../src/internal/IndexPlace.ts"
import {
  makeOwnerIndex,
  type OwnerIndex,
  refreshOwnerIndex,
  takeStep,
} from "../src/internal/OwnerIndex.ts"
import { alice, layerRecall, plant } from "./support/memoryFixture.ts"

const read = <A, E>(f: (view: View) => Effect.Effect<A, E>) =>
  Effect.flatMap(MemoryStore, (store) => store.read(alice, f))

/** Trails that lead back and forth between pages of 256 rows. */
const some = (from: number, count: number) =>
  plant(
    alice,
    ...Array.from({ length: count }, (_, i) => ({
      key: `m_${from + i}`,
      content: `gate ${(from + i) % 7}`,
      attributes: { trail: `t${i % 5}`, ordinal: (from + count - i) % 1_000 },
    })),
  )

const forget = (key: string) =>
  Effect.flatMap(MemoryStore, (store) =>
    store.update(alice, () =>
      Effect.succeed({
        answer: undefined,
        draft: { set: [{ type: "memory", key, attributes: { status: "forgotten" } }] },
      }),
    ),
  )

/** All that an index tells of its rows. */
const rowsOf = ({ columns, slots }: OwnerIndex) =>
  Object.entries(columns).map(([name, column]) => [name, [...column.subarray(0, slots)]])

describe("a large index that is read for the first time", () => {
  it.effect("is the same in steps, with plans in between, as at once", () =>
    Effect.gen(function* () {
      yield* some(0, 600)
      const stepped = makeOwnerIndex()
      let steps = 0
      while (yield* read((view) => takeStep(stepped, ownPages(view), 1))) {
        steps++
        if (steps === 2) yield* forget("m_3")
        if (steps === 3) yield* some(600, 100)
      }
      assert.isAbove(steps, 3)
      yield* read((view) => refreshOwnerIndex(stepped, ownPages(view)))
      const atOnce = makeOwnerIndex()
      yield* read((view) => refreshOwnerIndex(atOnce, ownPages(view)))
      assert.deepStrictEqual([stepped.sequence, stepped.slots], [atOnce.sequence, 700])
      assert.deepStrictEqual(rowsOf(stepped), rowsOf(atOnce))
    }).pipe(Effect.provide(layerRecall)),
  )

  it.effect("that is small, or held already, is left to the refresh", () =>
    Effect.gen(function* () {
      yield* some(0, 300)
      const index = makeOwnerIndex()
      assert.isFalse(yield* read((view) => takeStep(index, ownPages(view))))
      assert.strictEqual(index.sequence, -1)
      yield* read((view) => refreshOwnerIndex(index, ownPages(view)))
      assert.isFalse(yield* read((view) => takeStep(index, ownPages(view), 1)))
    }).pipe(Effect.provide(layerRecall)),
  )
})
