/**
 * What a store has been opened with so far: the union of its openers' schemas. It is kept in the
 * store, so that a process that knows less still keeps up the indexes of one that knows more.
 *
 * @module
 */
import { extendSchema, extensionFault } from "./extendSchema.ts"
import type { StoreSchema } from "./StoreSchema.ts"

export type UnitedSchema =
  | { readonly _tag: "Same" }
  | { readonly _tag: "Extended"; readonly schema: StoreSchema }
  /** The two define one name differently, or records that are there would break a new rule. */
  | { readonly _tag: "Differs"; readonly facts: ReadonlyArray<string> }

/** Adds what `given` has to what is `stored`; both are sound and of one version. */
export const uniteSchemas = (stored: StoreSchema, given: StoreSchema): UnitedSchema => {
  const fault = extensionFault(stored, given)
  if (fault !== undefined) return { _tag: "Differs", facts: [fault] }
  const schema = extendSchema(stored, given)
  return sizeOf(schema) === sizeOf(stored) ? { _tag: "Same" } : { _tag: "Extended", schema }
}

/** Number of names a schema defines; uniting only ever adds some. */
const sizeOf = (schema: StoreSchema): number => {
  const types = [...Object.values(schema.records), ...Object.values(schema.links)]
  const named = [schema.indexes, schema.spaces, ...types.map((type) => type.attributes)]
  return named.reduce((sum, each) => sum + Object.keys(each).length, types.length)
}
