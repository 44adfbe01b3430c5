/**
 * Secrets refused at the door: shapes, checksums and disguises, in linear time.
 *
 * @module
 */

export { type CompiledGuard, compileGuard, type FieldFinding } from "./compileGuard.ts"
export type { AssignedRule, Checksum, Family, TokenRule } from "./Family.ts"
export { families } from "./families.ts"
export { Guard } from "./Guard.ts"
export type { GuardField, GuardVerdict } from "./GuardField.ts"
export type {
  AllowList,
  EngineFinding,
  GuardEngine,
  GuardOptions,
  Severity,
} from "./GuardOptions.ts"
export { InvalidRule } from "./InvalidRule.ts"
export { SecretRefused } from "./SecretRefused.ts"
export * as Samples from "./samples/Samples.ts"
