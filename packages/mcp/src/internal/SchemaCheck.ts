/**
 * Compiles an audited schema to a check of values. A violation names the declared path and the
 * keyword, never a value and never a key the caller chose.
 *
 * @module
 */
import type {
  ArraySchema,
  MapSchema,
  NumberSchema,
  ObjectSchema,
  StringSchema,
  ToolSchema,
} from "../ToolSchema.ts"

export interface Violation {
  /** `too_large`: one of the schema's caps was passed. */
  readonly code: "invalid" | "too_large"
  /** None when the value as a whole is meant, or a key that is not declared. */
  readonly field?: string
  /** The keyword that was not met, or `wellFormed` for text with half a surrogate pair. */
  readonly rule: string
}

/** The first violation in declaration order, or undefined. */
export type Check = (value: unknown) => Violation | undefined

export const compile = (schema: ToolSchema, path = ""): Check => {
  switch (schema.type) {
    case "string":
      return checkString(schema, path)
    case "integer":
    case "number":
      return checkNumber(schema, path)
    case "boolean":
      return (value) =>
        typeof value !== "boolean"
          ? invalid(path, "type")
          : unless(schema.const === undefined || value === schema.const, path, "const")
    case "array":
      return checkArray(schema, path)
    case "object":
      return schema.additionalProperties === false
        ? checkObject(schema, path)
        : checkMap(schema as MapSchema, path)
  }
}

const checkString = (schema: StringSchema, path: string): Check => {
  const { const: only, maxLength = Number.POSITIVE_INFINITY, minLength = 0 } = schema
  const allowed = schema.enum === undefined ? undefined : new Set(schema.enum)
  const pattern = schema.pattern === undefined ? undefined : new RegExp(schema.pattern, "u")
  return (value) => {
    if (typeof value !== "string") return invalid(path, "type")
    const bytes = Buffer.byteLength(value)
    if (bytes > maxLength) return tooLarge(path, "maxLength")
    if (!value.isWellFormed()) return invalid(path, "wellFormed")
    if (allowed !== undefined && !allowed.has(value)) return invalid(path, "enum")
    if (only !== undefined && value !== only) return invalid(path, "const")
    if (bytes < minLength) return invalid(path, "minLength")
    if (schema.format !== undefined && !instant.test(value)) return invalid(path, "format")
    return unless(pattern === undefined || pattern.test(value), path, "pattern")
  }
}

const checkNumber = (schema: NumberSchema, path: string): Check => {
  const isOfType = schema.type === "integer" ? Number.isSafeInteger : Number.isFinite
  const { const: only, maximum, minimum } = schema
  const allowed = schema.enum === undefined ? undefined : new Set(schema.enum)
  return (value) => {
    if (typeof value !== "number" || !isOfType(value)) return invalid(path, "type")
    if (allowed !== undefined && !allowed.has(value)) return invalid(path, "enum")
    if (only !== undefined && value !== only) return invalid(path, "const")
    if (minimum !== undefined && value < minimum) return invalid(path, "minimum")
    return unless(maximum === undefined || value <= maximum, path, "maximum")
  }
}

const checkArray = (schema: ArraySchema, path: string): Check => {
  const { maxItems = Number.POSITIVE_INFINITY, minItems = 0, uniqueItems = false } = schema
  const item = compile(schema.items, path)
  return (value) => {
    if (!Array.isArray(value)) return invalid(path, "type")
    if (value.length > maxItems) return tooLarge(path, "maxItems")
    if (value.length < minItems) return invalid(path, "minItems")
    const violation = first(value, item)
    if (violation !== undefined || !uniqueItems) return violation
    const distinct = new Set(value.map((one) => JSON.stringify(one)))
    return unless(distinct.size === value.length, path, "uniqueItems")
  }
}

const checkObject = (schema: ObjectSchema, path: string): Check => {
  const parts = Object.entries(schema.properties).map(([name, part]) => {
    const at = path === "" ? name : `${path}.${name}`
    return { name, at, check: compile(part, at), isRequired: schema.required?.includes(name) }
  })
  return (value) => {
    if (!isRecord(value)) return invalid(path, "type")
    for (const name of Object.keys(value)) {
      if (!Object.hasOwn(schema.properties, name)) return invalid(path, "additionalProperties")
    }
    for (const { at, check, isRequired, name } of parts) {
      const isGiven = Object.hasOwn(value, name)
      if (!isGiven && isRequired) return invalid(at, "required")
      const violation = isGiven ? check(value[name]) : undefined
      if (violation !== undefined) return violation
    }
    return undefined
  }
}

const checkMap = (schema: MapSchema, path: string): Check => {
  const { maxProperties = Number.POSITIVE_INFINITY, minProperties = 0, propertyNames } = schema
  const name = compile({ type: "string", ...propertyNames }, path)
  const entry = compile(schema.additionalProperties, path)
  return (value) => {
    if (!isRecord(value)) return invalid(path, "type")
    const names = Object.keys(value)
    if (names.length > maxProperties) return tooLarge(path, "maxProperties")
    if (names.length < minProperties) return invalid(path, "minProperties")
    // Assigning to this name elsewhere would change an object's prototype.
    if (names.includes("__proto__")) return invalid(path, "propertyNames")
    return first(names, name) ?? first(Object.values(value), entry)
  }
}

const first = (values: ReadonlyArray<unknown>, check: Check): Violation | undefined => {
  for (const value of values) {
    const violation = check(value)
    if (violation !== undefined) return violation
  }
  return undefined
}

const violates = (code: Violation["code"], path: string, rule: string): Violation =>
  path === "" ? { code, rule } : { code, field: path, rule }
const invalid = (path: string, rule: string): Violation => violates("invalid", path, rule)
const tooLarge = (path: string, rule: string): Violation => violates("too_large", path, rule)
const unless = (isMet: boolean, path: string, rule: string): Violation | undefined =>
  isMet ? undefined : invalid(path, rule)

const isRecord = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const instant = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:[Zz]|[+-]\d\d:\d\d)$/
