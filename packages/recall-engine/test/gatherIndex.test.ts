// Verifies: BA-14
import { assert, describe, it } from "@effect/vitest"
import { makeAnalyser } from "@reminisce/analyser"
import { type Draft, MemoryStore, type Owner, type RecordWrite } from "@reminisce/store"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import { checkIndex } from "../src/index.ts"
import { threadPostings } from "../src/internal/AnalysisThread.ts"
import { gatherIndex } from "../src/internal/gatherIndex.ts"
import type { PostingsMakers } from "../src/internal/IndexPages.ts"
import { makePostings, type OnDigests, type PostingsMaker } from "../src/internal/PostingsMaker.ts"
import { sortInSteps } from "../src/internal/TrailOrder.ts"
import { indexPages } from "./support/indexPages.ts"
import { layerRecall, plantedAttributes } from "./support/memoryFixture.ts"
import { type Dice, makeDice } from "./support/World.ts"

const analyser = makeAnalyser()
const START = Date.UTC(2023, 4, 10)

/** So small that every block is written in parts. */
const SMALL = { memories: 3, pages: 2, held: 4, beside: 1_000_000 }

const WORDS = ["gate", "well", "mill", "dawn", "bridge", "yesterday", "Tobin"]

const memoryOf = (dice: Dice, key: string): RecordWrite => ({
  type: "memory",
  key,
  attributes: plantedAttributes(
    {
      key,
      content: Array.from({ length: dice.roll(5) }, () => dice.pick(WORDS)).join(" "),
      attributes: {
        facets: dice.chance(30) ? [`speaker=${dice.pick(WORDS)}`] : [],
        ...(dice.chance(70) ? { trail: dice.pick(["", "t1", "t2"]) } : {}),
        ...(dice.chance(90) ? { ordinal: dice.roll(4) } : {}),
        ...(dice.chance(30) ? { occurredAt: START + dice.roll(9) } : {}),
      },
    },
    START,
  ),
})

const moveOf = (memory: string, ordinal: number): RecordWrite => ({
  type: "statusChange",
  key: `${memory}#${ordinal}`,
  attributes: { memory, ordinal, status: "inactive", at: START + ordinal },
})

/** Memories by key, then moves of some of them, in the order of their keys as a backup has them. */
const recordsOf = (dice: Dice): ReadonlyArray<RecordWrite> => {
  const keys = Array.from({ length: dice.roll(40) }, (_, i) => `m_${100 + i}`)
  const moved = keys.filter(() => dice.chance(20))
  return [
    ...keys.map((key) => memoryOf(dice, key)),
    ...moved.flatMap((key) =>
      Array.from({ length: 1 + dice.roll(11) }, (_, i) => moveOf(key, i + 1)).sort((a, b) =>
        a.key < b.key ? -1 : 1,
      ),
    ),
  ]
}

/** As they were made: moves in the order in which they were. */
const asLived = (records: ReadonlyArray<RecordWrite>): ReadonlyArray<RecordWrite> =>
  [...records].sort((a, b) => Number(a.attributes.at ?? 0) - Number(b.attributes.at ?? 0))

const plansOf = (
  dice: Dice,
  records: ReadonlyArray<RecordWrite>,
): ReadonlyArray<ReadonlyArray<RecordWrite>> => {
  const plans: Array<ReadonlyArray<RecordWrite>> = []
  for (let from = 0; from < records.length; ) {
    const some = records.slice(from, from + 1 + dice.roll(9))
    plans.push(some)
    from += some.length
  }
  return plans
}

/** Postings from the thread; of those it is given, `lostAfter` are all it ever makes. */
const besideMakers = (lostAfter: number): PostingsMakers => ({
  here: makePostings(analyser, 2),
  beside: (onDigests) => {
    const maker = threadPostings(analyser, 2)?.(onDigests)
    if (maker === undefined) return undefined
    let given = 0
    const isLost = () => maker.isLost() || given >= lostAfter
    return {
      ...maker,
      add: (first, memories) => {
        given++
        return isLost() ? Effect.void : maker.add(first, memories)
      },
      isLost,
    }
  },
})

const write = (store: MemoryStore["Service"], owner: Owner, draft: Draft) =>
  store.update(owner, () => Effect.succeed({ answer: undefined, draft }))

