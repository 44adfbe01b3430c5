/**
 * What a store has been opened with so far: the union of its openers' schemas. It is kept in the
 * store, so that a process that knows less still keeps up the indexes of one that knows more.
 *
 * @module
 */
import { extendSchema, extensionFault, type StoreSchema } from "@reminisce/store"

export type Merge =
  | { readonly _tag: "Same" }
  | { readonly _tag: "Extended"; readonly schema: StoreSchema }
  /** The two define one name differently, or records that are there would break a new rule. */
  | { readonly _tag: "Differs" }

/** Adds what `given` has to what is `stored`. */
export const mergeDefinition = (stored: StoreSchema, given: StoreSchema): Merge => {
  if (extensionFault(stored, given) !== undefined) return { _tag: "Differs" }
  const schema = extendSchema(stored, given)
  return sizeOf(schema) === sizeOf(stored) ? { _tag: "Same" } : { _tag: "Extended", schema }
}

/** Number of names a schema defines; merging only ever adds some. */
const sizeOf = (schema: StoreSchema): number => {
  const types = [...Object.values(schema.records), ...Object.values(schema.links)]
  const named = [schema.indexes, schema.spaces, ...types.map((type) => type.attributes)]
  return named.reduce((sum, each) => sum + Object.keys(each).length, types.length)
}
