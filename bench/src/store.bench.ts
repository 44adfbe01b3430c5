/**
 * What the embedded store costs: a bare commit, an update of one memory, bulk plans, each question
 * of a view, the bytes of log a memory takes, and how long the event loop is held.
 * `--memories N` (default 100,000), `--json FILE`.
 *
 * @module
 */
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { DatabaseSync } from "node:sqlite"
import { setImmediate } from "node:timers/promises"
import { parseArgs } from "node:util"
import {
  type Draft,
  type LinkWrite,
  MemoryStore,
  type PageWrite,
  type RecordWrite,
  type Ref,
  StoreAdmin,
  type StoreError,
  type View,
} from "@reminisce/store"
import { StoreSqlite } from "@reminisce/store-sqlite"
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"

const { values: args } = parseArgs({
  options: { memories: { type: "string", default: "100000" }, json: { type: "string" } },
})
const MEMORIES = Number(args.memories)
const OWNER = { kind: "agent", name: "bench" }
/** Distinct terms of a memory of about 110 bytes. */
const TERMS = 14
const UPDATES = 500
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "reminisce-bench-"))
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }))

/** Microseconds; `cpu` is what this thread computed, waits left out: it suffers least from a busy machine. */
interface Figure {
  readonly what: string
  readonly median: number
  readonly p95: number
  readonly cpu: number
}
const figures: Array<Figure> = []
const facts: { [what: string]: number } = {}

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const note = (what: string, value: number): void => {
  facts[what] = value
  say(`${what.padEnd(62)} ${value.toFixed(value < 100 ? 2 : 0).padStart(9)}`)
}
const cpuMicros = (): number => {
  const { user, system } = process.threadCpuUsage()
  return user + system
}

/** Runs it `times` times after a warm-up. */
const measure = async (
  what: string,
  times: number,
  run: () => unknown,
  perRun = 1,
): Promise<Figure> => {
  for (let i = 0; i < Math.min(200, times / 2); i++) await run()
  const samples: Array<number> = []
  const before = cpuMicros()
  for (let i = 0; i < times; i++) {
    const start = performance.now()
    await run()
    samples.push(((performance.now() - start) * 1_000) / perRun)
  }
  const cpu = (cpuMicros() - before) / times / perRun
  samples.sort((a, b) => a - b)
  const at = (share: number): number => samples[Math.floor(times * share)] ?? 0
  const figure = { what, median: at(0.5), p95: at(0.95), cpu }
  figures.push(figure)
  const columns = [figure.median, figure.p95, cpu].map((n) => n.toFixed(1).padStart(10)).join("")
  say(`${what.padEnd(62)}${columns}`)
  return figure
}

/** The same numbers below `2 ** 32` in every run. */
let state = 42
const number = (): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return state
}
const hex = (): string => [1, 2, 3, 4].map(() => number().toString(16).padStart(8, "0")).join("")
const some = <T>(from: ReadonlyArray<T>, count: number): ReadonlyArray<T> =>
  Array.from({ length: count }, () => from[number() % from.length]).filter((x) => x !== undefined)

const keys: Array<string> = []
const memory = (): RecordWrite => {
  const n = keys.length
  const key = `m_${hex()}`
  keys.push(key)
  const attributes = {
    content: `What was remembered as number ${n}: a sentence as long as such sentences are, ${hex()}`,
    aspects: ["semantic"],
    basis: "told",
    confidence: 1_000,
    salience: 1_000_000,
    status: "active",
    recordedAt: 1_700_000_000_000 + n,
    facets: n % 4 === 0 ? ["project=bench"] : [],
    cues: n % 50 === 0 ? [`event:e${n % 7}`] : [],
    concerns: [`s_${n % 100}`],
    trail: `t${Math.floor(n / 20)}`,
    ordinal: n % 20,
    recallCount: 0,
    outside: false,
    fingerprint: hex(),
  }
  return { type: "memory", key, attributes }
}
const concerning = (key: string, n: number): LinkWrite => ({
  type: "concerning",
  ends: { memory: { type: "memory", key }, subject: { type: "subject", key: `s_${n % 100}` } },
  attributes: { consentScope: "bench", inherited: false },
})

