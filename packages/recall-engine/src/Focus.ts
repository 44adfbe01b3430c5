/**
 * A session's focus: the terms of its questions, the memories they brought and the sources of
 * these, each fading turn by turn. A plain value of bounded size that the caller carries; nothing
 * of it is stored.
 *
 * @module
 */
import {
  type Audience,
  Invalid,
  KeyInput,
  Limits,
  line,
  list,
  makeDecoder,
} from "@reminisce/schema"
import { compareText, formatOwner, type Owner } from "@reminisce/store"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { DIGEST_START, digestEnd, digestText } from "./internal/digest.ts"

/** Cues a focus holds unless told otherwise. */
export const FOCUS_SIZE = 32
/** Intentions a focus remembers to have surfaced; the oldest make room. */
export const SURFACED_LIMIT = 64

/** Strength of a cue in the turn that brings it, which halves with every turn after. */
const STRENGTH = { term: 1024, memory: 768, source: 512 } as const

const CueSchema = Schema.Struct({
  kind: Schema.Literals(["term", "memory", "source"]),
  value: line(Limits.sourceBytes),
  /** 1 to 1,024. */
  strength: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: STRENGTH.term })),
  /** The turn that last brought it. */
  turn: Schema.Int,
})

const FocusSchema = Schema.Struct({
  /** Turns so far. */
  turn: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER - 1 })),
  /** Strongest first. */
  cues: list(CueSchema, FOCUS_SIZE),
  /** Keys of intentions already surfaced, oldest first. */
  surfaced: list(KeyInput, SURFACED_LIMIT),
  /** Whose it is: a digest of owner and audience. */
  bound: Schema.Int,
  /** A digest of all the rest: what was altered on the way is refused. */
  seal: Schema.Int,
})

export interface Focus extends Schema.Schema.Type<typeof FocusSchema> {}
export interface FocusCue extends Schema.Schema.Type<typeof CueSchema> {}

const decode = makeDecoder(FocusSchema, "focus")

/** Refuses what no recall has answered, as far as its seal tells: `Invalid` on `focus`. */
export const decodeFocus = (input: unknown): Effect.Effect<Focus, Invalid> =>
  decode(input).pipe(
    Effect.mapError(() => new Invalid({ field: "focus", rule: "not-a-focus" })),
    Effect.filterOrFail(
      (focus) => focus.seal === sealOf(focus),
      () => new Invalid({ field: "focus", rule: "not-a-focus" }),
    ),
  )

export const emptyFocus = (owner: Owner, audience: Audience): Focus =>
  sealed({ turn: 0, cues: [], surfaced: [], bound: boundOf(owner, audience) })

/** Whether it was made for this owner and audience. */
export const isFocusOf = (focus: Focus, owner: Owner, audience: Audience): boolean =>
  focus.bound === boundOf(owner, audience)

/** What one turn brings into the focus. */
export interface Turn {
  readonly terms: ReadonlyArray<string>
  readonly memories: ReadonlyArray<string>
  readonly sources: ReadonlyArray<string>
  readonly surfaced: ReadonlyArray<string>
}

/**
 * The focus after a turn: what it held at half the strength, what the turn brought at full. Of too
 * many the weakest go, then the oldest, then the greater by bytes.
 */
export const nextFocus = (focus: Focus, turn: Turn): Focus => {
  const now = focus.turn + 1
  const cues = new Map<string, FocusCue>()
  const put = (cue: FocusCue): void => void cues.set(`${cue.kind}:${cue.value}`, cue)
  for (const cue of focus.cues) {
    const strength = Math.floor(cue.strength / 2)
    if (strength > 0) put({ ...cue, strength })
  }
  const bring = (kind: FocusCue["kind"], values: ReadonlyArray<string>): void => {
    for (const value of values) put({ kind, value, strength: STRENGTH[kind], turn: now })
  }
  bring("source", turn.sources)
  bring("memory", turn.memories)
  bring("term", turn.terms)
  const surfaced = [...new Set([...focus.surfaced, ...turn.surfaced])]
  return sealed({
    turn: now,
    cues: [...cues.values()].sort(compareCues).slice(0, FOCUS_SIZE),
    surfaced: surfaced.slice(-SURFACED_LIMIT),
    bound: focus.bound,
  })
}

const compareCues = (a: FocusCue, b: FocusCue): number =>
  b.strength - a.strength ||
  b.turn - a.turn ||
  compareText(`${a.kind}:${a.value}`, `${b.kind}:${b.value}`)

const boundOf = (owner: Owner, audience: Audience): number =>
  digestEnd([formatOwner(owner), ...audience].reduce(digestText, DIGEST_START))

const sealed = (focus: Omit<Focus, "seal">): Focus => ({ ...focus, seal: sealOf(focus) })

const sealOf = ({ turn, cues, surfaced, bound }: Omit<Focus, "seal">): number =>
  digestEnd(
    [
      String(turn),
      ...cues.flatMap((cue) => [cue.kind, cue.value, String(cue.strength), String(cue.turn)]),
      ...surfaced,
      String(bound),
    ].reduce(digestText, DIGEST_START),
  )
