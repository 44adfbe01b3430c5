/**
 * A small schema with one of everything, and a store to try it on.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import {
  type AttributeType,
  type Draft,
  type LinkWrite,
  MemoryStore,
  type Owner,
  type RecordWrite,
  type Ref,
  type StoreError,
  type StoreSchema,
} from "../../src/index.ts"

const type = (
  kind: AttributeType["kind"],
  cardinality: AttributeType["cardinality"],
): AttributeType => ({ kind, cardinality })

export const librarySchema: StoreSchema = {
  version: 1,
  records: {
    book: {
      slotted: true,
      attributes: {
        title: type("text", "one"),
        pages: type("integer", "optional"),
        printedAt: type("instant", "optional"),
        isLent: type("boolean", "optional"),
        subjects: type("text", "many"),
      },
    },
    reader: { droppable: true, attributes: { name: type("text", "optional") } },
  },
  links: {
    loan: {
      roles: [
        { name: "lent", players: ["book"] },
        { name: "reader", players: ["reader"] },
      ],
      attributes: { at: type("instant", "one"), notes: type("text", "many") },
    },
    likeness: {
      symmetric: true,
      roles: [
        { name: "left", players: ["book", "loan"] },
        { name: "right", players: ["book", "loan"] },
      ],
      attributes: {},
    },
  },
  indexes: {
    bookByPages: { type: "book", attributes: ["pages"] },
    bookBySubject: { type: "book", attributes: ["subjects", "pages"] },
  },
  spaces: { words: { tracked: false }, heads: { tracked: true } },
}

export const layer = MemoryStore.layerMemory(librarySchema)

export const owner: Owner = { kind: "agent", name: "alice" }

export const book = (key: string, attributes: RecordWrite["attributes"] = {}): RecordWrite => ({
  type: "book",
  key,
  attributes: { title: "untitled", ...attributes },
})

export const reader = (key: string): RecordWrite => ({ type: "reader", key, attributes: {} })

export const ref = (of: string, key: string): Ref => ({ type: of, key })

export const loan = (lent: string, by: string): LinkWrite => ({
  type: "loan",
  ends: { lent: ref("book", lent), reader: ref("reader", by) },
  attributes: { at: 1 },
})

export const likeness = (left: Ref, right: Ref): LinkWrite => ({
  type: "likeness",
  ends: { left, right },
  attributes: {},
})

export const write = (
  draft: Draft,
  to: Owner = owner,
): Effect.Effect<void, StoreError, MemoryStore> =>
  Effect.flatMap(MemoryStore, (store) =>
    store.update(to, () => Effect.succeed({ answer: undefined, draft })),
  )
