/**
 * An owner: the pair of kind and name that every call, key and record belongs to. One owner is one
 * serial history; nothing in the store ever crosses two of them.
 *
 * @module
 */
import * as Option from "effect/Option"
import { valueFault } from "./Value.ts"

/** `kind` holds no colon; both are non-empty text as `Value.ts` has it. Caps: `Limits` of `@reminisce/schema`. */
export interface Owner {
  readonly kind: string
  readonly name: string
}

/** `agent:alice`; two owners are the same exactly when these are equal. */
export const formatOwner = (owner: Owner): string => `${owner.kind}:${owner.name}`

/** The rule an owner breaks, or undefined. Every store refuses such an owner, read or written. */
export const ownerFault = ({ kind, name }: Owner): string | undefined => {
  if (kind.length === 0 || name.length === 0) return "owner-empty"
  if (kind.includes(":")) return "owner-colon"
  return valueFault("text", kind) ?? valueFault("text", name)
}

/** Reads `kind:name`, splitting at the first colon. None when either part is empty. */
export const parseOwner = (text: string): Option.Option<Owner> => {
  const colon = text.indexOf(":")
  return colon < 1 || colon === text.length - 1
    ? Option.none()
    : Option.some({ kind: text.slice(0, colon), name: text.slice(colon + 1) })
}
