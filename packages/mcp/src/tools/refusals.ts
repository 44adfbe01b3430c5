/**
 * The library's refusals as tool refusals: a closed set of codes, each with the field and rule it is
 * about and nothing else.
 *
 * @module
 */
import type { SecretRefused } from "@reminisce/guard"
import type { NotIntention, PolicyFailed } from "@reminisce/lifecycle"
import type {
  Exists,
  Held,
  Invalid,
  NotActive,
  NotFound,
  Refused,
  TooLarge,
} from "@reminisce/schema"
import type { StoreError } from "@reminisce/store"
import { ToolRefusal } from "../ToolRefusal.ts"

export type LibraryRefusal =
  | Invalid
  | TooLarge
  | SecretRefused
  | Held
  | Refused
  | PolicyFailed
  | Exists
  | NotFound
  | NotActive
  | NotIntention
  | StoreError

/** Every code a memory tool may refuse with, beside the host's own. */
export const MEMORY_ERRORS = [
  "invalid",
  "too_large",
  "secret_refused",
  "held",
  "refused",
  "policy_failed",
  "exists",
  "not_found",
  "not_active",
  "not_intention",
  "store_busy",
  "store_unavailable",
  "store_error",
] as const

type Code = (typeof MEMORY_ERRORS)[number]

const refusal = (code: Code, about: { readonly field?: string; readonly rule?: string } = {}) =>
  new ToolRefusal({ code, ...about })

export const toToolRefusal = (error: LibraryRefusal): ToolRefusal => {
  switch (error._tag) {
    case "Invalid":
      return refusal("invalid", { field: error.field, rule: error.rule })
    case "TooLarge":
      return refusal("too_large", { field: error.field, rule: `cap:${error.cap}` })
    case "SecretRefused":
      return refusal("secret_refused", { field: error.field, rule: error.families.join(" ") })
    case "Held":
      return refusal("held", { rule: error.rule })
    case "Refused":
      return refusal("refused", { rule: error.rule })
    case "PolicyFailed":
      return refusal("policy_failed")
    case "Exists":
      return refusal("exists", { field: "key" })
    case "NotFound":
      return refusal("not_found")
    case "NotActive":
      return refusal("not_active", { rule: `status:${error.status}` })
    case "NotIntention":
      return refusal("not_intention")
    case "StoreError":
      return storeRefusal(error)
  }
}

const storeRefusal = ({ reason }: StoreError): ToolRefusal => {
  switch (reason._tag) {
    case "Contended":
    case "Moved":
      return refusal("store_busy", { rule: "retry" })
    case "Unavailable":
      return refusal("store_unavailable", { rule: "retry" })
    default:
      return refusal("store_error", { rule: reason._tag })
  }
}
