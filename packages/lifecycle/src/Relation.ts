/**
 * Relations between memories of one owner: an association of several that belong together, and a
 * contradiction of two claims that cannot both be true.
 *
 * @module
 */
import {
  type Facet,
  Invalid,
  KeyInput,
  Limits,
  list,
  makeDecoder,
  prose,
  RememberInput,
  type TooLarge,
} from "@reminisce/schema"
import type { EpochMillis } from "@reminisce/store"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

export type RelationKind = "association" | "contradiction"

/** A memory's key; in a contradiction also that one memory follows from another. */
export type Claim = string | { readonly derivation: readonly [conclusion: string, ground: string] }

export interface RelateOptions {
  /** Why they belong together, or cannot both be true; required for a contradiction. Up to `Limits.reasonBytes`. */
  readonly reason?: string
  /** Associations only; as a memory's facets. */
  readonly facets?: ReadonlyArray<Facet>
  /** Answers a hold. */
  readonly reviewedBy?: string
}

export interface Relation {
  /** Opaque: an association's key, or what a contradiction's two claims make. */
  readonly id: string
  readonly kind: RelationKind
  /** In the store's order, which is not the caller's. */
  readonly members: ReadonlyArray<Claim>
  readonly reason?: string
  /** Sorted by name, then value. */
  readonly facets: ReadonlyArray<Facet>
  readonly recordedAt: EpochMillis
}

/** Most members of one association; the least is 2. */
export const ASSOCIATION_MEMBERS = 128

/** A relation to write, checked; members of an association are distinct. */
export interface NewRelation {
  readonly kind: RelationKind
  readonly members: ReadonlyArray<Claim>
  readonly reason: string | undefined
  readonly facets: ReadonlyArray<Facet>
  readonly reviewedBy: string | undefined
}

const RelateInput = Schema.Struct({
  kind: Schema.Literals(["association", "contradiction"]),
  members: list(
    Schema.Union([KeyInput, Schema.Struct({ derivation: Schema.Tuple([KeyInput, KeyInput]) })]),
    ASSOCIATION_MEMBERS,
  ),
  reason: Schema.optionalKey(prose(Limits.reasonBytes)),
  facets: RememberInput.fields.facets,
  reviewedBy: RememberInput.fields.reviewedBy,
})

const decode = makeDecoder(RelateInput, "relation")

/** Checks and completes a relation: the whole request as one value. */
export const decodeNewRelation = (input: unknown): Effect.Effect<NewRelation, Invalid | TooLarge> =>
  Effect.flatMap(decode(input), (given) => {
    const relation: NewRelation = {
      kind: given.kind,
      members: distinctClaims(given.members),
      reason: given.reason,
      facets: given.facets ?? [],
      reviewedBy: given.reviewedBy,
    }
    const fault =
      given.kind === "association" ? associationFault(relation) : contradictionFault(given)
    return fault === undefined ? Effect.succeed(relation) : Effect.fail(fault)
  })

const associationFault = ({ members }: NewRelation): Invalid | undefined => {
  if (members.some((member) => typeof member !== "string"))
    return new Invalid({ field: "members", rule: "derivation" })
  return members.length < 2 ? new Invalid({ field: "members", rule: "too-few" }) : undefined
}

const contradictionFault = (given: Schema.Schema.Type<typeof RelateInput>): Invalid | undefined => {
  if (given.members.length !== 2) return new Invalid({ field: "members", rule: "not-two" })
  if (distinctClaims(given.members).length !== 2)
    return new Invalid({ field: "members", rule: "same-claim" })
  if (given.facets !== undefined && given.facets.length > 0)
    return new Invalid({ field: "facets", rule: "not-an-association" })
  return given.reason === undefined ? new Invalid({ field: "reason", rule: "missing" }) : undefined
}

const distinctClaims = (claims: ReadonlyArray<Claim>): ReadonlyArray<Claim> => [
  ...new Map(claims.map((claim) => [JSON.stringify(claim), claim])).values(),
]
