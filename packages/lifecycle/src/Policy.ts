/**
 * The host's say on every write: it sees what is about to be written, after the secret guard, and
 * lets it pass, holds it for a reviewer or refuses it. The default lets everything pass.
 *
 * @module
 */
import { Held, type NewMemory, Refused } from "@reminisce/schema"
import type { Owner } from "@reminisce/store"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Claim, RelationKind } from "./Relation.ts"

/** What an act on existing memories may say beside their keys. */
interface ActAttributes {
  readonly reason: string | undefined
  readonly reviewedBy: string | undefined
}

/** One write as a policy sees it, checked and complete; `operation` tells them apart. */
export type PolicyAttributes =
  | (NewMemory & { readonly operation: "remember" })
  | (NewMemory & {
      readonly operation: "supersede"
      /** Key of the memory to be replaced. */
      readonly supersedes: string
      readonly reason: string | undefined
    })
  | (ActAttributes & { readonly operation: "forget" | "unforget"; readonly key: string })
  | (ActAttributes & {
      readonly operation: "fulfil"
      readonly key: string
      /** Key of the memory that did it. */
      readonly by: string | undefined
    })
  | (ActAttributes & {
      readonly operation: "relate"
      readonly kind: RelationKind
      readonly members: ReadonlyArray<Claim>
      readonly facets: ReadonlyArray<readonly [string, string]>
    })
  | { readonly operation: "markRecalled"; readonly keys: ReadonlyArray<string> }

/**
 * `held` is answered by repeating the write with `reviewedBy`; a write that names a reviewer passes a
 * hold. `refuse` names a rule: a letter, then letters, digits, `-` and `_`, 64 at most.
 */
export type PolicyVerdict = "ok" | { readonly held: "review" } | { readonly refuse: string }

/** The host's policy failed or answered nonsense; nothing was written. What it said is dropped. A retry may help. */
export class PolicyFailed extends Schema.TaggedError<PolicyFailed>(
  "@reminisce/lifecycle/Policy/PolicyFailed",
)("PolicyFailed", {}) {
  override get message(): string {
    return "the policy failed"
  }
}

export interface HostPolicy {
  /** Runs before the store is touched and may wait. A defect counts as `PolicyFailed`. */
  readonly check: (
    owner: Owner,
    attributes: PolicyAttributes,
  ) => Effect.Effect<PolicyVerdict, PolicyFailed>
}

/** Read once, when the layer of `Lifecycle` is built. */
export const Policy: Context.Reference<HostPolicy> = Context.Reference(
  "@reminisce/lifecycle/Policy",
  { defaultValue: (): HostPolicy => ({ check: () => Effect.succeed("ok") }) },
)

/** Fails unless the policy lets the write pass. An interruption stays one. */
export const askPolicy = Effect.fnUntraced(function* (
  policy: HostPolicy,
  owner: Owner,
  attributes: PolicyAttributes,
): Effect.fn.Return<void, Held | Refused | PolicyFailed> {
  const verdict: unknown = yield* Effect.suspend(() => policy.check(owner, attributes)).pipe(
    Effect.catchCause((cause) =>
      Cause.hasInterruptsOnly(cause) ? Effect.interrupt : Effect.fail(new PolicyFailed()),
    ),
  )
  if (verdict === "ok") return
  if (typeof verdict !== "object" || verdict === null) return yield* new PolicyFailed()
  if ("refuse" in verdict) return yield* new Refused({ rule: ruleName(verdict.refuse) })
  if (!("held" in verdict)) return yield* new PolicyFailed()
  if (!isReviewed(attributes)) return yield* new Held({ rule: "review" })
})

const RULE = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/

/** A rule that is no plain name might quote the write, so it is not repeated. */
const ruleName = (rule: unknown): string =>
  typeof rule === "string" && RULE.test(rule) ? rule : "policy"

/** Whether the write names a reviewer, which answers any hold. */
export const isReviewed = (attributes: PolicyAttributes): boolean =>
  "reviewedBy" in attributes && attributes.reviewedBy !== undefined
