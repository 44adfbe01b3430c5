/**
 * The answers to the questions of `fixtures/languages`, which are the same bytes on every runtime and
 * in every store.
 *
 * @module
 */
import { readdirSync, readFileSync } from "node:fs"
import type { MemoryStore, Owner } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { Recall } from "../../src/index.ts"
import { plant } from "./memoryFixture.ts"

export interface LanguageFixture {
  readonly language: string
  readonly memories: ReadonlyArray<{ readonly key: string; readonly content: string }>
  readonly queries: ReadonlyArray<{ readonly query: string; readonly expect: string }>
}

const folder = new URL("../../../../fixtures/languages/", import.meta.url)

export const languages: ReadonlyArray<LanguageFixture> = readdirSync(folder)
  .filter((name) => name.endsWith(".json"))
  .sort()
  .map((name) => JSON.parse(readFileSync(new URL(name, folder), "utf8")) as LanguageFixture)

/** By query: keys and scores, best first. */
export type GoldenAnswers = {
  readonly [query: string]: ReadonlyArray<readonly [key: string, score: number]>
}

/** One trail in the order of the fixture, so that echo has its say. */
export const goldenAnswers = ({
  language,
  memories,
  queries,
}: LanguageFixture): Effect.Effect<GoldenAnswers, unknown, Recall | MemoryStore> =>
  Effect.gen(function* () {
    const owner: Owner = { kind: "agent", name: language }
    yield* plant(
      owner,
      ...memories.map(({ key, content }, ordinal) => ({
        key,
        content,
        attributes: { trail: "all", ordinal, occurredAt: Date.UTC(2026, 2, 1 + ordinal) },
      })),
    )
    const recall = yield* Recall
    const answers: { [query: string]: ReadonlyArray<readonly [string, number]> } = {}
    for (const { query } of queries) {
      const answer = yield* recall.recall(owner, query, { at: Date.UTC(2026, 4, 1) })
      answers[query] = answer.memories.map(({ key }, i) => [key, answer.scores[i] ?? 0] as const)
    }
    return answers
  })
