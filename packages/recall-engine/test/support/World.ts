/**
 * A random world: an owner's memories, written in random plans by random hands, with the same thing
 * kept beside as a plain list.
 *
 * @module
 */
import type { AnalyserShape } from "@reminisce/analyser"
import {
  type Attributes,
  type Draft,
  type EpochMillis,
  MemoryStore,
  type Owner,
} from "@reminisce/store"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { memoryTerms } from "../../src/internal/memoryTerms.ts"
import { plantedAttributes } from "./memoryFixture.ts"
import type { NaiveMemory } from "./naiveRecall.ts"

/** Numbers from a seed, the same ones every time. */
export interface Dice {
  /** 0 to `below` - 1. */
  readonly roll: (below: number) => number
  readonly pick: <T>(from: ReadonlyArray<T>) => T
  readonly chance: (percent: number) => boolean
}

export const makeDice = (seed: number): Dice => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return (t ^ (t >>> 14)) >>> 0
  }
  const roll = (below: number): number => next() % below
  return {
    roll,
    pick: (from) => from[roll(from.length)] as (typeof from)[number],
    chance: (percent) => roll(100) < percent,
  }
}

const WORDS = [
  "gate",
  "well",
  "mill",
  "dawn",
  "bridge",
  "lantern",
  "river",
  "stone",
  "bread",
  "wolf",
]
const NAMES = ["Mara", "Tobin", "Ilse"]
export const SUBJECTS = ["p_1", "p_2", "p_3"]
const ASPECTS = ["semantic", "episodic", "affective", "persona", "prospective", "custom"]
const HOUR = 3_600_000

/** The port-level life of one owner. */
export interface World {
  readonly owner: Owner
  readonly memories: Map<string, NaiveMemory>
}

export const makeWorld = (name: string): World => ({
  owner: { kind: "agent", name },
  memories: new Map(),
})

const words = (dice: Dice): string =>
  Array.from({ length: 1 + dice.roll(5) }, () => dice.pick(WORDS)).join(" ")

export const queryText = (dice: Dice): string =>
  [
    words(dice),
    dice.chance(30) ? dice.pick(NAMES) : "",
    dice.chance(15) ? dice.pick(NAMES) : "",
    dice.chance(20) ? "unheardof" : "",
    dice.chance(20) ? dice.pick(["in May 2023", "yesterday", "on 2023-05-08"]) : "",
  ].join(" ")

const randomFacets = (dice: Dice): ReadonlyArray<string> => {
  const facet = (): string => `${dice.pick(["speaker", "author", "mood"])}=${dice.pick(NAMES)}`
  return [...new Set(Array.from({ length: 1 + dice.roll(2) }, facet))].sort()
}

const randomAttributes = (dice: Dice, at: EpochMillis): Attributes => {
  const inTrail = dice.chance(60)
  const punctuation = dice.pick(["", ".", "!", " , the"])
  const past = Date.UTC(2023, 4, 1 + dice.roll(4), dice.roll(2))
  return plantedAttributes(
    {
      key: "",
      content:
        (dice.chance(50) ? words(dice) : words(dice).toUpperCase()) +
        punctuation +
        (dice.chance(10) ? " yesterday" : ""),
      attributes: {
        aspects: dice.chance(70)
          ? ["semantic"]
          : [...new Set([dice.pick(ASPECTS), dice.pick(ASPECTS)])].sort(),
        facets: dice.chance(40) ? randomFacets(dice) : [],
        concerns: dice.chance(25)
          ? [...new Set([dice.pick(SUBJECTS), dice.pick(SUBJECTS)])].sort()
          : [],
        ...(inTrail ? { trail: dice.pick(["t1", "t2"]) } : {}),
        ...(inTrail && dice.chance(90) ? { ordinal: dice.roll(12) } : {}),
        ...(dice.chance(30) ? { occurredAt: past } : {}),
        ...(dice.chance(20) ? { validFrom: at + HOUR * (dice.roll(7) - 3) } : {}),
        ...(dice.chance(20) ? { validTo: at + HOUR * (4 + dice.roll(5)) } : {}),
      },
    },
    at,
  )
}