describe("an index made beside the plans of a new owner", () => {
  it.effect.prop(
    "is byte for byte the deriver's, also where somebody else has written in between",
    { seed: Schema.Int },
    ({ seed }) =>
      Effect.gen(function* () {
        yield* TestClock.setTime(START)
        const dice = makeDice(seed)
        const store = yield* MemoryStore
        const [one, other] = [
          { kind: "agent", name: "derived" },
          { kind: "agent", name: "gathered" },
        ] as const
        const { postponing } = store.derived(other)
        const isBeside = dice.chance(50)
        const steps = isBeside ? { ...SMALL, beside: dice.roll(9) } : SMALL
        const makers = besideMakers(dice.chance(50) ? 1 + dice.roll(9) : Number.POSITIVE_INFINITY)
        const gathering = dice.chance(20)
          ? gatherIndex(store, other, analyser)
          : gatherIndex(store, other, analyser, steps, makers)
        const intruder = dice.chance(20) ? dice.roll(4) : -1
        const records = recordsOf(dice)
        for (const create of plansOf(dice, asLived(records))) yield* write(store, one, { create })
        for (const [i, create] of plansOf(dice, records).entries()) {
          yield* write(store, other, { create, pages: i === 0 ? postponing : [] })
          if (i === intruder) {
            const set = [{ type: "memory", key: create[0]?.key ?? "", attributes: { ordinal: 2 } }]
            if (create[0]?.type === "memory") {
              yield* write(store, other, { set })
              yield* write(store, one, { set })
            }
          }
          yield* gathering.add(create)
        }
        yield* gathering.end
        assert.deepStrictEqual(yield* indexPages(other), yield* indexPages(one))
        assert.deepStrictEqual(yield* checkIndex(other), { _tag: "Sound" })
      }).pipe(Effect.provide(layerRecall)),
    { timeout: 120_000, arbitrary: { runs: 20 } },
  )

  it.effect("is made from what is stored where moves are missing or nothing was told", () =>
    Effect.gen(function* () {
      const store = yield* MemoryStore
      const dice = makeDice(7)
      const cases: ReadonlyArray<ReadonlyArray<RecordWrite>> = [
        [moveOf("m", 2)],
        [moveOf("m", 1), moveOf("m", 3)],
        [{ ...moveOf("m", 1), key: "m#x" }],
        [moveOf("nobody", 1)],
      ]
      for (const [i, moves] of cases.entries()) {
        const owner = { kind: "agent", name: `case ${i}` }
        const derived = store.derived(owner)
        const create = [memoryOf(dice, "m"), ...moves]
        yield* write(store, owner, { create, pages: derived.postponing })
        if (i > 0) yield* derived.add(create)
        yield* derived.end
        assert.deepStrictEqual(yield* checkIndex(owner), { _tag: "Sound" })
      }
    }).pipe(Effect.provide(layerRecall)),
  )

  it.live("has its postings from a thread as from its own, digests and all", () =>
    Effect.gen(function* () {
      const dice = makeDice(11)
      const memories = Array.from({ length: 40 }, (_, i) =>
        i === 7 ? undefined : memoryOf(dice, `m_${i}`).attributes,
      )
      const madeBy = Effect.fnUntraced(function* (
        make: ((onDigests: OnDigests) => PostingsMaker | undefined) | undefined,
      ) {
        const digests: Array<readonly [number, Uint32Array]> = []
        const maker = make?.((first, some) => digests.push([first, some]))
        if (maker === undefined) return yield* Effect.die("no thread")
        const pages: Array<unknown> = []
        for (const first of [0, 10, 20, 30]) {
          yield* maker.add(first, memories.slice(first, first + 10))
          if (first % 20 === 0) continue
          yield* maker.flush
          for (;;) {
            const some = yield* maker.take
            if (some.length === 0) break
            pages.push(...some.map(({ bytes, ...page }) => ({ ...page, bytes: [...bytes] })))
          }
        }
        assert.isFalse(maker.isLost())
        yield* maker.close
        return { pages, digests }
      })
      const here = yield* madeBy(makePostings(analyser, 3))
      assert.deepStrictEqual(yield* madeBy(threadPostings(analyser, 3)), here)
      assert.isAbove(here.pages.length, 10)
    }),
  )

  it("is made here where the analyser is not the thread's", () => {
    assert.isUndefined(threadPostings({ ...analyser, version: "another" }, 2))
  })

  it("sorts long trails in steps as at once", () => {
    const dice = makeDice(3)
    const values = Uint32Array.from({ length: 70_001 }, () => dice.roll(100_000))
    const sorted = values.slice().sort()
    let steps = 0
    for (const _ of sortInSteps(values, (a, b) => a - b)) steps++
    assert.isAbove(steps, 30)
    assert.deepStrictEqual(values, sorted)
  })
})
