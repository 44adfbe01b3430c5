/**
 * The JSON Schema (2020-12) a tool may be described with: a small closed subset, every keyword of
 * which is enforced. Objects are closed, and everything a caller can make long is bounded.
 *
 * @module
 */

/** A value as JSON carries it. */
export type Json =
  | null
  | boolean
  | number
  | string
  | ReadonlyArray<Json>
  | { readonly [key: string]: Json }

export type JsonObject = { readonly [key: string]: Json }

interface Described {
  readonly title?: string
  readonly description?: string
  /** Documents what the tool assumes when the value is left out; nothing fills it in. */
  readonly default?: Json
  readonly examples?: ReadonlyArray<Json>
}

export interface StringSchema extends Described {
  readonly type: "string"
  readonly enum?: ReadonlyArray<string>
  readonly const?: string
  /** Bytes of UTF-8. */
  readonly minLength?: number
  /** Bytes of UTF-8, so fewer characters outside ASCII. Arguments need it unless `enum` or `const` is given. */
  readonly maxLength?: number
  /** Matched anywhere, with the `u` flag, after the length was checked. */
  readonly pattern?: string
  /** An RFC 3339 instant; whether the day exists is left to the tool. */
  readonly format?: "date-time"
}

export interface NumberSchema extends Described {
  readonly type: "integer" | "number"
  readonly enum?: ReadonlyArray<number>
  readonly const?: number
  readonly minimum?: number
  readonly maximum?: number
}

export interface BooleanSchema extends Described {
  readonly type: "boolean"
  readonly const?: boolean
}

export interface ArraySchema extends Described {
  readonly type: "array"
  readonly items: ToolSchema
  readonly minItems?: number
  /** Arguments need it. */
  readonly maxItems?: number
  /** Compared as compact JSON. */
  readonly uniqueItems?: boolean
}

/** An object whose keys are all declared. */
export interface ObjectSchema extends Described {
  readonly type: "object"
  readonly properties: { readonly [name: string]: ToolSchema }
  readonly required?: ReadonlyArray<string>
  readonly additionalProperties: false
}

/** An object whose keys are data. Arguments need `maxProperties` and a `maxLength` for names. */
export interface MapSchema extends Described {
  readonly type: "object"
  readonly additionalProperties: ToolSchema
  readonly propertyNames?: { readonly maxLength?: number; readonly pattern?: string }
  readonly minProperties?: number
  readonly maxProperties?: number
}

export type ToolSchema =
  | StringSchema
  | NumberSchema
  | BooleanSchema
  | ArraySchema
  | ObjectSchema
  | MapSchema
