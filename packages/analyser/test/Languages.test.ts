/**
 * Every script finds what a native speaker would expect: the memories and questions of `fixtures/languages`,
 * ranked by nothing but shared terms and how rare they are.
 *
 * @module
 */
import { readdirSync, readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { makeAnalyser } from "../src/index.ts"

interface Fixture {
  readonly language: string
  readonly memories: ReadonlyArray<{ readonly key: string; readonly content: string }>
  readonly queries: ReadonlyArray<{ readonly query: string; readonly expect: string }>
}

const folder = new URL("../../../fixtures/languages/", import.meta.url)
const fixtures = readdirSync(folder)
  .filter((name) => name.endsWith(".json"))
  .map((name) => JSON.parse(readFileSync(new URL(name, folder), "utf8")) as Fixture)

const analyser = makeAnalyser()

/** The keys of the memories that share a term with the query, best first, with the score of each. */
const rank = (
  memories: Fixture["memories"],
  query: string,
): ReadonlyArray<readonly [string, number]> => {
  const indexed = memories.map(
    ({ key, content }) => [key, new Set(analyser.terms(content))] as const,
  )
  const weightOf = (term: string): number => {
    const count = indexed.filter(([, terms]) => terms.has(term)).length
    return count === 0 ? 0 : Math.log2((indexed.length + count) / count)
  }
  const weights = analyser
    .query(query)
    .slice(0, 32)
    .map(({ term }) => [term, weightOf(term)] as const)
  return indexed
    .map(([key, terms]) => {
      const shared = weights.filter(([term]) => terms.has(term))
      return [key, shared.reduce((sum, [, weight]) => sum + weight, 0)] as const
    })
    .filter(([, score]) => score > 0)
    .sort(([, one], [, other]) => other - one)
}

describe.each(fixtures)("$language", ({ memories, queries }) => {
  it.each(queries)("finds $expect by $query", ({ query, expect }) => {
    const [first, second] = rank(memories, query)
    assert.strictEqual(first?.[0], expect)
    assert.isAbove(first?.[1] ?? 0, second?.[1] ?? 0, "the first is ahead, not level")
  })
})