/** Pages as an index writes them: a tail block of postings per term, and the column page of the slot. */
const lengths = new Map<string, number>()
const indexPages = (slots: ReadonlyArray<number>): ReadonlyArray<PageWrite> => {
  const pages = new Map<string, PageWrite>()
  for (const slot of slots) {
    for (let i = 0; i < TERMS; i++) {
      // The square makes few terms common and many rare.
      const name = `w${Math.floor((number() / 2 ** 32) ** 2 * 30_000)}`
      const length = (lengths.get(name) ?? 0) + 2
      lengths.set(name, length)
      const bytes = new Uint8Array((length % 1_000) + 8).fill(slot)
      pages.set(name, { space: "postings", name, number: Math.floor(length / 1_000), bytes })
    }
    const bytes = new Uint8Array(256 * 48).fill(1, 0, ((slot & 255) + 1) * 48)
    pages.set(`:${slot >> 8}`, { space: "columns", name: "slots", number: slot >> 8, bytes })
  }
  return [...pages.values()]
}

const open = async (file: string, durability: "full" | "relaxed") => {
  const layer = StoreSqlite.layer({ filename: path.join(folder, file), durability })
  const runtime = ManagedRuntime.make(layer)
  const store = await runtime.runPromise(MemoryStore)
  const admin = await runtime.runPromise(StoreAdmin)
  return {
    health: () => runtime.runPromise(admin.health),
    write: (draft: Draft) =>
      runtime.runPromise(store.update(OWNER, () => Effect.succeed({ answer: undefined, draft }))),
    read: <A>(f: (view: View) => Effect.Effect<A, StoreError>): A =>
      runtime.runSync(store.read(OWNER, f)),
    close: () => runtime.dispose(),
  }
}
type Opened = Awaited<ReturnType<typeof open>>

/** `count` memories in one plan, with their links and, where asked, the pages of an index. */
const remember = ({ write }: Opened, count: number, indexed: boolean): Promise<void> => {
  const first = keys.length
  const create = Array.from({ length: count }, memory)
  return write({
    create,
    link: create.map(({ key }, i) => concerning(key, first + i)),
    pages: indexed ? indexPages(create.map((_, i) => first + i)) : [],
  })
}

