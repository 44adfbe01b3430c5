/**
 * The same questions, asked of each system in turn.
 *
 * @module
 */
import type { Corpus, QueryKind } from "./corpus.ts"
import { cpuMillis, median, quantile, round } from "./measure.ts"

export const KINDS: ReadonlyArray<QueryKind> = [
  "natural",
  "selective",
  "broad",
  "none",
  "common 32",
]
export const QUERIES = 40
export const RUNS = 3
export const WARM_UPS = 2
const COSTLY = { queries: 3, runs: 2, warmUps: 1 } as const

export type Questions = { readonly [kind in QueryKind]: ReadonlyArray<string> }
/** Of each question, as many as were asked. */
export type Times = { readonly [kind in QueryKind]: ReadonlyArray<number> }

export const questionsOf = (corpus: Corpus): Questions => ({
  natural: corpus.queries("natural", QUERIES),
  selective: corpus.queries("selective", QUERIES),
  broad: corpus.queries("broad", QUERIES),
  none: corpus.queries("none", QUERIES),
  "common 32": corpus.queries("common 32", COSTLY.queries),
})

/** Says the medians, and adds them to the figures. */
export const measureQueries = async (
  questions: Questions,
  name: string,
  find: (query: string) => unknown,
  figures: { [name: string]: number },
): Promise<Times> => {
  const times = new Map<QueryKind, ReadonlyArray<number>>()
  const parts: Array<string> = []
  for (const kind of KINDS) {
    const { runs, warmUps } = kind === "common 32" ? COSTLY : { runs: RUNS, warmUps: WARM_UPS }
    const calls = questions[kind].map((query) => () => find(query))
    const found = await cpuMillis(calls, runs, warmUps)
    times.set(kind, found)
    figures[`${name} ${kind}`] = round(median(found))
    figures[`${name} ${kind}, p95`] = round(quantile(found, 0.95))
    const some = found.length < calls.length ? ` of ${found.length} questions` : ""
    parts.push(`${kind} ${round(median(found))} (p95 ${round(quantile(found, 0.95))}${some})`)
  }
  process.stdout.write(`  ${name.padEnd(16)} ${parts.join("  ")}\n`)
  return Object.fromEntries(times) as unknown as Times
}
