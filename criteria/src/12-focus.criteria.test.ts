// Criterion 12: a focus helps, within its bound, never over what the query itself finds, and is nobody else's.
// Verifies: CR-12, FO-02, FO-03, FO-04, FO-05, FO-07, FO-08, FO-09, FO-10, PO-08, RE-30
import { assert, describe, it } from "@effect/vitest"
import { RankingRules } from "@reminisce/recall-engine"
import { memorySchema } from "@reminisce/schema"
import { captured } from "@reminisce/store-conformance"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as fc from "fast-check"
import {
  type Focus,
  Lifecycle,
  layerOver,
  MemoryStore,
  type Owner,
  Recall,
  type RememberRequest,
  StoreAdmin,
} from "reminisce"
import tour from "../../fixtures/tour.json" with { type: "json" }
import { stores } from "./stores.ts"

const owner: Owner = { kind: "agent", name: "alice" }
const FOCUS_SIZE = 32

/** Without trails: a memory is found by its own words or by the focus, and by nothing else. */
const records = tour.memories.map(({ at, content, facets, ...rest }, i) => ({
  key: `m_${String(i).padStart(2, "0")}`,
  content,
  aspects: ["semantic"],
  basis: "told",
  occurredAt: at,
  ...("sources" in rest ? { sources: rest.sources } : {}),
  ...(facets === undefined ? {} : { facets }),
})) as unknown as ReadonlyArray<RememberRequest>

const session = [
  "who keeps the boathouse key",
  "what is she allergic to",
  "when does the ferry run",
  "Mira and the harbour",
  "what about the invoice",
  "Дмитрий и мотор",
  "备份服务器",
  "the gate",
]

const written = (memories: ReadonlyArray<RememberRequest>) =>
  Effect.gen(function* () {
    const lifecycle = yield* Lifecycle
    for (const memory of memories) yield* lifecycle.remember(owner, memory)
  })

/** Every answer of a session, each recall given the focus the last one answered. */
const live = (queries: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const recall = yield* Recall
    let focus: Focus | undefined
    const answers = []
    for (const query of queries) {
      const options = { k: 100, at: null, ...(focus === undefined ? {} : { focus }) }
      const answer = yield* recall.recall(owner, query, options)
      focus = answer.focus
      answers.push(answer)
    }
    return answers
  })

const orders = fc.sample(fc.shuffledSubarray([...records], { minLength: records.length }), {
  numRuns: 50,
  seed: 12,
})

/** Ten memories with one common word, and one that only the focus can find, by rare ones. */
const capCase: ReadonlyArray<RememberRequest> = [
  ...Array.from({ length: 10 }, (_, i) => ({
    key: `m_${i}`,
    content: `the gate number ${i}`,
    aspects: ["semantic"],
    basis: "told" as const,
  })),
  {
    key: "m_lantern",
    content: "a lantern, an anvil, a bellows and a crucible",
    aspects: ["semantic"],
    basis: "told",
  },
]

const capOrder = Effect.gen(function* () {
  yield* written(capCase)
  const [, second] = yield* live(["lantern anvil bellows crucible", "gate"])
  return (second?.memories ?? []).map(({ key }) => key)
})

const words = fc.constantFrom(
  ...new Set(records.flatMap(({ content }) => content.split(" ")).concat("nothing", "ZX-unknown")),
)
const sessions = fc.array(
  fc.array(words, { minLength: 1, maxLength: 5 }).map((some) => some.join(" ")),
  { minLength: 2, maxLength: 12 },
)

