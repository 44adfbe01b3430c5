/**
 * One session over one random world, with what the naive reading of the rules must be asked beside
 * every answer.
 *
 * @module
 */
import { makeAnalyser } from "@reminisce/analyser"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { RankingRules, Recall, type RecallAnswer, type RecallOptions } from "../../src/index.ts"
import { queryTerms } from "../../src/internal/readQuestion.ts"
import type { NaiveAnswer, NaiveMemory, NaiveQuery } from "./naiveRecall.ts"
import {
  type Dice,
  makeDice,
  makeWorld,
  queryText,
  SUBJECTS,
  writePlan,
  writeSubjects,
} from "./World.ts"

const analyser = makeAnalyser()
const START = Date.UTC(2023, 4, 10)
const HOUR = 3_600_000
const USUAL_K = 8

const randomOptions = (dice: Dice, now: number): RecallOptions => ({
  k: dice.pick([1, 3, 8, 100]),
  ...(dice.chance(40) ? { subject: [dice.pick(SUBJECTS), dice.pick(SUBJECTS)] } : {}),
  ...(dice.chance(20)
    ? {
        aspects: Array.from({ length: 1 + dice.roll(2) }, () =>
          dice.pick(["semantic", "affective", "custom", "none"]),
        ),
      }
    : {}),
  ...(dice.chance(20) ? { asOf: now - dice.roll(10) * HOUR } : {}),
  ...(dice.chance(20) ? { at: null } : {}),
})

export interface Asked {
  readonly answer: RecallAnswer
  readonly memories: ReadonlyArray<NaiveMemory>
  readonly query: NaiveQuery
  readonly k: number
}

/** What must be equal of an answer and of the naive one. */
export const factsOf = ({ answer }: Asked) => ({
  hits: answer.memories.map(({ key }, i) => ({
    key,
    score: answer.scores[i],
    focus: answer.parts[i]?.focus,
    duplicates: answer.duplicates[i],
  })),
  scanned: answer.scanned,
  weights: answer.terms.map(({ memories, weight }) => ({ memories, weight })),
  isMore: answer.next !== undefined,
})

export const naiveFacts = ({ hits, scanned, weights }: NaiveAnswer, k: number) => ({
  hits: hits.slice(0, k),
  scanned,
  weights,
  isMore: hits.length > k,
})

export const liveThrough = (seed: number, plans: number, check: (asked: Asked) => void) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(START)
    const dice = makeDice(seed)
    const world = makeWorld("alice")
    const recall = yield* Recall
    const rules = yield* RankingRules
    yield* writeSubjects(world)
    let focus: RecallAnswer["focus"] | undefined
    for (let plan = 0; plan < plans; plan++) {
      if (dice.chance(60)) yield* writePlan(world, dice, analyser)
      else yield* TestClock.adjust(dice.roll(4) * HOUR)
      const now = yield* Clock.currentTimeMillis
      const options = randomOptions(dice, now)
      const query = dice.chance(10) ? null : queryText(dice)
      const at = options.at === undefined ? Number(options.asOf ?? now) : null
      const used = options.subject === undefined ? focus : undefined
      const answer = yield* recall.recall(world.owner, query, {
        ...options,
        ...(used === undefined ? {} : { focus: used }),
      })
      const asked: NaiveQuery = {
        terms: query === null ? undefined : queryTerms(analyser, query, at, rules).terms,
        focus: (used?.cues ?? [])
          .filter(({ kind }) => kind === "term")
          .map(({ value, strength }) => ({ term: value, strength })),
        audience: new Set([options.subject ?? []].flat()),
        aspects: options.aspects,
        asOf: options.asOf === undefined ? undefined : Number(options.asOf),
        at,
        echoMost: rules.echoMost,
      }
      const memories = [...world.memories.values()]
      check({ answer, memories, query: asked, k: options.k ?? USUAL_K })
      if (options.subject === undefined) focus = answer.focus
    }
  })
