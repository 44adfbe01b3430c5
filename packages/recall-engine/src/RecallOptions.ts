/**
 * What a caller may ask besides the words of a query; anything else is refused by name.
 *
 * @module
 */
import {
  type Audience,
  Defaults,
  decodeAudience,
  InstantInput,
  type Invalid,
  integer,
  KeyInput,
  Limits,
  line,
  list,
  makeDecoder,
  prose,
  type TooLarge,
} from "@reminisce/schema"
import { compareText, type EpochMillis } from "@reminisce/store"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { decodeFocus, type Focus } from "./Focus.ts"
import { CURSOR_UNITS } from "./internal/cursor.ts"

/** Most memories one page of `listMemories` or `asOf` answers, and how many unless told otherwise. */
export const LIST_LIMIT = { most: 1_000, usual: 100 } as const

/** Who asks for what: shared by all readings. */
export interface ScopeOptions {
  /** Who is asking: a reference or a list of up to 16. Default nobody in particular. */
  readonly subject?: string | ReadonlyArray<string>
  /** Memories with any of these. Affective ones come only if named. Default all others. */
  readonly aspects?: ReadonlyArray<string>
}

/** For whatever ranks without a session. Instants are integers or text with a zone. */
export interface RankOptions extends ScopeOptions {
  /** Most memories answered, 1 to 100. Default 8. */
  readonly k?: number
  /** A past moment to stand in: what was recorded and active then. */
  readonly asOf?: number | string
  /** Instant at which memories must be valid. Default `asOf`, else the clock; null for no such condition. */
  readonly at?: number | string | null
  /** `injection`: only what is fit to be put before a model unasked. Default `search`: every match. */
  readonly floor?: "search" | "injection"
}

export interface RecallOptions extends RankOptions {
  /** What the last recall of this session answered as `focus`. */
  readonly focus?: unknown
  /** Names of what has happened, for intentions that wait for it. */
  readonly events?: ReadonlyArray<string>
  /** Most intentions answered, 1 to 64. Default 8. */
  readonly dueK?: number
  /** 0 and nothing else: there is no query expansion. */
  readonly expand?: 0
  /** Without a query: all visible memories by time of recording, the latest first. */
  readonly list?: true
  /** Continues behind the page whose `next` this is. */
  readonly after?: string
}

export interface ListOptions extends ScopeOptions {
  /** Most memories answered, 1 to 1,000. Default 100. */
  readonly limit?: number
  /** Continues behind the page whose `next` this is. */
  readonly after?: string
}

export interface RankRequest {
  readonly k: number
  readonly audience: Audience
  readonly aspects: ReadonlyArray<string> | undefined
  readonly asOf: EpochMillis | undefined
  /** Undefined: `asOf`, else the clock's. */
  readonly at: EpochMillis | null | undefined
  readonly floor: "search" | "injection"
}

export interface RecallRequest extends RankRequest {
  readonly focus: Focus | undefined
  readonly events: ReadonlyArray<string>
  readonly dueK: number
  readonly list: boolean
  readonly after: string | undefined
}

export interface ListRequest {
  readonly audience: Audience
  readonly aspects: ReadonlyArray<string> | undefined
  readonly limit: number
  readonly after: string | undefined
}

const scope = {
  subject: Schema.optionalKey(Schema.Unknown),
  aspects: Schema.optionalKey(list(line(Limits.aspectBytes), Limits.aspects)),
}

const ranking = {
  ...scope,
  k: Schema.optionalKey(integer(1, Limits.recallK)),
  asOf: Schema.optionalKey(InstantInput),
  at: Schema.optionalKey(InstantInput),
  floor: Schema.optionalKey(Schema.Literals(["search", "injection"])),
}

const RankInput = Schema.Struct(ranking)

