/**
 * Two versions of a schema: the library's own as the older one, and a next one that adds a type, an
 * attribute that is filled from what is there, an index, and an aspect of its own.
 *
 * @module
 */
import { memorySchema } from "@reminisce/schema"
import { extendSchema, type StoreSchema } from "@reminisce/store"
import * as Effect from "effect/Effect"
import type { UpgradeStep } from "../../src/index.ts"

export const olderSchema: StoreSchema = memorySchema

export const nextSchema: StoreSchema = {
  ...extendSchema(memorySchema, {
    records: {
      memory: { attributes: { gist: { kind: "text", cardinality: "optional" } } },
      place: { attributes: { name: { kind: "text", cardinality: "one" } } },
    },
    indexes: { memoryByGist: { type: "memory", attributes: ["gist"] } },
  }),
  version: memorySchema.version + 1,
}

/** So many memories of one plan. */
const PAGE = 2

export const nextStep: UpgradeStep = {
  before: olderSchema,
  reserves: ["spatial"],
  convert: (view, after) =>
    Effect.map(
      view.scan("memory", { ...(after === undefined ? {} : { after }), limit: PAGE }),
      (memories) => ({
        draft: {
          set: memories.flatMap(({ key, attributes }) =>
            typeof attributes.content === "string" && attributes.gist === undefined
              ? [{ type: "memory", key, attributes: { gist: attributes.content.slice(0, 9) } }]
              : [],
          ),
        },
        next: memories.length < PAGE ? undefined : memories.at(-1)?.key,
      }),
    ),
}

export const next = { schema: nextSchema, steps: [nextStep] }
