/**
 * Objects of an answer without what is not there.
 *
 * @module
 */
import type { Json, JsonObject } from "../ToolSchema.ts"

/** Leaves out what is undefined. A loop, since every memory of an answer passes here; no field is data. */
export const compact = (fields: { readonly [name: string]: Json | undefined }): JsonObject => {
  const kept: { [name: string]: Json } = {}
  for (const name in fields) {
    const value = fields[name]
    if (value !== undefined) kept[name] = value
  }
  return kept
}

/** Undefined for an empty list. */
export const filled = (items: ReadonlyArray<Json>): ReadonlyArray<Json> | undefined =>
  items.length === 0 ? undefined : items