/** The same said again, or nearly the same. */
const copyOf = (attributes: Attributes, dice: Dice, at: EpochMillis): Attributes => {
  const { status: _, ...said } = attributes
  const fresh = randomAttributes(dice, at)
  const names = ["facets", "aspects", "concerns", "occurredAt", "validFrom", "validTo"]
  const name = dice.chance(50) ? undefined : dice.pick(names)
  const { [name ?? ""]: _was, ...others } = said
  const value = name === undefined ? undefined : fresh[name]
  const content = String(attributes.content ?? "the gate")
  return {
    ...others,
    ...(name === undefined || value === undefined ? {} : { [name]: value }),
    content: dice.pick([content, content.toUpperCase(), `the ${content}!`]),
    recordedAt: at,
    status: "active",
  }
}

/** One random plan: new memories, moves of status, words erased. */
export const writePlan = (
  world: World,
  dice: Dice,
  analyser: AnalyserShape,
  pages: Draft["pages"] = [],
) =>
  Effect.gen(function* () {
    const store = yield* MemoryStore
    yield* TestClock.adjust(dice.roll(3) * HOUR)
    yield* store.update(world.owner, (_view, at) =>
      Effect.sync(() => ({
        answer: undefined,
        draft: { ...randomDraft(world, dice, analyser, at), pages },
      })),
    )
  })

/** Given to a plan, it keeps the deriver out: the plan is then one of a writer that has none. */
export const WITHOUT_DERIVER: Draft["pages"] = [
  { space: "postings", name: "nothing", number: 0, bytes: undefined },
]

const randomDraft = (world: World, dice: Dice, analyser: AnalyserShape, at: EpochMillis): Draft => {
  const create: Array<{ type: string; key: string; attributes: Attributes }> = []
  const set: Array<{ type: string; key: string; attributes: Attributes }> = []
  const unset: Array<{ type: string; key: string; attributes: ReadonlyArray<string> }> = []
  const known = [...world.memories.values()]
  for (const memory of known) {
    if (dice.chance(10)) {
      const status = dice.pick(["active", "forgotten", "superseded", "inactive"])
      const ordinal = memory.moves.length + 1
      set.push({ type: "memory", key: memory.key, attributes: { status } })
      create.push({
        type: "statusChange",
        key: `${memory.key}#${ordinal}`,
        attributes: { memory: memory.key, ordinal, status, at },
      })
      const attributes = { ...memory.attributes, status }
      const moves = [...memory.moves, { status, at }]
      world.memories.set(memory.key, { ...memory, attributes, moves })
    } else if (dice.chance(5)) {
      const gone = ["content", "facets", "trail", "ordinal", "occurredAt"]
      unset.push({
        type: "memory",
        key: memory.key,
        attributes: gone.filter((name) => memory.attributes[name] !== undefined),
      })
      const attributes: Attributes = {
        ...Object.fromEntries(
          Object.entries(memory.attributes).filter(([name]) => !gone.includes(name)),
        ),
        facets: [],
      }
      const terms = new Set(memoryTerms(analyser, attributes))
      world.memories.set(memory.key, { ...memory, attributes, terms })
    }
  }
  for (let i = dice.roll(8); i >= 0; i--) {
    const key = `${dice.pick(["m_", "é", "Z", "😀", "ｚ"])}${dice.roll(1_000_000)}`
    if (world.memories.has(key)) continue
    const other = dice.chance(35) && known.length > 0 ? dice.pick(known) : undefined
    const attributes =
      other === undefined ? randomAttributes(dice, at) : copyOf(other.attributes, dice, at)
    create.push({ type: "memory", key, attributes })
    const terms = new Set(memoryTerms(analyser, attributes))
    world.memories.set(key, { key, attributes, terms, moves: [] })
  }
  return { create, set, unset }
}

/** Makes the subjects known, each under its own name as reference. */
export const writeSubjects = (world: World) =>
  Effect.flatMap(MemoryStore, (store) =>
    store.update(world.owner, () =>
      Effect.succeed({
        answer: undefined,
        draft: {
          create: SUBJECTS.map((key) => ({
            type: "subject",
            key,
            attributes: { reference: key },
          })),
        },
      }),
    ),
  )
