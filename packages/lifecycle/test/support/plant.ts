/**
 * Memories put into a store as they are, past the write path: those that other writers make.
 *
 * @module
 */
import { type Attributes, MemoryStore, type Owner } from "@reminisce/store"
import * as Effect from "effect/Effect"

const plain: Attributes = {
  content: "Planted.",
  aspects: ["semantic"],
  basis: "told",
  confidence: 1_000,
  salience: 1_000_000,
  status: "active",
  recordedAt: 0,
  recallCount: 0,
  outside: false,
}

export const plantMemory = Effect.fnUntraced(function* (
  owner: Owner,
  key: string,
  attributes: Attributes,
): Effect.fn.Return<void, never, MemoryStore> {
  const store = yield* MemoryStore
  const record = { type: "memory", key, attributes: { ...plain, ...attributes } }
  yield* Effect.orDie(
    store.update(owner, () => Effect.succeed({ answer: undefined, draft: { create: [record] } })),
  )
})
