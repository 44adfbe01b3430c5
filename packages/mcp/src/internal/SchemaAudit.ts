/**
 * Holds a tool's schema against the subset that is enforced: no other keyword, no keyword with a
 * senseless value, and in arguments nothing without a bound.
 *
 * @module
 */

/** Where a schema leaves the subset, and which keyword does. */
export interface SchemaFault {
  readonly path: string
  readonly keyword: string
}

/** `arguments` come from a caller and must be bounded; an `answer` is bounded as a whole. */
export type SchemaRole = "arguments" | "answer"

/** The first fault in declaration order. `schema` may come from plain JavaScript. */
export const audit = (schema: unknown, role: SchemaRole, path = ""): SchemaFault | undefined => {
  const fault = (keyword: string): SchemaFault => ({ path, keyword })
  if (!isRecord(schema)) return fault("type")
  const rules = rulesOf(schema)
  if (rules === undefined) return fault("type")
  for (const [keyword, value] of Object.entries(schema)) {
    const isFit = Object.hasOwn(rules, keyword) ? rules[keyword] : undefined
    if (isFit === undefined || !isFit(value)) return fault(keyword)
  }
  const unbounded = role === "arguments" ? missingBound(schema) : undefined
  if (unbounded !== undefined) return fault(unbounded)
  return auditParts(schema, role, path)
}

type Rules = { readonly [keyword: string]: (value: unknown) => boolean }

const auditParts = (schema: Fields, role: SchemaRole, path: string): SchemaFault | undefined => {
  const part = (keyword: "items" | "additionalProperties"): SchemaFault | undefined =>
    keyword in schema ? audit(schema[keyword], role, path) : { path, keyword }
  if (schema.type === "array") return part("items")
  if (schema.type !== "object") return undefined
  if (schema.additionalProperties !== false) return part("additionalProperties")
  const properties = schema.properties
  if (!isRecord(properties)) return { path, keyword: "properties" }
  const required = schema.required ?? []
  if (!isList(isText)(required) || !required.every((name) => Object.hasOwn(properties, name))) {
    return { path, keyword: "required" }
  }
  for (const [name, part] of Object.entries(properties)) {
    const fault = audit(part, role, path === "" ? name : `${path}.${name}`)
    if (fault !== undefined) return fault
  }
  return undefined
}

const missingBound = (schema: Fields): string | undefined => {
  if (schema.type === "string") {
    return ["enum", "const", "maxLength"].some((name) => name in schema) ? undefined : "maxLength"
  }
  if (schema.type === "array") return "maxItems" in schema ? undefined : "maxItems"
  if (schema.type !== "object" || schema.additionalProperties === false) return undefined
  if (!("maxProperties" in schema)) return "maxProperties"
  const names = schema.propertyNames
  return isRecord(names) && "maxLength" in names ? undefined : "propertyNames"
}

type Fields = { readonly [keyword: string]: unknown }

const isRecord = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)
const isText = (value: unknown): value is string => typeof value === "string"
const isBoolean = (value: unknown): boolean => typeof value === "boolean"
const isNumber = (value: unknown): value is number => Number.isFinite(value)
const isInteger = (value: unknown): value is number => Number.isSafeInteger(value)
const isSize = (value: unknown): boolean => isInteger(value) && value >= 0
const isAny = (): boolean => true
const isList =
  <A>(is: (value: unknown) => value is A) =>
  (value: unknown): value is ReadonlyArray<A> =>
    Array.isArray(value) && value.every(is)
const isFullList =
  <A>(is: (value: unknown) => value is A) =>
  (value: unknown): boolean =>
    isList(is)(value) && value.length > 0
const isPattern = (value: unknown): boolean => {
  try {
    return isText(value) && new RegExp(value, "u") instanceof RegExp
  } catch {
    return false
  }
}

const described: Rules = {
  type: isAny,
  title: isText,
  description: isText,
  default: isAny,
  examples: Array.isArray,
}
const numeric = (is: (value: unknown) => value is number): Rules => ({
  ...described,
  enum: isFullList(is),
  const: is,
  minimum: is,
  maximum: is,
})
const closed: Rules = {
  ...described,
  properties: isRecord,
  required: isList(isText),
  additionalProperties: (value) => value === false,
}
const map: Rules = {
  ...described,
  additionalProperties: isRecord,
  propertyNames: (names) =>
    isRecord(names) &&
    Object.entries(names).every(
      ([keyword, value]) =>
        (keyword === "maxLength" && isSize(value)) || (keyword === "pattern" && isPattern(value)),
    ),
  minProperties: isSize,
  maxProperties: isSize,
}
const scalars: { readonly [type: string]: Rules } = {
  string: {
    ...described,
    enum: isFullList(isText),
    const: isText,
    minLength: isSize,
    maxLength: isSize,
    pattern: isPattern,
    format: (value) => value === "date-time",
  },
  integer: numeric(isInteger),
  number: numeric(isNumber),
  boolean: { ...described, const: isBoolean },
  array: {
    ...described,
    items: isRecord,
    minItems: isSize,
    maxItems: isSize,
    uniqueItems: isBoolean,
  },
}

const rulesOf = (schema: Fields): Rules | undefined => {
  const type = schema.type
  if (type === "object") return isRecord(schema.additionalProperties) ? map : closed
  return isText(type) && Object.hasOwn(scalars, type) ? scalars[type] : undefined
}
