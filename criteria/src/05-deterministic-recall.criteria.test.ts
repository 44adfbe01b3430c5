// Criterion 5: the same records give the same answers, byte for byte, in whatever order they came.
// Verifies: CR-05, RE-02, RE-03, RE-04, RE-05, RE-08, RE-09

import { readdirSync, readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { Lifecycle, layerOver, type Owner, Recall, type RememberRequest } from "reminisce"
import golden from "../../fixtures/recall-answers.json" with { type: "json" }
import tour from "../../fixtures/tour.json" with { type: "json" }
import { stores } from "./stores.ts"

const owner: Owner = { kind: "agent", name: "alice" }

/** The tour's memories under fixed keys, none resting on another, so that any order can be written. */
const records = tour.memories.map(({ at, content, facets, trail }, i) => ({
  key: `m_${String(i).padStart(2, "0")}`,
  content,
  aspects: ["semantic"],
  basis: "told",
  occurredAt: at,
  trail,
  ordinal: i,
  ...(facets === undefined ? {} : { facets }),
})) as unknown as ReadonlyArray<RememberRequest>

const queries = [
  ...tour.questions.map(({ ask }) => ask),
  "the gate",
  "harbour",
  "Mira boathouse key breakfast",
  "Tomas",
  "review",
  "what happened on 4 March",
  "мотор",
  "备份服务器",
  "a the of",
  "the",
]

/** All orders of this criterion, drawn once from one seed. */
const orders = fc.sample(fc.shuffledSubarray([...records], { minLength: records.length }), {
  numRuns: 50,
  seed: 5,
})

const PAGE = Math.ceil(records.length / 3)

const answers = Effect.gen(function* () {
  const recall = yield* Recall
  const whole: Array<string> = []
  for (const query of queries) {
    const all = yield* recall.recall(owner, query, { k: 100 })
    whole.push(JSON.stringify(all))
    const paged: Array<string> = []
    for (let after: string | undefined; ; ) {
      const page = yield* recall.recall(owner, query, {
        k: PAGE,
        ...(after === undefined ? {} : { after }),
      })
      paged.push(...page.memories.map(({ key }) => key))
      after = page.next
      if (after === undefined) break
    }
    assert.deepStrictEqual(
      paged,
      all.memories.map(({ key }) => key),
      query,
    )
  }
  return whole
})

const written = (order: ReadonlyArray<RememberRequest>) =>
  Effect.gen(function* () {
    const lifecycle = yield* Lifecycle
    for (const request of order) yield* lifecycle.remember(owner, request)
    return yield* answers
  })

describe("criterion 5", () => {
  it("has 20 queries and 50 orders", () => {
    assert.strictEqual(queries.length, 20)
    assert.strictEqual(orders.length, 50)
    assert.isAbove(new Set(orders.map((order) => JSON.stringify(order))).size, 45)
  })
  for (const store of stores) {
    it.effect(
      `holds on ${store.name}, in one page and in pages of a third`,
      () =>
        Effect.gen(function* () {
          const once = (order: ReadonlyArray<RememberRequest>) =>
            written(order).pipe(Effect.provide(layerOver(store.layer), { local: true }))
          const expected = yield* once(records)
          for (const order of orders) assert.deepStrictEqual(yield* once(order), expected)
        }),
      120_000,
    )
  }
  it.effect("answers alike on every store", () =>
    Effect.gen(function* () {
      const all = yield* Effect.forEach(stores, (store) =>
        written(records).pipe(Effect.provide(layerOver(store.layer), { local: true })),
      )
      for (const each of all) assert.deepStrictEqual(each, all[0])
    }),
  )

  /** Twelve scripts and languages, one owner each. */
  const folder = new URL("../../fixtures/languages/", import.meta.url)
  const languages = readdirSync(folder).map(
    (name) =>
      JSON.parse(readFileSync(new URL(name, folder), "utf8")) as {
        readonly language: keyof typeof golden
        readonly memories: ReadonlyArray<{ readonly key: string; readonly content: string }>
        readonly queries: ReadonlyArray<{ readonly query: string; readonly expect: string }>
      },
  )
  for (const store of stores) {
    it.effect(`gives the committed keys and scores in every script on ${store.name}`, () =>
      Effect.gen(function* () {
        const { rememberMany } = yield* Lifecycle
        const recall = yield* Recall
        for (const { language, memories, queries: asked } of languages) {
          const speaker: Owner = { kind: "agent", name: language }
          yield* rememberMany(
            speaker,
            memories.map(({ key, content }, ordinal) => ({
              key,
              content,
              aspects: ["semantic"],
              basis: "told" as const,
              trail: "all",
              ordinal,
              occurredAt: Date.UTC(2026, 2, 1 + ordinal),
            })),
          )
          const found: { [query: string]: ReadonlyArray<readonly [string, number]> } = {}
          for (const { query, expect } of asked) {
            const answer = yield* recall.recall(speaker, query, { at: Date.UTC(2026, 4, 1) })
            found[query] = answer.memories.map(({ key }, i) => [key, answer.scores[i] ?? 0])
            assert.strictEqual(answer.memories[0]?.key, expect, query)
          }
          assert.deepStrictEqual<unknown>(found, golden[language])
        }
      }).pipe(Effect.provide(layerOver(store.layer), { local: true })),
    )
  }
})
