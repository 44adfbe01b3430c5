/**
 * What a caller may say of a new memory, checked field by field and then as a whole.
 *
 * @module
 */
import type { EpochMillis } from "@reminisce/store"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { InstantInput, integer, KeyInput, line, list, makeDecoder, prose } from "./Input.ts"
import { Defaults, Limits } from "./Limits.ts"
import { BASES, RESERVED_ASPECTS } from "./Memory.ts"
import { Invalid, TooLarge } from "./Refusal.ts"

/** A facet's name holds no `=`, so that `name=value` reads back one way. */
const FacetName = line(Limits.facetNameBytes).check(
  Schema.makeFilter<string>((name) => !name.includes("="), { message: "equals-sign" }),
)

const CueInput = Schema.Union([
  Schema.Struct({ event: line(Limits.eventBytes) }),
  Schema.Struct({ term: line(Limits.cueTermBytes) }),
  Schema.Struct({ source: line(Limits.sourceBytes) }),
  Schema.Struct({ memory: KeyInput }),
  Schema.Struct({ audience: line(Limits.subjectBytes) }),
])

/** A person the memory is about, by pseudonym, and why it may be kept. */
const SubjectInput = Schema.Struct({
  ref: line(Limits.subjectBytes),
  consentScope: line(Limits.scopeBytes),
})

export const RememberInput = Schema.Struct({
  content: prose(Limits.contentBytes),
  /** At least one. */
  aspects: list(line(Limits.aspectBytes), Limits.aspects).check(
    Schema.makeFilter<ReadonlyArray<string>>((aspects) => aspects.length > 0, {
      message: "empty",
    }),
  ),
  basis: Schema.Literals(BASES),
  /** Made by the library when absent: `m_` and 32 hexadecimal digits. Outlives every erasure: no words. */
  key: Schema.optionalKey(KeyInput),
  /** Thousandths. Default 1,000. */
  confidence: Schema.optionalKey(integer(0, Limits.confidence)),
  /** Millionths. Default 1,000,000. */
  salience: Schema.optionalKey(integer(0, Limits.salience)),
  sources: Schema.optionalKey(list(line(Limits.sourceBytes), Limits.sources)),
  /** Keys of the memories it rests on. */
  derivedFrom: Schema.optionalKey(list(KeyInput, Limits.grounds)),
  facets: Schema.optionalKey(
    list(Schema.Tuple([FacetName, prose(Limits.facetValueBytes)]), Limits.facets),
  ),
  subjects: Schema.optionalKey(list(SubjectInput, Limits.subjects)),
  /** Included. */
  validFrom: Schema.optionalKey(InstantInput),
  /** Excluded. */
  validTo: Schema.optionalKey(InstantInput),
  occurredAt: Schema.optionalKey(InstantInput),
  dueAt: Schema.optionalKey(InstantInput),
  cues: Schema.optionalKey(list(CueInput, Limits.cues)),
  trail: Schema.optionalKey(line(Limits.trailBytes)),
  ordinal: Schema.optionalKey(integer(0, Limits.ordinal)),
  reviewedBy: Schema.optionalKey(line(Limits.reviewerBytes)),
})
export interface RememberInput extends Schema.Schema.Type<typeof RememberInput> {}

/** As callers may write it: instants as integers or zoned text. */
export interface RememberRequest extends Schema.Codec.Encoded<typeof RememberInput> {}

/** A new memory, checked, with every default filled in and every set in its order. */
export interface NewMemory {
  readonly content: string
  readonly aspects: ReadonlyArray<string>
  readonly basis: (typeof BASES)[number]
  readonly key: string | undefined
  readonly confidence: number
  readonly salience: number
  readonly sources: ReadonlyArray<string>
  readonly derivedFrom: ReadonlyArray<string>
  readonly facets: ReadonlyArray<readonly [string, string]>
  readonly subjects: ReadonlyArray<{ readonly ref: string; readonly consentScope: string }>
  readonly validFrom: EpochMillis | undefined
  readonly validTo: EpochMillis | undefined
  readonly occurredAt: EpochMillis | undefined
  readonly dueAt: EpochMillis | undefined
  readonly cues: NonNullable<RememberInput["cues"]>
  readonly trail: string | undefined
  readonly ordinal: number | undefined
  readonly reviewedBy: string | undefined
}

const decode = makeDecoder(RememberInput, "memory")

/** Checks and completes a new memory. `aspects`: the names this store accepts. */
export const decodeNewMemory = (
  input: unknown,
  aspects: ReadonlyArray<string>,
): Effect.Effect<NewMemory, Invalid | TooLarge> =>
  Effect.flatMap(decode(input), (given) => {
    const fault = faultOf(given, aspects)
    return fault === undefined ? Effect.succeed(complete(given)) : Effect.fail(fault)
  })

const complete = (given: RememberInput): NewMemory => ({
  content: given.content,
  aspects: distinct(given.aspects),
  basis: given.basis,
  key: given.key,
  confidence: given.confidence ?? Defaults.confidence,
  salience: given.salience ?? Defaults.salience,
  sources: distinct(given.sources ?? []),
  derivedFrom: distinct(given.derivedFrom ?? []),
  facets: given.facets ?? [],
  subjects: given.subjects ?? [],
  validFrom: given.validFrom,
  validTo: given.validTo,
  occurredAt: given.occurredAt,
  dueAt: given.dueAt,
  cues: given.cues ?? [],
  trail: given.trail,
  ordinal: given.ordinal,
  reviewedBy: given.reviewedBy,
})

const distinct = (texts: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(texts)]

/** Rules that concern more than one field. */
const faultOf = (
  given: RememberInput,
  accepted: ReadonlyArray<string>,
): Invalid | TooLarge | undefined => {
  const broken = (field: string, rule: string): Invalid => new Invalid({ field, rule })
  const reserved: ReadonlyArray<string> = RESERVED_ASPECTS
  if (given.aspects.some((aspect) => reserved.includes(aspect)))
    return broken("aspects", "reserved-aspect")
  if (given.aspects.some((aspect) => !accepted.includes(aspect)))
    return broken("aspects", "unknown-aspect")
  const isProspective = given.aspects.includes("prospective")
  if (given.dueAt !== undefined && !isProspective) return broken("dueAt", "not-prospective")
  if (given.cues !== undefined && given.cues.length > 0 && !isProspective)
    return broken("cues", "not-prospective")
  if (
    given.validFrom !== undefined &&
    given.validTo !== undefined &&
    given.validFrom >= given.validTo
  )
    return broken("validTo", "not-after-valid-from")
  if (given.ordinal !== undefined && given.trail === undefined)
    return broken("ordinal", "without-trail")
  const refs = given.subjects?.map(({ ref }) => ref) ?? []
  if (new Set(refs).size !== refs.length) return broken("subjects", "named-twice")
  for (const cue of given.cues ?? []) {
    if ("audience" in cue && !refs.includes(cue.audience)) return broken("cues", "not-a-subject")
  }
  return textBytes(given) > Limits.writeBytes
    ? new TooLarge({ field: "memory", cap: Limits.writeBytes })
    : undefined
}

const textBytes = (value: unknown): number => {
  if (typeof value === "string") return Buffer.byteLength(value)
  if (typeof value !== "object" || value === null) return 0
  return Object.values(value).reduce<number>((sum, each) => sum + textBytes(each), 0)
}