/** What SQLite itself takes for one small row in a commit, in the same durability mode. */
const measureBareCommit = (durability: "full" | "relaxed"): Promise<Figure> => {
  const database = new DatabaseSync(path.join(folder, `bare-${durability}.db`))
  const synchronous = durability === "full" ? "FULL" : "NORMAL"
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous}`)
  database.exec("CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER); INSERT INTO t VALUES (1, 0)")
  return measure(`bare commit of one row, ${durability}`, UPDATES, () =>
    database.exec("BEGIN IMMEDIATE; UPDATE t SET n = n + 1; COMMIT"),
  )
}

/** The log only grows while somebody reads an old state: what updates add to it. */
const noteLogBytes = async (opened: Opened, file: string, indexed: boolean): Promise<void> => {
  const reader = new DatabaseSync(path.join(folder, file))
  reader.exec("PRAGMA wal_checkpoint(TRUNCATE); BEGIN; SELECT count(*) FROM store")
  for (let i = 0; i < UPDATES; i++) await remember(opened, 1, indexed)
  const bytes = fs.statSync(path.join(folder, `${file}-wal`)).size / UPDATES
  note(`log bytes per memory${indexed ? " with index pages" : ""}`, bytes)
  reader.close()
}

/** How long other work waits for its turn while memories are written one after the other. */
const noteHolds = async (opened: Opened, durability: string): Promise<void> => {
  const loop = monitorEventLoopDelay({ resolution: 1 })
  loop.enable()
  for (let i = 0; i < UPDATES; i++) {
    await remember(opened, 1, true)
    await setImmediate()
  }
  loop.disable()
  note(`event loop held by updates, p99, ms, ${durability}`, loop.percentile(99) / 1e6)
  note(`event loop held by updates, longest, ms, ${durability}`, loop.max / 1e6)
}

const measureQuestions = async ({ read }: Opened): Promise<void> => {
  const slots = (count: number) => Array.from({ length: count }, () => number() % keys.length)
  const memories = (count: number): ReadonlyArray<Ref> =>
    some(keys, count).map((key) => ({ type: "memory", key }))
  const person = { type: "subject", key: "s_7" }
  const terms = [...lengths.keys()]
  const newest = { prefix: [], limit: 100, order: "descending" } as const
  const questions: { [what: string]: (view: View) => Effect.Effect<unknown, StoreError> } = {
    nothing: () => Effect.void,
    "get 1": (view) => view.get("memory", some(keys, 1)),
    "get 100": (view) => view.get("memory", some(keys, 100)),
    "get 1,000": (view) => view.get("memory", some(keys, 1_000)),
    "atSlots 100": (view) => view.atSlots("memory", slots(100)),
    "scan 1,000": (view) => view.scan("memory", { after: keys[0] ?? "", limit: 1_000 }),
    "range 100, newest first": (view) => view.range("memoryByRecorded", newest),
    "range 1,000 of a set": (view) =>
      view.range("memoryByConcern", { prefix: ["s_7"], limit: 1_000 }),
    "count of all active": (view) => view.count("memoryByStatus", ["active"]),
    "linked, first role, 1": (view) => view.linked("concerning", "memory", memories(1)),
    "linked, first role, 100": (view) => view.linked("concerning", "memory", memories(100)),
    "linked, second role, a hundredth": (view) => view.linked("concerning", "subject", [person]),
    "page of 12 KB": (view) => view.page("columns", [{ name: "slots", number: number() % 64 }]),
    "pages of 8 terms": (view) => view.pages("postings", some(terms, 8)),
    "pages since the last plan": (view) => view.pagesSince("columns", view.sequence - 1),
    "the last change": (view) => view.changes(view.sequence - 1, 10),
  }
  for (const [what, ask] of Object.entries(questions)) {
    await measure(`read: ${what}`, 200, () => read(ask))
  }
}

const heading = `${os.cpus()[0]?.model} x ${os.cpus().length}, ${os.type()} ${os.release()}, Node ${process.version}, SQLite ${process.versions.sqlite}, load ${os.loadavg()[0]?.toFixed(1)}`
say(`${heading}\n${MEMORIES} memories of one owner; microseconds\n`)
say(`${"".padEnd(62)}${["median", "p95", "CPU"].map((name) => name.padStart(10)).join("")}`)
for (const durability of ["full", "relaxed"] as const) {
  const bare = await measureBareCommit(durability)
  const opened = await open(`${durability}.db`, durability)
  keys.length = 0
  lengths.clear()
  const subjects = Array.from({ length: 100 }, (_, i) => `s_${i}`)
  await opened.write({
    create: subjects.map((key) => ({ type: "subject", key, attributes: { reference: key } })),
  })
  const start = performance.now()
  while (keys.length < MEMORIES) await remember(opened, 1_000, true)
  note(
    "memories per second in plans of 1,000 with index pages",
    (keys.length * 1_000) / (performance.now() - start),
  )
  const plain = await measure(`update of one memory, ${durability}`, UPDATES, () =>
    remember(opened, 1, false),
  )
  const indexed = await measure(`the same with index pages, ${durability}`, UPDATES, () =>
    remember(opened, 1, true),
  )
  note(`update / bare commit, ${durability}`, plain.median / bare.median)
  note(`update with index pages / bare commit, ${durability}`, indexed.median / bare.median)
  await noteHolds(opened, durability)
  if (durability === "full") {
    await noteLogBytes(opened, "full.db", false)
    await noteLogBytes(opened, "full.db", true)
    note("file bytes per memory", ((await opened.health()).bytes ?? 0) / keys.length)
    await measureQuestions(opened)
    await measure("plan of 10,000 memories, each", 3, () => remember(opened, 10_000, false), 10_000)
  }
  await opened.close()
}
if (args.json !== undefined)
  fs.writeFileSync(args.json, JSON.stringify({ heading, figures, facts }, undefined, 2))
