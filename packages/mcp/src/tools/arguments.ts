/**
 * The pieces tool schemas are made of. Caps are those of the library, in bytes of UTF-8.
 *
 * @module
 */
import { BASES, Limits } from "@reminisce/schema"
import type { ArraySchema, ObjectSchema, StringSchema, ToolSchema } from "../ToolSchema.ts"

export const text = (maxLength: number, description?: string): StringSchema => ({
  type: "string",
  minLength: 1,
  maxLength,
  ...(description === undefined ? {} : { description }),
})

export const instant = (description?: string): StringSchema => ({
  type: "string",
  format: "date-time",
  maxLength: 40,
  ...(description === undefined ? {} : { description }),
})

export const listOf = (items: ToolSchema, maxItems: number, description?: string): ArraySchema => ({
  type: "array",
  items,
  maxItems,
  ...(description === undefined ? {} : { description }),
})

export const record = (
  properties: ObjectSchema["properties"],
  required: ReadonlyArray<string> = [],
): ObjectSchema => ({
  type: "object",
  properties,
  ...(required.length === 0 ? {} : { required }),
  additionalProperties: false,
})

export const key = (description?: string): StringSchema => text(Limits.keyBytes, description)

export const basis: StringSchema = {
  type: "string",
  enum: BASES,
  default: "told",
  description: "Whence. observed: text you read elsewhere.",
}

export const audience = listOf(
  text(Limits.subjectBytes),
  Limits.audience,
  "Pseudonyms of those asking; needed to see memories about them.",
)
