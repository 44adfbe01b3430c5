// Verifies: NF-08, NF-09, NF-10
/**
 * What a withdrawal takes: 10,000 memories of one person among 100,000, and 50,000 among 200,000, from
 * the call to the receipt, the rewriting of the file included; and how long other work waits for its
 * turn meanwhile. `--small` runs the first alone, `--large` the second, `--purge` purges instead;
 * `--batch N,N` sets the most memories in a transaction, one run after the other; `--folder PATH` keeps
 * the filled stores there for the next run; `--bare` also measures the statements alone, on another copy
 * in the same run; `--json FILE`.
 *
 * @module
 */
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { parseArgs } from "node:util"
import { Analyser } from "@reminisce/analyser"
import { Erasure } from "@reminisce/erasure"
import { Guard } from "@reminisce/guard"
import { layerIndexDeriver } from "@reminisce/recall-engine"
import { type Draft, MemoryStore } from "@reminisce/store"
import { StoreSqlite } from "@reminisce/store-sqlite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { eraseBare } from "./bareErasure.ts"
import { makeCorpus, makeRandom } from "./recall/corpus.ts"

const { values: args } = parseArgs({
  options: {
    small: { type: "boolean", default: false },
    large: { type: "boolean", default: false },
    purge: { type: "boolean", default: false },
    batch: { type: "string", default: "500" },
    folder: { type: "string" },
    bare: { type: "boolean", default: false },
    json: { type: "string" },
  },
})
const OWNER = { kind: "bench", name: "erasure" }
const PERSON = "person-1"
const PERSON_KEY = "p_person1"
const RECORDED = Date.UTC(2026, 0, 1)
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "reminisce-bench-"))
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }))
const say = (line: string): void => void process.stdout.write(`${line}\n`)

const open = async (filename: string, batch: number) => {
  const store = StoreSqlite.layer({ filename }).pipe(
    Layer.provide(layerIndexDeriver),
    Layer.provideMerge(Layer.merge(Analyser.layer, Guard.layer)),
  )
  const runtime = ManagedRuntime.make(Erasure.layer.pipe(Layer.provideMerge(store)))
  const [memories, erasure] = await runtime.runPromise(Effect.all([MemoryStore, Erasure]))
  return {
    write: (draft: Draft) =>
      runtime.runPromise(
        memories.update(OWNER, () => Effect.succeed({ answer: undefined, draft })),
      ),
    erase: () => {
      const options = { batch, waitMillis: 120_000 }
      return runtime.runPromise(
        args.purge
          ? erasure.purge(PERSON, { ...options, confirm: true })
          : erasure.withdraw(PERSON, "the person asked for it", options),
      )
    },
    close: () => runtime.dispose(),
  }
}

/** Memories as agents have them: conversations, some facets and sources, `share` of them about the person. */
const fill = async (
  write: (draft: Draft) => Promise<void>,
  size: number,
  share: number,
): Promise<void> => {
  const corpus = makeCorpus(size)
  const random = makeRandom(11)
  const subject = { type: "subject", key: PERSON_KEY }
  await write({ create: [{ ...subject, attributes: { reference: PERSON } }] })
  let about = 0
  for (let from = 0; from < size; from += 1_000) {
    const many = corpus.memories(from, from + 1_000)
    const isAbout = many.map((_, i) => {
      const left = size - from - i
      const isChosen = random() * left < size * share - about
      if (isChosen) about++
      return isChosen
    })
    const memories = many.map(({ key, content, trail, ordinal }, i) => ({
      type: "memory",
      key,
      attributes: {
        content,
        aspects: ["semantic"],
        basis: "told",
        confidence: 1_000,
        salience: 1_000_000,
        status: "active",
        recordedAt: RECORDED + from + i,
        facets: i % 4 === 0 ? [`project=${content.split(" ")[0]}`] : [],
        cues: [],
        concerns: isAbout[i] === true ? [PERSON_KEY] : [],
        trail,
        ordinal,
        recallCount: 0,
        outside: i % 10 === 0,
        fingerprint: key.slice(2),
      },
    }))
    const sources = memories
      .filter((_, i) => i % 10 === 0)
      .map(({ key }) => ({
        type: "source",
        key: `s_${key}`,
        attributes: { reference: `web:${key}` },
      }))
    await write({
      create: [...memories, ...sources],
      link: [
        ...memories
          .filter((_, i) => isAbout[i] === true)
          .map(({ key }) => ({
            type: "concerning",
            ends: { memory: { type: "memory", key }, subject },
            attributes: { consentScope: "bench", inherited: false },
          })),
        ...sources.map((source) => ({
          type: "citation",
          ends: {
            citing: { type: "memory", key: source.key.slice(2) },
            cited: { type: "source", key: source.key },
          },
          attributes: { ordinal: 0 },
        })),
      ],
    })
  }
}

