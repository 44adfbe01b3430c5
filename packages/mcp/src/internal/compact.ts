/**
 * Objects of an answer without what is not there.
 *
 * @module
 */
import type { Json, JsonObject } from "../ToolSchema.ts"

/** Leaves out what is undefined. */
export const compact = (fields: { readonly [name: string]: Json | undefined }): JsonObject =>
  Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, Json] => entry[1] !== undefined),
  )

/** Undefined for an empty list. */
export const filled = (items: ReadonlyArray<Json>): ReadonlyArray<Json> | undefined =>
  items.length === 0 ? undefined : items
