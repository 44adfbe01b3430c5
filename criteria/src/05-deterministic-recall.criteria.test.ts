// Criterion 5: the same records give the same answers, byte for byte, in whatever order they came.
// Verifies: CR-05, RE-02, RE-03, RE-04, RE-05, RE-08, RE-09

import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { Lifecycle, layerOver, type Owner, Recall, type RememberRequest } from "reminisce"
import golden from "../../fixtures/recall-answers.json" with { type: "json" }
import digests from "../../fixtures/recall-digests.json" with { type: "json" }
import tour from "../../fixtures/tour.json" with { type: "json" }
import { recallStores } from "./stores.ts"

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

/** Orders tried on each store: all of them where a host keeps its memory by default. */
const ORDERS: { readonly [store: string]: number } = {
  sqlite: 50,
  memory: 10,
  postgres: 1,
  typedb: 1,
}

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

const answersTo = (order: ReadonlyArray<RememberRequest>) =>
  Effect.gen(function* () {
    const lifecycle = yield* Lifecycle
    for (const request of order) yield* lifecycle.remember(owner, request)
    return yield* answers
  })

/** What each query is answered, to the last byte. */
const digestsOf = (answers: ReadonlyArray<string>): { readonly [query: string]: string } =>
  Object.fromEntries(
    queries.map((query, i) => [
      query,
      createHash("sha256")
        .update(answers[i] ?? "")
        .digest("hex"),
    ]),
  )

describe("criterion 5", () => {
  it("has 20 queries and 50 orders", () => {
    assert.strictEqual(queries.length, 20)
    assert.strictEqual(orders.length, 50)
    assert.isAbove(new Set(orders.map((order) => JSON.stringify(order))).size, 45)
  })
  for (const store of recallStores) {
    const once = (order: ReadonlyArray<RememberRequest>) =>
      answersTo(order).pipe(Effect.provide(layerOver(store.layer), { local: true }))

    it.effect(`gives the committed bytes on ${store.name}`, () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(digestsOf(yield* once(records)), digests)
      }),
    )

    it.effect(
      `gives them in every order on ${store.name}, in one page and in pages of a third`,
      () =>
        Effect.gen(function* () {
          for (const order of orders.slice(0, ORDERS[store.name])) {
            assert.deepStrictEqual(digestsOf(yield* once(order)), digests)
          }
        }),
      240_000,
    )
  }

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
  for (const store of recallStores) {
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