const RecallInput = Schema.Struct({
  ...ranking,
  focus: Schema.optionalKey(Schema.Unknown),
  events: Schema.optionalKey(list(line(Limits.eventBytes), Limits.events)),
  dueK: Schema.optionalKey(integer(1, Limits.dueK)),
  expand: Schema.optionalKey(integer(0, 0)),
  list: Schema.optionalKey(Schema.Literal(true)),
  after: Schema.optionalKey(prose(CURSOR_UNITS)),
})

const ListInput = Schema.Struct({
  ...scope,
  limit: Schema.optionalKey(integer(1, LIST_LIMIT.most)),
  after: Schema.optionalKey(prose(CURSOR_UNITS)),
})

const decodeRecall = makeDecoder(RecallInput, "options")
const decodeRank = makeDecoder(RankInput, "options")
const decodeList = makeDecoder(ListInput, "options")

export const decodeRecallOptions = (
  options: RecallOptions = {},
): Effect.Effect<RecallRequest, Invalid | TooLarge> =>
  Effect.gen(function* () {
    const { rest, isTimeless } = withoutNull(options)
    const given = yield* decodeRecall(rest)
    return {
      ...(yield* rankRequest(given, isTimeless)),
      focus: given.focus === undefined ? undefined : yield* decodeFocus(given.focus),
      events: given.events ?? [],
      dueK: given.dueK ?? Defaults.dueK,
      list: given.list ?? false,
      after: given.after,
    }
  })

export const decodeRankOptions = (
  options: RankOptions = {},
): Effect.Effect<RankRequest, Invalid | TooLarge> => {
  const { rest, isTimeless } = withoutNull(options)
  return Effect.flatMap(decodeRank(rest), (given) => rankRequest(given, isTimeless))
}

/** `at: null` is a wish of its own, not an instant. */
const withoutNull = (
  options: RankOptions,
): { readonly rest: unknown; readonly isTimeless: boolean } => {
  if (options?.at !== null) return { rest: options, isTimeless: false }
  const { at: _, ...rest } = options
  return { rest, isTimeless: true }
}

const rankRequest = (
  given: Schema.Schema.Type<typeof RankInput>,
  isTimeless: boolean,
): Effect.Effect<RankRequest, Invalid | TooLarge> =>
  Effect.map(audienceOf(given.subject), (audience) => ({
    k: given.k ?? Defaults.recallK,
    audience,
    aspects: distinct(given.aspects),
    asOf: given.asOf,
    at: isTimeless ? null : given.at,
    floor: given.floor ?? "search",
  }))

export const decodeListOptions = (
  options: ListOptions = {},
): Effect.Effect<ListRequest, Invalid | TooLarge> =>
  Effect.gen(function* () {
    const given = yield* decodeList(options)
    return {
      audience: yield* audienceOf(given.subject),
      aspects: distinct(given.aspects),
      limit: given.limit ?? LIST_LIMIT.usual,
      after: given.after,
    }
  })

/** The audience's own decoder checks whatever this is. */
const audienceOf = (subject: unknown): Effect.Effect<Audience, Invalid | TooLarge> =>
  decodeAudience(subject as string | ReadonlyArray<string> | undefined)

const distinct = (aspects: ReadonlyArray<string> | undefined): ReadonlyArray<string> | undefined =>
  aspects === undefined ? undefined : [...new Set(aspects)].sort(compareText)

const decodeText = makeDecoder(prose(Limits.queryBytes), "query")

/** Undefined for null. An empty query is legal and matches nothing. */
export const decodeQuery = (
  query: string | null,
): Effect.Effect<string | undefined, Invalid | TooLarge> =>
  query === null ? Effect.succeed(undefined) : query === "" ? Effect.succeed("") : decodeText(query)

export const decodeKey: (input: unknown) => Effect.Effect<string, Invalid | TooLarge> = makeDecoder(
  KeyInput,
  "key",
)

export const decodeInstant: (input: unknown) => Effect.Effect<number, Invalid | TooLarge> =
  makeDecoder(InstantInput, "instant")
