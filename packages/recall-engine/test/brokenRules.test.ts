// Each rule of the ranking broken in the naive reading, one at a time: the engine, which keeps it,
// must disagree with what is left. A rule that random worlds never tell apart would pass unseen.
// Verifies: RE-04, RE-05, RE-08, RE-26
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { type Asked, factsOf, liveThrough, naiveFacts } from "./support/liveThrough.ts"
import { layerFewEchoes, layerRecall } from "./support/memoryFixture.ts"
import {
  listOf,
  NAIVE_RULES,
  type NaiveRules,
  numberIn,
  OF_THE_SAME,
  recallNaively,
  saysTheSame,
  spoken,
} from "./support/naiveRecall.ts"

const usual = NAIVE_RULES

const without = (name: string): Partial<NaiveRules> => ({
  isCopy: (a, b) =>
    saysTheSame(
      a,
      b,
      spoken,
      OF_THE_SAME.filter((each) => each !== name),
    ),
})

const BROKEN: { readonly [rule: string]: Partial<NaiveRules> } = {
  "a past moment has the statuses of today": {
    statusOf: ({ attributes }) => String(attributes.status),
  },
  "a status is that of then only when it moved before": {
    statusOf: (memory, asOf) => usual.statusOf(memory, asOf === undefined ? undefined : asOf - 1),
  },
  "what was recorded later is known before": { isRecorded: () => true },
  "one of the people it concerns will do": {
    mayHear: (memory, audience) => {
      const concerned = listOf(memory, "concerns")
      return concerned.length === 0 || concerned.some((subject) => audience.has(subject))
    },
  },
  "anybody may hear of anybody": { mayHear: () => true },
  "strands of the persona are memories like others": { isOfPersona: () => false },
  "feelings are memories like others": { isKeptBack: () => false },
  "feelings are kept back even when asked for": {
    isKeptBack: (aspects) => aspects.includes("affective"),
  },
  "aspects asked for leave nothing out": { isWanted: () => true },
  "all aspects asked for must be there": {
    isWanted: (aspects, asked) => asked.every((aspect) => aspects.includes(aspect)),
  },
  "what is not yet valid is": { hasBegun: () => true },
  "validity begins after its instant": { hasBegun: (from, at) => from < at },
  "what was valid is": { isOver: () => false },
  "validity ends after its instant": { isOver: (to, at) => to < at },
  "frequencies count what is hidden": { countedOver: (all) => all },
  "every word weighs the same": { weigh: () => 256 },
  "weights are rounded up": { weigh: (n, df) => usual.weigh(n, df) + 1 },
  "common words echo": { echoMost: () => Number.POSITIVE_INFINITY },
  "there is no echo": { echo: () => 0 },
  "echo is the same in both directions": { echo: (distance) => usual.echo(Math.abs(distance)) },
  "echo goes the other way": { echo: (distance) => usual.echo(-distance) },
  "echo ends a place too early": {
    echo: (distance) => (Math.abs(distance) > 3 ? 0 : usual.echo(distance)),
  },
  "echo goes a place too far": {
    echo: (distance) => (distance === 5 ? 172 : usual.echo(distance)),
  },
  "echoes add up": { together: (values) => values.reduce((sum, value) => sum + value, 0) },
  "nobody is lifted": { lift: (part) => part },
  "a lift counts for every name": {
    lift: (part, names) =>
      Array.from({ length: names }).reduce<number>((lifted) => usual.lift(lifted, 1), part),
  },
  "terms of the focus count in full": {
    fade: (weight, strength) => Math.floor((weight * strength) / 1024),
  },
  "the focus does not fade": { fade: (weight) => Math.floor(weight / 2) },
  "terms of the query count again in the focus": { isFocusTerm: () => true },
  "the focus has no cap": { cap: () => Number.POSITIVE_INFINITY },
  "the focus is capped by the largest weight": {
    cap: (weights, isAsked) => usual.cap([Math.max(...weights, 0)], isAsked),
  },
  "a focus without a query is capped": { cap: (weights) => usual.cap(weights, true) },
  "the earlier comes first": { compareTimes: (a, b) => usual.compareTimes(b, a) },
  "times do not matter": { compareTimes: () => 0 },
  "validity is the time of a matter before its happening": {
    ownTime: (memory) => numberIn(memory, "validFrom") ?? usual.ownTime(memory),
  },
  "the time of recording is the time of a matter": {
    ownTime: (memory) => {
      const own = usual.ownTime(memory)
      return Number.isFinite(own) ? own : (numberIn(memory, "recordedAt") ?? 0)
    },
  },
  "keys are ordered by UTF-16": { compareKeys: (a, b) => (a < b ? -1 : 1) },
  "keys are ordered backwards": { compareKeys: (a, b) => usual.compareKeys(b, a) },
  "copies stand beside each other": { isCopy: () => false },
  "copies are told by every character": {
    isCopy: (a, b) => saysTheSame(a, b, (content) => content, OF_THE_SAME),
  },
  "copies may have other facets": without("facets"),
  "copies may have other aspects": without("aspects"),
  "copies may concern others": without("concerns"),
  "copies may have happened at other times": without("occurredAt"),
  "copies may be valid from other times": without("validFrom"),
  "copies may be valid until other times": without("validTo"),
}

/** Sessions looked at, always the same. */
const SESSIONS = 150
const PLANS = 12

describe("a broken rule", () => {
  it.effect(
    "is told from the engine's, whichever it is",
    () =>
      Effect.gen(function* () {
        const unseen = new Map(
          Object.entries(BROKEN).map(([name, broken]) => [name, { ...usual, ...broken }]),
        )
        const look = (asked: Asked): void => {
          const unbroken = naiveFacts(recallNaively(asked.memories, asked.query), asked.k)
          assert.deepStrictEqual<unknown>(factsOf(asked), unbroken)
          const facts = JSON.stringify(unbroken)
          for (const [name, rules] of unseen) {
            const answer = recallNaively(asked.memories, asked.query, rules)
            if (JSON.stringify(naiveFacts(answer, asked.k)) !== facts) unseen.delete(name)
          }
        }
        for (let seed = 1; seed <= SESSIONS && unseen.size > 0; seed++) {
          const session = liveThrough(seed, PLANS, look)
          const layer = seed % 3 === 0 ? layerFewEchoes : layerRecall
          yield* session.pipe(Effect.provide(layer, { local: true }))
        }
        assert.deepStrictEqual([...unseen.keys()], [])
      }),
    120_000,
  )
})
