// Verifies: AS-05, LM-11, NF-01, NF-02, NF-03, NF-04, NF-05, NF-06
/**
 * What a recall costs at ten thousand, a hundred thousand and a million memories, beside FTS5 and
 * MiniSearch in the same run: medians of processor time.
 * `node --conditions=@reminisce/source bench/src/recall/recall.bench.ts --sizes 10000,100000 [--json FILE] [--without minisearch]`
 *
 * @module
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import type { RecallOptions } from "@reminisce/recall-engine"
import { type Corpus, makeCorpus, type QueryKind, SPEAKERS } from "./corpus.ts"
import { BULK, type Engine, NOW, openEngine } from "./engine.ts"
import { cpuMillis, machineLine, median, quantile, round } from "./measure.ts"
import { openFts5, openMiniSearch, type Peer } from "./peers.ts"

const { values } = parseArgs({
  options: {
    sizes: { type: "string", default: "10000,100000" },
    json: { type: "string" },
    without: { type: "string", default: "" },
  },
})
const out = (line: string): void => void process.stdout.write(`${line}\n`)
const without = new Set(values.without.split(","))

const KINDS: ReadonlyArray<QueryKind> = ["natural", "selective", "broad", "none", "common 32"]
const QUERIES = 40
const RUNS = 3
const WARM_UPS = 2

type Figures = { [name: string]: number }

const measureQueries = async (
  corpus: Corpus,
  name: string,
  find: (query: string) => unknown,
  figures: Figures,
): Promise<void> => {
  const parts: Array<string> = []
  for (const kind of KINDS) {
    const isCostly = kind === "common 32"
    const queries = corpus.queries(kind, isCostly ? 3 : QUERIES)
    const calls = queries.map((query) => () => find(query))
    const times = await cpuMillis(calls, isCostly ? 2 : RUNS, isCostly ? 1 : WARM_UPS)
    figures[`${name} ${kind}`] = round(median(times))
    parts.push(`${kind} ${round(median(times))} (p95 ${round(quantile(times, 0.95))})`)
  }
  out(`  ${name.padEnd(16)} ${parts.join("  ")}`)
}

/** Asked once each, so that nothing of the words is at hand: medians of single calls. */
const measureFirst = async (corpus: Corpus, engine: Engine, figures: Figures): Promise<void> => {
  const calls = corpus.queries("natural", 300).map((query) => () => engine.recall(query))
  figures["engine natural, first asked"] = round(median(await cpuMillis(calls, 1)))
}

/** The same natural questions with everything on that a caller can ask for. */
const measureOptions = async (corpus: Corpus, engine: Engine, figures: Figures): Promise<void> => {
  const queries = corpus.queries("natural", QUERIES)
  let focus: RecallOptions["focus"]
  for (const query of corpus.queries("natural", 8)) {
    focus = (await engine.recall(query, focus === undefined ? {} : { focus })).focus
  }
  const variants: ReadonlyArray<readonly [string, (query: string, i: number) => unknown]> = [
    ["with a full focus", (query) => engine.recall(query, { focus })],
    ["as of a past moment", (query) => engine.recall(query, { asOf: NOW })],
    ["with an audience", (query) => engine.recall(query, { subject: "someone" })],
    ["with aspects", (query) => engine.recall(query, { aspects: ["semantic"] })],
    ["naming a speaker", (query, i) => engine.recall(`${SPEAKERS[i % SPEAKERS.length]} ${query}`)],
    ["at the floor for injection", (query) => engine.recall(query, { floor: "injection" })],
    ["second page", (query) => engine.recall(query, { after: `r 3000000 - m_` })],
  ]
  for (const [name, ask] of variants) {
    const calls = queries.map((query, i) => () => ask(query, i))
    figures[`engine natural, ${name}`] = round(median(await cpuMillis(calls, RUNS, WARM_UPS)))
  }
}