/** Longest time between two turns of the event loop, and the most this thread computed in one, in milliseconds. */
const watchTurns = () => {
  let last = performance.now()
  let longest = 0
  let lastOwn = process.threadCpuUsage()
  let mostComputed = 0
  const gaps: Array<number> = []
  const timer = setInterval(() => {
    const now = performance.now()
    gaps.push(now - last)
    longest = Math.max(longest, now - last)
    mostComputed = Math.max(mostComputed, toSeconds(process.threadCpuUsage(lastOwn)) * 1_000)
    lastOwn = process.threadCpuUsage()
    last = now
  }, 1)
  return () => {
    clearInterval(timer)
    gaps.sort((a, b) => a - b)
    return { longest, mostComputed, p99: gaps[Math.floor(gaps.length * 0.99)] ?? 0 }
  }
}

/** A copy that the system still writes would be waited for by whoever writes next. */
const copyToDisk = (from: string, to: string): void => {
  fs.copyFileSync(from, to)
  const copy = fs.openSync(to, "r+")
  fs.fsyncSync(copy)
  fs.closeSync(copy)
}

const toSeconds = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1e6

const figures: Array<object> = []
const measure = async (
  size: number,
  withdrawn: number,
  promised: number,
  batch: number,
): Promise<void> => {
  const file = path.join(folder, `${size}.db`)
  const filled = path.join(args.folder ?? folder, `filled-${size}.db`)
  if (!fs.existsSync(filled)) {
    const filling = await open(filled, batch)
    await fill(filling.write, size, withdrawn / size)
    await filling.close()
  }
  copyToDisk(filled, file)
  const store = await open(file, batch)
  const megabytes = fs.statSync(file).size / 1e6
  const stop = watchTurns()
  const own = process.threadCpuUsage()
  const all = process.cpuUsage()
  const start = performance.now()
  const receipt = await store.erase()
  const seconds = (performance.now() - start) / 1_000
  const { longest, mostComputed, p99 } = stop()
  const ownSeconds = toSeconds(process.threadCpuUsage(own))
  const allSeconds = toSeconds(process.cpuUsage(all))
  await store.close()
  const figure = {
    size,
    batch,
    erased: receipt.total.memories,
    microsEach: (seconds * 1e6) / receipt.total.memories,
    seconds,
    ownSeconds,
    allSeconds,
    longestGapMillis: longest,
    mostComputedMillis: mostComputed,
    p99GapMillis: p99,
    megabytesBefore: megabytes,
    megabytesAfter: fs.statSync(file).size / 1e6,
    bytes: receipt.bytes,
    leftovers: receipt.verification.leftovers,
  }
  figures.push(figure)
  const judge = (value: number, most: number): string =>
    args.purge ? "" : `promised <= ${most}${value > most ? "  BROKEN" : ""}`
  say(
    `${receipt.total.memories} of ${size}${args.purge ? ", purged" : ""}, batches of at most ${batch}: ${seconds.toFixed(2)} s  ${judge(seconds, promised)}`,
  )
  say(`  each ${figure.microsEach.toFixed(0)} us`)
  say(`  computing ${ownSeconds.toFixed(2)} s, with other threads ${allSeconds.toFixed(2)} s`)
  say(`  longest gap ${longest.toFixed(0)} ms  ${judge(longest, 100)}, p99 ${p99.toFixed(0)} ms`)
  say(`  most computed in one turn ${mostComputed.toFixed(0)} ms`)
  if (args.bare) {
    copyToDisk(filled, file)
    const bare = eraseBare(file, PERSON_KEY, batch)
    say(
      `  the statements alone, in one thread: ${bare.seconds.toFixed(2)} s, ${bare.rewritingSeconds.toFixed(2)} of them the rewriting; this is ${(seconds / bare.seconds).toFixed(2)} times that`,
    )
  }
  say(
    `  file ${figure.megabytesBefore.toFixed(0)} -> ${figure.megabytesAfter.toFixed(0)} MB, bytes ${receipt.bytes}`,
  )
}

const heading = `${os.cpus()[0]?.model} x ${os.cpus().length}, ${os.type()} ${os.release()}, Node ${process.version}, SQLite ${process.versions.sqlite}, load ${os.loadavg()[0]?.toFixed(1)}`
say(`${heading}\n`)
for (const batch of args.batch.split(",").map(Number)) {
  if (!args.large) await measure(100_000, 10_000, 3, batch)
  if (!args.small) await measure(200_000, 50_000, 20, batch)
}
if (args.json !== undefined)
  fs.writeFileSync(args.json, JSON.stringify({ heading, figures }, undefined, 2))
