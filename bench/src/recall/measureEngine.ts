/**
 * Every figure of the engine over one corpus.
 *
 * @module
 */
import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { RecallOptions } from "@reminisce/recall-engine"
import { type Corpus, SPEAKERS } from "./corpus.ts"
import { type Engine, NOW, openEngine, PERSON, seedEngine } from "./engine.ts"
import { cpuMillis, median, round } from "./measure.ts"
import { measureQueries, QUERIES, type Questions, RUNS, WARM_UPS } from "./measureQueries.ts"
import { K } from "./peers.ts"

/** By name. */
type Figures = { [name: string]: number }

/** Fresh processes that open the file. */
const OPENINGS = 9
/** Memories written one by one. */
const WRITES = 300
const WRITES_READ = 40
const WRITES_ELSEWHERE = 30

export const measureEngine = async (
  size: number,
  corpus: Corpus,
  questions: Questions,
  folder: string,
) => {
  const figures: Figures = {}
  const file = join(folder, "engine.db")
  const started = process.cpuUsage()
  await seedEngine(file, corpus, size)
  const bulk = process.cpuUsage(started)
  figures["bulk memories a second"] = Math.round(size / ((bulk.user + bulk.system) / 1e6))
  const engine = await openCold(file, questions, figures)
  const times = await measureQueries(questions, "engine", ask(engine), figures)
  await measureFirst(corpus, engine, figures)
  await measureOptions(questions, engine, figures)
  await measureWrites(corpus, size, engine, figures)
  await measureElsewhere(corpus, size, file, engine, figures)
  await engine.close()
  return { figures, times }
}

const ask = (engine: Engine) => (query: string) => engine.recall(query, { k: K })

/** From opening the file to the first answer: in this process, and in some that have done nothing else. */
const openCold = async (file: string, questions: Questions, figures: Figures): Promise<Engine> => {
  const [question = ""] = questions.natural
  const place = fileURLToPath(new URL("./coldOpen.ts", import.meta.url))
  const fresh = Array.from({ length: OPENINGS }, () =>
    Number(spawnSync(process.execPath, [...process.execArgv, place, file, question]).stdout),
  )
  figures["cold open to first answer ms, fresh process"] = round(median(fresh))
  globalThis.gc?.()
  const before = process.memoryUsage()
  const opened = performance.now()
  const engine = await openEngine(file)
  const { scanned } = await engine.recall(question)
  figures["cold open to first answer ms"] = round(performance.now() - opened)
  globalThis.gc?.()
  const after = process.memoryUsage()
  figures["resident MB"] = round((after.rss - before.rss) / 1e6)
  figures["heap and buffers MB"] = round(
    (after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers) / 1e6,
  )
  figures.scanned = scanned
  return engine
}

/** Asked once each, so that nothing of the words is at hand: medians of single calls. */
const measureFirst = async (corpus: Corpus, engine: Engine, figures: Figures): Promise<void> => {
  const calls = corpus.queries("natural", 300).map((query) => () => ask(engine)(query))
  figures["engine natural, first asked"] = round(median(await cpuMillis(calls, 1)))
}

/** The same natural questions with what a caller can ask for, one by one and together. */
const measureOptions = async (
  { natural }: Questions,
  engine: Engine,
  figures: Figures,
): Promise<void> => {
  let focus: RecallOptions["focus"]
  for (const query of natural.slice(0, 8)) {
    focus = (await engine.recall(query, focus === undefined ? {} : { focus })).focus
  }
  const speaker = (i: number) => SPEAKERS[i % SPEAKERS.length]
  const filters = { subject: PERSON, aspects: ["semantic"], floor: "injection" } as const
  const variants: ReadonlyArray<readonly [string, (query: string, i: number) => unknown]> = [
    ["with a full focus", (query) => engine.recall(query, { k: K, focus })],
    ["as of a past moment", (query) => engine.recall(query, { k: K, asOf: NOW })],
    ["with an audience", (query) => engine.recall(query, { k: K, subject: PERSON })],
    ["with aspects", (query) => engine.recall(query, { k: K, aspects: ["semantic"] })],
    ["naming a speaker", (query, i) => engine.recall(`${speaker(i)} ${query}`, { k: K })],
    ["at the floor for injection", (query) => engine.recall(query, { k: K, floor: "injection" })],
    ["second page", (query) => engine.recall(query, { k: K, after: `r 3000000 - m_` })],
    [
      "with all filters and lifts",
      (query, i) => engine.recall(`${speaker(i)} ${query}`, { k: K, ...filters, focus, asOf: NOW }),
    ],
  ]
  for (const [name, variant] of variants) {
    const calls = natural.slice(0, QUERIES).map((query, i) => () => variant(query, i))
    figures[`engine natural, ${name}`] = round(median(await cpuMillis(calls, RUNS, WARM_UPS)))
  }
}

const measureWrites = async (
  corpus: Corpus,
  size: number,
  engine: Engine,
  figures: Figures,
): Promise<void> => {
  const extra = corpus.memories(size, size + WRITES)
  const remembered = extra.map((memory) => () => engine.write([memory]))
  figures.remember = round(median(await cpuMillis(remembered, 1)))
  const more = corpus.memories(size + WRITES, size + WRITES + WRITES_READ)
  const read = more.map((memory) => async () => {
    await engine.write([memory])
    await engine.recall("nothing")
  })
  figures["remember and recall"] = round(median(await cpuMillis(read, 1)))
}

/** What another process has written is there at the next recall, which reads the pages it changed. */
const measureElsewhere = async (
  corpus: Corpus,
  size: number,
  file: string,
  engine: Engine,
  figures: Figures,
): Promise<void> => {
  const other = await openEngine(file)
  const none = () => engine.recall("nothing")
  figures["recall that finds nothing"] = round(median(await cpuMillis([none], RUNS, WARM_UPS)))
  const times: Array<number> = []
  const from = size + WRITES + WRITES_READ
  for (const memory of corpus.memories(from, from + WRITES_ELSEWHERE)) {
    await other.write([memory])
    times.push(...(await cpuMillis([none], 1)))
  }
  figures["the same after another process wrote"] = round(median(times))
  await other.close()
}
