/**
 * A schema of one counter and one page beside it, and an update that adds one to both.
 *
 * @module
 */
import { MemoryStore, type Owner, type StoreError, type StoreSchema } from "@reminisce/store"
import * as Effect from "effect/Effect"

export const countingSchema: StoreSchema = {
  version: 1,
  records: {
    counter: {
      slotted: true,
      droppable: true,
      attributes: {
        number: { kind: "integer", cardinality: "one" },
        words: { kind: "text", cardinality: "optional" },
        tags: { kind: "text", cardinality: "many" },
      },
    },
  },
  links: {
    chain: {
      roles: [
        { name: "left", players: ["counter", "chain"] },
        { name: "right", players: ["counter", "chain"] },
      ],
      attributes: { note: { kind: "text", cardinality: "optional" } },
    },
  },
  indexes: {
    byWords: { type: "counter", attributes: ["words", "number"] },
    byNumber: { type: "counter", attributes: ["number"] },
  },
  spaces: { sums: { tracked: true } },
}

export const owner: Owner = { kind: "agent", name: "alice" }

/** Answers the new number. */
export const countOne = (of: Owner = owner): Effect.Effect<number, StoreError, MemoryStore> =>
  Effect.flatMap(MemoryStore, (store) =>
    store.update(of, (view) =>
      Effect.gen(function* () {
        const [known] = yield* view.get("counter", ["c"])
        const [page] = yield* view.page("sums", [{ name: "sum", number: 0 }])
        const number = Number(known?.attributes.number ?? 0) + 1
        const sum = new DataView(page?.slice().buffer ?? new ArrayBuffer(8)).getFloat64(0) + 1
        const bytes = new Uint8Array(8)
        new DataView(bytes.buffer).setFloat64(0, sum)
        const write = { type: "counter", key: "c", attributes: { number } }
        return {
          answer: number,
          draft: {
            ...(known === undefined ? { create: [write] } : { set: [write] }),
            pages: [{ space: "sums", name: "sum", number: 0, bytes }],
          },
        }
      }),
    ),
  )

export interface Count {
  readonly sequence: number
  readonly number: number
  readonly sum: number
}

export const readCount = (of: Owner = owner): Effect.Effect<Count, StoreError, MemoryStore> =>
  Effect.flatMap(MemoryStore, (store) =>
    store.read(of, (view) =>
      Effect.gen(function* () {
        const [known] = yield* view.get("counter", ["c"])
        const [page] = yield* view.page("sums", [{ name: "sum", number: 0 }])
        const sum =
          page === undefined ? 0 : new DataView(page.buffer, page.byteOffset).getFloat64(0)
        return { sequence: view.sequence, number: Number(known?.attributes.number ?? 0), sum }
      }),
    ),
  )