/** What another process has written is there at the next recall, which reads the pages it changed. */
const measureOther = async (
  corpus: Corpus,
  file: string,
  size: number,
  engine: Engine,
  figures: Figures,
): Promise<void> => {
  const other = await openEngine(file)
  const ask = () => engine.recall("nothing")
  figures["recall that finds nothing"] = round(median(await cpuMillis([ask], RUNS, WARM_UPS)))
  const times: Array<number> = []
  for (const memory of corpus.memories(size + 400, size + 430)) {
    await other.write([memory])
    times.push(...(await cpuMillis([ask], 1)))
  }
  figures["the same after another process wrote"] = round(median(times))
  await other.close()
}

const measureEngine = async (size: number, corpus: Corpus, folder: string, figures: Figures) => {
  const file = join(folder, "engine.db")
  const writing = await openEngine(file)
  const started = process.cpuUsage()
  for (let from = 0; from < size; from += BULK) {
    await writing.write(corpus.memories(from, Math.min(size, from + BULK)))
  }
  const bulk = process.cpuUsage(started)
  await writing.addPerson()
  figures["bulk memories a second"] = Math.round(size / ((bulk.user + bulk.system) / 1e6))
  await writing.close()
  globalThis.gc?.()
  const before = process.memoryUsage()
  const opened = performance.now()
  const engine = await openEngine(file)
  const { scanned } = await engine.recall("warm")
  figures["cold open to first answer ms"] = round(performance.now() - opened)
  globalThis.gc?.()
  const after = process.memoryUsage()
  figures["resident MB"] = round((after.rss - before.rss) / 1e6)
  figures["heap and buffers MB"] = round(
    (after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers) / 1e6,
  )
  figures.scanned = scanned
  await measureQueries(corpus, "engine", (query) => engine.recall(query), figures)
  await measureFirst(corpus, engine, figures)
  await measureOptions(corpus, engine, figures)
  const extra = corpus.memories(size, size + 300)
  const remembered = await cpuMillis(
    extra.map((memory) => () => engine.write([memory])),
    1,
  )
  figures["remember"] = round(median(remembered))
  const afterWrite = await cpuMillis(
    corpus.memories(size + 300, size + 340).map((memory) => async () => {
      await engine.write([memory])
      await engine.recall("nothing")
    }),
    1,
  )
  figures["remember and recall"] = round(median(afterWrite))
  await measureOther(corpus, file, size, engine, figures)
  await engine.close()
}

const measurePeer = async (
  size: number,
  corpus: Corpus,
  name: string,
  peer: Peer,
  figures: Figures,
) => {
  for (let from = 0; from < size; from += BULK) {
    peer.write(corpus.memories(from, Math.min(size, from + BULK)))
  }
  await measureQueries(corpus, name, peer.find, figures)
  peer.close()
}

out(machineLine())
const results: { [size: string]: Figures } = {}
for (const size of values.sizes.split(",").map(Number)) {
  const folder = mkdtempSync(join(tmpdir(), "recall-bench-"))
  const corpus = makeCorpus(size)
  const figures: Figures = {}
  out(`${size} memories, processor milliseconds`)
  await measureEngine(size, corpus, folder, figures)
  for (const detail of ["full", "none"] as const) {
    if (without.has("fts5")) continue
    const peer = openFts5(join(folder, `fts5-${detail}.db`), detail)
    await measurePeer(size, corpus, `fts5 ${detail}`, peer, figures)
  }
  if (!without.has("minisearch")) {
    await measurePeer(size, corpus, "minisearch", openMiniSearch(), figures)
  }
  for (const [name, value] of Object.entries(figures)) {
    if (!KINDS.some((kind) => name.endsWith(kind))) out(`  ${name}: ${value}`)
  }
  for (const peer of ["fts5 full", "fts5 none", "minisearch"]) {
    const ratio = (figures[`${peer} natural`] ?? Number.NaN) / (figures["engine natural"] ?? 1)
    if (!Number.isNaN(ratio)) out(`  natural: ${round(ratio)} times faster than ${peer}`)
  }
  results[size] = figures
  rmSync(folder, { recursive: true })
}
if (values.json !== undefined) {
  writeFileSync(values.json, JSON.stringify({ machine: machineLine(), results }, null, 2))
}
