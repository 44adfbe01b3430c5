import { assert, describe, it } from "@effect/vitest"
import { makeAnalyser } from "@reminisce/analyser"
import { MemoryStore, type Owner } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { makeOwnerIndexes } from "../src/internal/OwnerIndexes.ts"
import { BLOCK_SLOTS } from "../src/internal/PostingBlock.ts"
import { layerRecall, plant } from "./support/memoryFixture.ts"

const owners: ReadonlyArray<Owner> = ["a", "b", "c"].map((name) => ({ kind: "agent", name }))

/** Reads owners one after the other, by their place, and tells which of them were held already. */
const heldWhenRead = (mostSlots: number, order: ReadonlyArray<number>) =>
  Effect.gen(function* () {
    for (const owner of owners) yield* plant(owner, { key: "m_1", content: "the gate" })
    const store = yield* MemoryStore
    const indexes = makeOwnerIndexes({
      store,
      analyser: makeAnalyser(),
      mostSlots,
      beside: undefined,
    })
    const seen = new Set<object>()
    const held: Array<boolean> = []
    for (const place of order) {
      const owner = owners[place]
      if (owner === undefined) continue
      const index = yield* indexes.read(owner, (_view, read) => Effect.succeed(read))
      held.push(seen.has(index))
      seen.add(index)
    }
    return held
  }).pipe(Effect.provide(layerRecall))

describe("owners held in memory", () => {
  it.effect("are as many as fit, and the least recently read leaves", () =>
    Effect.gen(function* () {
      const held = yield* heldWhenRead(2 * BLOCK_SLOTS, [0, 1, 0, 2, 0, 1, 0, 2])
      assert.deepStrictEqual(held, [false, false, true, false, true, false, true, false])
    }),
  )

  it.effect("are one at least: the one that was read", () =>
    Effect.gen(function* () {
      const held = yield* heldWhenRead(1, [0, 0, 1, 1, 0])
      assert.deepStrictEqual(held, [false, true, false, true, false])
    }),
  )
})
