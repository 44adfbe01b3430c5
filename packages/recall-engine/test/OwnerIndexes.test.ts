import { assert, describe, it } from "@effect/vitest"
import { makeAnalyser } from "@reminisce/analyser"
import { MemoryStore, type Owner } from "@reminisce/store"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { Recall } from "../src/index.ts"
import { makeOwnerIndexes } from "../src/internal/OwnerIndexes.ts"
import { BLOCK_SLOTS } from "../src/internal/PostingBlock.ts"
import {
  alice,
  layerRecall,
  layerRecallInSteps,
  plant,
  plantedAttributes,
} from "./support/memoryFixture.ts"

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
      steppedFrom: 1_000_000,
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

/** One plan that puts a memory in another's place. */
const replace = (gone: number, key: string) =>
  Effect.flatMap(MemoryStore, (store) =>
    store.update(alice, (_view, at) =>
      Effect.succeed({
        answer: undefined,
        draft: {
          create: [
            {
              type: "memory",
              key,
              attributes: plantedAttributes({ key, content: "the gate is open at dawn" }, at),
            },
          ],
          set: [{ type: "memory", key: `m_${gone}`, attributes: { status: "forgotten" } }],
        },
      }),
    ),
  )

describe("a recall in steps", () => {
  it.effect("tells one state of its owner, whatever is written between its steps", () =>
    Effect.gen(function* () {
      yield* plant(alice, { key: "m_0", content: "the gate is open at dawn" })
      const recall = yield* Recall
      let written = 0
      const writing = yield* Effect.forkChild(
        Effect.gen(function* () {
          for (let i = 0; i < 60; i++) {
            yield* replace(i, `m_${i + 1}`)
            written++
            for (let turns = 0; turns < i % 7; turns++) yield* Effect.yieldNow
          }
        }),
      )
      let between = 0
      while (written < 60) {
        const before = written
        const { memories, scanned } = yield* recall.recall(alice, "when is the open gate at dawn")
        assert.deepStrictEqual([memories.length, scanned], [1, 1])
        if (written > before) between++
      }
      yield* Fiber.join(writing)
      assert.isAbove(between, 0)
    }).pipe(Effect.provide(layerRecallInSteps)),
  )
})

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