describe("criterion 12", () => {
  for (const store of stores) {
    const here = { local: true } as const
    const layer = layerOver(store.layer)

    it.effect(
      `has one answer whatever the order of writing on ${store.name}`,
      () =>
        Effect.gen(function* () {
          const once = (order: ReadonlyArray<RememberRequest>) =>
            Effect.andThen(written(order), live(session)).pipe(
              Effect.map((answers) =>
                JSON.stringify(answers, (name, value) => (name === "recordedAt" ? 0 : value)),
              ),
              Effect.provide(layer, here),
            )
          const expected = yield* once(records)
          const some = store.name === "memory" ? orders : orders.slice(0, 10)
          for (const order of some) assert.strictEqual(yield* once(order), expected)
        }),
      120_000,
    )

    it.effect(`stays within its bound and behind the query in any session on ${store.name}`, () =>
      Effect.gen(function* () {
        yield* written(records)
        for (const queries of fc.sample(sessions, { numRuns: 60, seed: 12 })) {
          for (const { focus, parts, terms } of yield* live(queries)) {
            assert.isAtMost(focus.cues.length, FOCUS_SIZE)
            const known = terms.filter(({ memories }) => memories > 0)
            const least = Math.min(...known.map(({ weight }) => weight))
            const byFocusAlone = parts.findIndex(({ query }) => query === 0)
            const behind = byFocusAlone < 0 ? [] : parts.slice(byFocusAlone)
            assert.isTrue(behind.every(({ query }) => query === 0))
            if (known.length === 0) continue
            for (const part of parts) assert.isAtMost(part.focus, Math.floor(least / 2) * 1024)
          }
        }
      }).pipe(Effect.provide(layer, here)),
    )

    it.effect(`keeps nothing of it in the store on ${store.name}`, () =>
      Effect.gen(function* () {
        yield* written(records)
        const { owners } = yield* StoreAdmin
        const recall = yield* Recall
        const before = JSON.stringify(yield* recall.recall(owner, null, { list: true, at: null }))
        yield* live(session)
        const after = JSON.stringify(yield* recall.recall(owner, null, { list: true, at: null }))
        assert.strictEqual(after, before)
        assert.deepStrictEqual(yield* owners({ limit: 9 }), [owner])
      }).pipe(Effect.provide(layer, here)),
    )

    it.effect(`breaks where it must once the cap is taken out on ${store.name}`, () =>
      Effect.gen(function* () {
        const uncapped = Layer.effect(
          RankingRules,
          Effect.map(RankingRules, (usual) => ({ ...usual, capsFocus: false })),
        )
        const kept = yield* capOrder.pipe(Effect.provide(layer, here))
        assert.strictEqual(kept.length, 11)
        assert.strictEqual(kept.at(-1), "m_lantern")
        const broken = yield* capOrder.pipe(
          Effect.provide(layer.pipe(Layer.provide(uncapped)), here),
        )
        assert.strictEqual(broken[0], "m_lantern")
      }),
    )
  }

  const layer = layerOver(MemoryStore.layerMemory(memorySchema))

  it.effect("brings query terms, the memories found and the sources they cite", () =>
    Effect.gen(function* () {
      yield* written(records)
      const recall = yield* Recall
      const { focus } = yield* recall.recall(owner, "north gate dawn", { k: 1 })
      const cues = focus.cues.map(({ kind, value }) => `${kind}:${value}`)
      assert.includeMembers(cues, ["term:dawn", "term:gate", "term:north"])
      assert.deepStrictEqual(
        cues.filter((cue) => !cue.startsWith("term:")),
        ["memory:m_00", "source:doc:gates"],
      )
    }).pipe(Effect.provide(layer, { local: true })),
  )

  it.effect("counts a term half of what it is worth in a query", () =>
    Effect.gen(function* () {
      yield* written(records)
      const recall = yield* Recall
      const { focus, scores } = yield* recall.recall(owner, "boathouse", { k: 100 })
      const unasked = yield* recall.recall(owner, null, { k: 100, focus })
      assert.isAbove(scores.length, 0)
      assert.deepStrictEqual(
        unasked.parts.map(({ focus: part }) => part),
        scores.map((score) => Math.floor(score / 1024 / 2) * 1024),
      )
    }).pipe(Effect.provide(layer, { local: true })),
  )

  it.effect("starts afresh without one, and for another audience or owner", () =>
    Effect.gen(function* () {
      yield* written(records)
      const recall = yield* Recall
      const fresh = yield* recall.recall(owner, "boathouse")
      assert.strictEqual(fresh.focus.turn, 1)
      assert.isUndefined(fresh.focusReset)
      const next = yield* recall.recall(owner, null, { focus: fresh.focus })
      assert.strictEqual(next.focus.turn, 2)
      assert.isAbove(next.memories.length, 0)
      for (const [who, subject] of [
        [owner, "person:mira"],
        [{ kind: "agent", name: "bob" }, undefined],
      ] as const) {
        const options = { focus: fresh.focus, ...(subject === undefined ? {} : { subject }) }
        const other = yield* recall.recall(who, null, options)
        assert.deepStrictEqual(
          [other.focusReset, other.memories.length, other.focus.turn],
          [true, 0, 1],
        )
      }
    }).pipe(Effect.provide(layer, { local: true })),
  )

  it.effect("lets no word of a query or a focus into telemetry and logs", () =>
    Effect.gen(function* () {
      yield* written(records)
      const recall = yield* Recall
      const canary = "canarylantern"
      const ask = Effect.gen(function* () {
        const { focus } = yield* recall.recall(owner, canary)
        yield* recall.recall(owner, "gate", { focus })
        yield* recall.reach([owner], canary)
        yield* recall.whyNot(owner, canary, "m_00")
        yield* Effect.exit(recall.recall(owner, canary, { k: 0 }))
        yield* Effect.exit(recall.recall(owner, canary, { focus: { ...focus, turn: 7 } }))
        yield* Effect.exit(recall.whyNot(owner, canary, canary))
      })
      const { text, spans } = yield* captured(ask)
      const names = ["recall", "recall", "reach", "whyNot", "recall", "recall", "whyNot"]
      assert.deepStrictEqual(
        spans,
        names.map((name) => `Recall.${name}`),
      )
      assert.notInclude(text.toLowerCase(), canary)
      const leak = Effect.andThen(Effect.logInfo(canary), Effect.annotateCurrentSpan("q", canary))
      const shown = yield* captured(leak.pipe(Effect.withSpan("leaky")))
      assert.strictEqual(shown.text.split(canary).length, 3)
    }).pipe(Effect.provide(layer, { local: true })),
  )
})
