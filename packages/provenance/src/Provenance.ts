/**
 * Why a memory is there, and what became of it. Reads only, in one view, under the audience's rule:
 * out of its sight a memory is `NotFound`, like an unknown key and another owner's.
 *
 * @module
 */
import {
  Defaults,
  decodeAudience,
  decodeOwner,
  InstantInput,
  Invalid,
  integer,
  KeyInput,
  Limits,
  makeDecoder,
  NotFound,
  recordsToMemories,
  type TooLarge,
} from "@reminisce/schema"
import {
  MemoryStore,
  type Owner,
  quietSpan,
  readInSteps,
  type StoreError,
  type StoreRecord,
} from "@reminisce/store"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type { Explanation, StatusStep } from "./Explanation.ts"
import { readAssociations } from "./readAssociations.ts"
import { readContradictions } from "./readContradictions.ts"
import { type Diff, readDiff } from "./readDiff.ts"
import { readHistories } from "./readHistories.ts"
import { readSources } from "./readSources.ts"
import { readSuccessions } from "./readSuccessions.ts"
import { readWithdrawal } from "./readWithdrawal.ts"
import { makeSight, type Sight } from "./Sight.ts"
import { ANCESTORS_MOST, walkAncestors } from "./walkAncestors.ts"

export interface AudienceOptions {
  /** Who is asking: references of subjects. Default nobody in particular, who sees memories about nobody. */
  readonly subject?: string | ReadonlyArray<string>
}

export interface WhyOptions extends AudienceOptions {
  /** Steps of derivation to follow: 0 to 64, default 5. */
  readonly depth?: number
}

type Refusal = Invalid | TooLarge | NotFound | StoreError

export class Provenance extends Context.Service<
  Provenance,
  {
    /** Explains one memory of whatever status, also a withdrawn one. */
    readonly why: (
      owner: Owner,
      key: string,
      options?: WhyOptions,
    ) => Effect.Effect<Explanation, Refusal>
    /** The statuses a memory has had, oldest first, from its recording on. */
    readonly history: (
      owner: Owner,
      key: string,
      options?: AudienceOptions,
    ) => Effect.Effect<ReadonlyArray<StatusStep>, Refusal>
    /**
     * What was added, superseded, forgotten and withdrawn after `from` and by `to`: instants as
     * integers or zoned text, `to` not before `from`. A move there and back again does not show. Costs
     * a look at every move of a status the owner has.
     */
    readonly diff: (
      owner: Owner,
      from: number | string,
      to: number | string,
      options?: AudienceOptions,
    ) => Effect.Effect<Diff, Exclude<Refusal, NotFound>>
  }
>()("@reminisce/provenance/Provenance") {
  static readonly layer: Layer.Layer<Provenance, never, MemoryStore> = Layer.effect(
    Provenance,
    Effect.map(MemoryStore, (store) => Provenance.of(make(store))),
  )
}

const decodeKey = makeDecoder(KeyInput, "key")

const subject = Schema.optionalKey(Schema.Union([Schema.String, Schema.Array(Schema.String)]))
const decodeAudienceOptions = makeDecoder(Schema.Struct({ subject }), "options")
const decodeWhyOptions = makeDecoder(
  Schema.Struct({ subject, depth: Schema.optionalKey(integer(0, Limits.whyDepth)) }),
  "options",
)

const decodeFrom = makeDecoder(InstantInput, "from")
const decodeTo = makeDecoder(InstantInput, "to")

const make = (store: MemoryStore["Service"]): Provenance["Service"] => ({
  why: Effect.fnUntraced(function* (owner, key, options) {
    const who = yield* decodeOwner(owner)
    const asked = yield* decodeKey(key)
    const { depth = Defaults.whyDepth, subject } = yield* decodeWhyOptions(options ?? {})
    const audience = yield* decodeAudience(subject)
    return yield* readInSteps(
      store,
      who,
      Effect.fnUntraced(function* (view) {
        const sight = yield* makeSight(view, audience)
        return yield* explain(sight, yield* seeOne(sight, asked), depth)
      }),
    )
  }, quietSpan("Provenance.why")),

  history: Effect.fnUntraced(function* (owner, key, options) {
    const who = yield* decodeOwner(owner)
    const asked = yield* decodeKey(key)
    const { subject } = yield* decodeAudienceOptions(options ?? {})
    const audience = yield* decodeAudience(subject)
    return yield* store.read(
      who,
      Effect.fnUntraced(function* (view) {
        const record = yield* seeOne(yield* makeSight(view, audience), asked)
        return (yield* readHistories(view, [record])).get(asked) ?? []
      }),
    )
  }, quietSpan("Provenance.history")),

  diff: Effect.fnUntraced(function* (owner, from, to, options) {
    const who = yield* decodeOwner(owner)
    const [first, second] = [yield* decodeFrom(from), yield* decodeTo(to)]
    if (second < first) return yield* new Invalid({ field: "to", rule: "before-from" })
    const { subject } = yield* decodeAudienceOptions(options ?? {})
    return yield* readDiff(store, who, first, second, yield* decodeAudience(subject))
  }, quietSpan("Provenance.diff")),
})

const seeOne = Effect.fnUntraced(function* (
  sight: Sight,
  key: string,
): Effect.fn.Return<StoreRecord, NotFound | StoreError> {
  return (yield* sight.see([key])).get(key) ?? (yield* new NotFound())
})

const explain = Effect.fnUntraced(function* (
  sight: Sight,
  record: StoreRecord,
  depth: number,
): Effect.fn.Return<Explanation, NotFound | StoreError> {
  const { view } = sight
  const [memory] = yield* recordsToMemories(view, [record])
  if (memory === undefined) return yield* new NotFound()
  const histories = yield* readHistories(view, [record])
  return {
    memory,
    sources: yield* readSources(view, record.key),
    ...(yield* walkAncestors(sight, record.key, { depth, most: ANCESTORS_MOST })),
    ...(yield* readSuccessions(sight, record)),
    contradictions: yield* readContradictions(sight, record.key),
    associations: yield* readAssociations(sight, record.key),
    history: histories.get(record.key) ?? [],
    affects: [],
    defines: [],
    readings: [],
    withdrawal: yield* readWithdrawal(view, record),
  }
})
