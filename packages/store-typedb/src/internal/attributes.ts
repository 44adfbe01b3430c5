/**
 * Attributes as questions fetch them and answers bring them.
 *
 * @module
 */
import { type Attributes, type AttributeValue, canonicalSet, type Value } from "@reminisce/store"
import type { AttributeLabel } from "./Layout.ts"
import type { Found } from "./ownerQuestion.ts"

/** The rest of a `fetch`, behind another member. */
export const fetchAttributes = (
  variable: string,
  attributes: ReadonlyArray<AttributeLabel>,
): string => {
  if (attributes.length === 0) return ""
  const members = attributes.map(({ attribute, label, many }) =>
    many ? `"${attribute}": [ ${variable}.${label} ]` : `"${attribute}": ${variable}.${label}`,
  )
  return `, "attributes": { ${members.join(", ")} }`
}

export const readAttributes = (
  attributes: ReadonlyArray<AttributeLabel>,
  found: Found,
): Attributes => {
  const values = (found.attributes ?? {}) as Found
  const read: { [name: string]: AttributeValue } = {}
  for (const { attribute, many } of attributes) {
    const value = values[attribute]
    if (many) read[attribute] = canonicalSet(Array.isArray(value) ? (value as Array<Value>) : [])
    else if (value !== null && value !== undefined) read[attribute] = value as Value
  }
  return read
}
