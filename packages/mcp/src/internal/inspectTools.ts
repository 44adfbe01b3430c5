/**
 * Looks for what is unsound in tool definitions before any of them is served: one bad definition
 * makes some clients drop them all without a word.
 *
 * @module
 */
import type { ToolDefinition } from "../ToolDefinition.ts"
import type { HostErrorCode } from "../ToolRefusal.ts"
import { audit } from "./SchemaAudit.ts"

export interface DefinitionFault {
  readonly tool: string
  readonly at: string
  readonly rule: string
}

/** The first fault in the order given. */
export const inspectTools = (
  definitions: ReadonlyArray<ToolDefinition>,
): DefinitionFault | undefined => {
  const names = new Set<string>()
  for (const definition of definitions) {
    const { name } = definition
    const fault = names.has(name) ? { at: "name", rule: "unique" } : inspect(definition)
    if (fault !== undefined) return { tool: String(name), ...fault }
    names.add(name)
  }
  return undefined
}

/** `inputSchema` and `a.b` make `inputSchema.a.b`. */
export const placeIn = (schema: string, path: string): string =>
  path === "" ? schema : `${schema}.${path}`

type Fault = Omit<DefinitionFault, "tool">

const inspect = (definition: ToolDefinition): Fault | undefined => {
  const { annotations, description, errors, inputSchema, name, outputSchema, title } = definition
  if (typeof name !== "string" || !snakeCase.test(name)) return { at: "name", rule: "pattern" }
  if (!isSentence(title)) return { at: "title", rule: "minLength" }
  if (!isSentence(description)) return { at: "description", rule: "minLength" }
  const hint = hints.find((one) => typeof annotations?.[one] !== "boolean")
  if (hint !== undefined) return { at: `annotations.${hint}`, rule: "required" }
  const { sessionAnnotations = annotations } = definition
  const other = hints.find((one) => typeof sessionAnnotations[one] !== "boolean")
  if (other !== undefined) return { at: `sessionAnnotations.${other}`, rule: "required" }
  if (!Array.isArray(errors) || !errors.every(isOwnCode)) return { at: "errors", rule: "pattern" }
  return (
    inspectSchema("inputSchema", inputSchema) ??
    (outputSchema === undefined ? undefined : inspectSchema("outputSchema", outputSchema)) ??
    inspectOwner(Object.keys(inputSchema.properties))
  )
}

const inspectSchema = (at: "inputSchema" | "outputSchema", schema: unknown): Fault | undefined => {
  const isClosed = Object(schema).additionalProperties === false
  if (!isClosed) return { at, rule: "additionalProperties" }
  const fault = audit(schema, at === "inputSchema" ? "arguments" : "answer")
  return fault === undefined ? undefined : { at: placeIn(at, fault.path), rule: fault.keyword }
}

const inspectOwner = (names: ReadonlyArray<string>): Fault | undefined =>
  names.some((name) => name.toLowerCase() === "owner")
    ? { at: "inputSchema.owner", rule: "owner_is_fixed" }
    : undefined

const hints = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] as const
const snakeCase = /^[a-z][a-z0-9_]{0,63}$/
/** A tool may share `invalid` and `too_large`, for rules a schema cannot say; these it may not. */
const hostOnly: ReadonlyArray<string> = [
  "owner_is_fixed",
  "answer_too_large",
] satisfies ReadonlyArray<HostErrorCode>

const isSentence = (text: unknown): boolean => typeof text === "string" && text.trim() !== ""

const isOwnCode = (code: unknown): boolean =>
  typeof code === "string" && snakeCase.test(code) && !hostOnly.includes(code)
