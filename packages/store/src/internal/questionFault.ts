/**
 * The rules a question to a store keeps, by the name of the first that is broken.
 *
 * @module
 */
import { type AttributeType, type StoreSchema, typeNamed } from "../StoreSchema.ts"
import { type Value, valueFault } from "../Value.ts"
import { RANGE_LIMIT, type RangeOptions } from "../View.ts"
import { isStorable } from "./storableOnly.ts"

export const limitFault = (limit: number): string | undefined =>
  Number.isInteger(limit) && limit >= 1 && limit <= RANGE_LIMIT ? undefined : "limit"

/** Of questions that go on behind a key or name. */
export const pageFault = (options: {
  readonly after?: string
  readonly limit: number
}): string | undefined =>
  options.after !== undefined && !isStorable(options.after) ? "after" : limitFault(options.limit)

export const spaceFault = (schema: StoreSchema, space: string): string | undefined =>
  typeNamed(schema.spaces, space) === undefined ? "unknown-space" : undefined

export const prefixFault = (
  schema: StoreSchema,
  index: string,
  prefix: ReadonlyArray<Value>,
): string | undefined => {
  const types = indexTypes(schema, index)
  return types === undefined ? "unknown-index" : valuesFault(types, prefix)
}

export const rangeFault = (
  schema: StoreSchema,
  index: string,
  { prefix, from, to, after, limit }: RangeOptions,
): string | undefined => {
  const types = indexTypes(schema, index)
  if (types === undefined) return "unknown-index"
  const bounds = [from, to].filter((bound) => bound !== undefined)
  const bounded = types[prefix.length]
  if (bounded === undefined && bounds.length > 0) return "bounds"
  if (after !== undefined && (after.values.length !== types.length || !isStorable(after.key)))
    return "after"
  return (
    valuesFault(types, prefix) ??
    bounds.map((bound) => bounded && valueFault(bounded.kind, bound)).find(isBroken) ??
    (after && valuesFault(types, after.values)) ??
    limitFault(limit)
  )
}

const isBroken = (rule: string | undefined): boolean => rule !== undefined

const valuesFault = (
  types: ReadonlyArray<AttributeType>,
  values: ReadonlyArray<Value>,
): string | undefined => {
  if (values.length > types.length) return "prefix"
  for (const [i, value] of values.entries()) {
    const type = types[i]
    const rule = type && valueFault(type.kind, value)
    if (rule !== undefined) return rule
  }
  return undefined
}

/** The types of an index's attributes, in its order. */
const indexTypes = (
  schema: StoreSchema,
  index: string,
): ReadonlyArray<AttributeType> | undefined => {
  const declared = typeNamed(schema.indexes, index)
  const attributes = declared && schema.records[declared.type]?.attributes
  return declared?.attributes.flatMap((name) => attributes?.[name] ?? [])
}
