// Verifies: AS-05, LM-11, NF-01, NF-02, NF-03, NF-04, NF-05, NF-06
/**
 * What a recall costs at ten thousand, a hundred thousand and a million memories, beside FTS5 and
 * MiniSearch in the same run: medians of processor time, and whether what is promised of them holds.
 * `npm run bench -- recall --sizes 10000,100000,1000000 [--json FILE] [--without fts5,minisearch]`
 *
 * @module
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { type Corpus, makeCorpus } from "./corpus.ts"
import { BULK } from "./engine.ts"
import { floorsOf, type Results, ratioName } from "./floors.ts"
import { machineLine, median, round } from "./measure.ts"
import { measureEngine } from "./measureEngine.ts"
import { KINDS, measureQueries, type Questions, questionsOf, type Times } from "./measureQueries.ts"
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

/** MiniSearch holds everything in the heap, which has an end. */
const MOST_IN_HEAP = 200_000

interface Competitor {
  readonly name: string
  readonly open: (folder: string) => Peer
}

const peersAt = (size: number): ReadonlyArray<Competitor> => [
  ...(without.has("fts5")
    ? []
    : (["full", "none"] as const).map((detail) => ({
        name: `fts5 ${detail}`,
        open: (folder: string) => openFts5(join(folder, `fts5-${detail}.db`), detail),
      }))),
  ...(without.has("minisearch") || size > MOST_IN_HEAP
    ? []
    : [{ name: "minisearch", open: openMiniSearch }]),
]

const measurePeer = async (
  size: number,
  corpus: Corpus,
  questions: Questions,
  name: string,
  peer: Peer,
  figures: { [name: string]: number },
): Promise<Times> => {
  for (let from = 0; from < size; from += BULK) {
    peer.write(corpus.memories(from, Math.min(size, from + BULK)))
  }
  const times = await measureQueries(questions, name, peer.find, figures)
  peer.close()
  return times
}

const measureSize = async (size: number, folder: string): Promise<{ [name: string]: number }> => {
  const corpus = makeCorpus(size)
  const questions = questionsOf(corpus)
  const { figures, times } = await measureEngine(size, corpus, questions, folder)
  for (const { name, open } of peersAt(size)) {
    const theirs = await measurePeer(size, corpus, questions, name, open(folder), figures)
    const ours = times.natural.slice(0, theirs.natural.length)
    figures[ratioName(name)] = round(median(theirs.natural) / median(ours))
  }
  for (const [name, value] of Object.entries(figures)) {
    const isSaid = KINDS.some((kind) => name.endsWith(kind) || name.endsWith(`${kind}, p95`))
    if (!isSaid) out(`  ${name}: ${value}`)
  }
  return figures
}

out(machineLine())
const results: { [size: string]: Results[string] } = {}
for (const size of values.sizes.split(",").map(Number)) {
  const folder = mkdtempSync(join(tmpdir(), "recall-bench-"))
  out(`${size} memories, processor milliseconds`)
  results[size] = await measureSize(size, folder)
  rmSync(folder, { recursive: true })
}
const floors = floorsOf(results)
if (floors.length > 0) out("promised")
for (const { promised, measured, isHeld } of floors) {
  out(`  ${isHeld ? "held  " : "BROKEN"} ${promised}: ${measured}`)
}
if (values.json !== undefined) {
  writeFileSync(values.json, JSON.stringify({ machine: machineLine(), results, floors }, null, 2))
}
