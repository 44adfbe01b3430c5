/**
 * What backup and restore cost on the embedded store: memories a second, with guard and index where
 * they belong, and the memory the process takes meanwhile; each in a process of its own, whose start does
 * not count. The floors are those that are promised. `--memories N` (default 50,000), `--owners N` (default
 * 1), `--only PHASE,PHASE` after those that it needs, `--json FILE`.
 *
 * @module
 */
import { spawnSync } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { parseArgs } from "node:util"
import { Analyser } from "@reminisce/analyser"
import { Backup, lockBackup } from "@reminisce/backup"
import { Guard } from "@reminisce/guard"
import { layerIndexDeriver, Recall } from "@reminisce/recall-engine"
import { type LinkWrite, MemoryStore, type RecordWrite } from "@reminisce/store"
import { StoreSqlite } from "@reminisce/store-sqlite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { makeCorpus } from "./recall/corpus.ts"

const { values: args } = parseArgs({
  options: {
    memories: { type: "string", default: "50000" },
    owners: { type: "string", default: "1" },
    only: { type: "string" },
    json: { type: "string" },
    // Of a phase's own process.
    phase: { type: "string" },
    folder: { type: "string" },
  },
})
const MEMORIES = Number(args.memories)
const OWNERS = Number(args.owners)
/** Memories of one plan while the source is filled. */
const BATCH = 1_000

const folder = args.folder ?? fs.mkdtempSync(path.join(os.tmpdir(), "reminisce-bench-"))
if (args.folder === undefined)
  process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }))

interface Figure {
  readonly what: string
  readonly perSecond: number
  /** By this process's processor time, which suffers least from a busy machine. */
  readonly perCpuSecond: number
  readonly peakMiB: number
  /** How long nothing else of the process had its turn, in milliseconds, at worst. */
  readonly longestHold: number
  /** What is promised, where something is. */
  readonly floor?: number
}
const figures: Array<Figure> = []
const say = (line: string): void => void process.stdout.write(`${line}\n`)

const measure = async (
  what: string,
  floor: number | undefined,
  run: Effect.Effect<unknown, unknown>,
): Promise<void> => {
  let peak = process.memoryUsage.rss()
  const sampling = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, 100)
  const holds = monitorEventLoopDelay({ resolution: 5 })
  holds.enable()
  const cpu = process.cpuUsage()
  const start = performance.now()
  await Effect.runPromise(run)
  const seconds = (performance.now() - start) / 1_000
  const { user, system } = process.cpuUsage(cpu)
  clearInterval(sampling)
  holds.disable()
  const figure = {
    what,
    perSecond: Math.round(MEMORIES / seconds),
    perCpuSecond: Math.round(MEMORIES / ((user + system) / 1e6)),
    peakMiB: Math.round(peak / 2 ** 20),
    longestHold: Math.round(holds.max / 1e6),
    ...(floor === undefined ? {} : { floor }),
  }
  figures.push(figure)
  say(
    `${what.padEnd(40)} ${figure.perSecond} memories/s${floor === undefined ? "" : ` (promised >= ${floor})`}, ${figure.perCpuSecond} by CPU time, peak ${figure.peakMiB} MiB, held the event loop ${figure.longestHold} ms at most`,
  )
}

/** Some hundred thousand words: made where they are wanted. */
let made: ReturnType<typeof makeCorpus> | undefined
const corpus = (): ReturnType<typeof makeCorpus> => {
  made ??= makeCorpus(MEMORIES)
  return made
}
const subject = (n: number): RecordWrite => ({
  type: "subject",
  key: `s_${n}`,
  attributes: { reference: `person-${n}` },
})
const memory = (n: number): RecordWrite => {
  const [invented] = corpus().memories(n, n + 1)
  return {
    type: "memory",
    key: invented?.key ?? "",
    attributes: {
      content: invented?.content ?? "",
      aspects: ["semantic"],
      basis: "told",
      confidence: 1_000,
      salience: 1_000_000,
      status: "active",
      recordedAt: 1_700_000_000_000 + n,
      facets: n % 4 === 0 ? ["project=bench"] : [],
      cues: [],
      concerns: n % 10 === 0 ? [`s_${n % 100}`] : [],
      trail: invented?.trail ?? "",
      ordinal: invented?.ordinal ?? 0,
      recallCount: 0,
      outside: false,
    },
  }
}
const concerning = ({ key }: RecordWrite, n: number): LinkWrite => ({
  type: "concerning",
  ends: { memory: { type: "memory", key }, subject: { type: "subject", key: `s_${n % 100}` } },
  attributes: { consentScope: "bench", inherited: false },
})

const fill = Effect.gen(function* () {
  const store = yield* MemoryStore
  for (let number = 0; number < OWNERS; number++) {
    const owner = { kind: "agent", name: `bench ${number}` }
    const write = (draft: object) =>
      store.update(owner, () => Effect.succeed({ answer: undefined, draft }))
    yield* write({ create: Array.from({ length: 100 }, (_, i) => subject(i)) })
    for (let from = number; from < MEMORIES; from += OWNERS * BATCH) {
      const numbers = Array.from({ length: BATCH }, (_, i) => from + i * OWNERS)
      const taken = numbers.filter((n) => n < MEMORIES)
      const create = taken.map(memory)
      const link = taken.flatMap((n, i) => {
        const made = create[i]
        return n % 10 === 0 && made !== undefined ? [concerning(made, n)] : []
      })
      yield* write({ create, link })
    }
  }
})

const source = StoreSqlite.layer({
  filename: path.join(folder, "source.db"),
  durability: "relaxed",
})
const target = StoreSqlite.layer({ filename: path.join(folder, "target.db") }).pipe(
  Layer.provide(layerIndexDeriver),
  Layer.provide(Analyser.layer),
)
const over = (store: typeof source) =>
  Backup.layer.pipe(Layer.provide(store), Layer.provide(Guard.layer))
const directory = path.join(folder, "backup")
const backup = Effect.flatMap(Backup, (service) => service.backup(directory))
const restore = Effect.flatMap(Backup, (service) => service.restore(directory))

const recalled = Recall.layer.pipe(Layer.provide(target), Layer.provide(Analyser.layer))
const reindex = Effect.gen(function* () {
  const recall = yield* Recall
  for (let number = 0; number < OWNERS; number++) {
    yield* recall.reindex({ kind: "agent", name: `bench ${number}` })
  }
})
const marked = path.join(folder, "marked")
const increment = Effect.gen(function* () {
  const service = yield* Backup
  yield* service.backup(marked, { marks: true })
  const start = performance.now()
  yield* service.backup(path.join(folder, "increment"), { since: marked })
  say(`${"an increment of nothing, in ms".padEnd(40)} ${Math.round(performance.now() - start)}`)
})
const lock = { passphrase: Redacted.make("bench") }

/** In their order; each needs the files of those before it, but for the last three. */
const PHASES: { readonly [name: string]: () => Promise<unknown> } = {
  fill: () => Effect.runPromise(fill.pipe(Effect.provide(source))),
  backup: async () => {
    await measure("backup", 20_000, backup.pipe(Effect.provide(over(source))))
    const bytes = fs.statSync(path.join(directory, "owners.jsonl")).size
    say(`${"bytes of the backup, per memory".padEnd(40)} ${Math.round(bytes / MEMORIES)}`)
  },
  restore: () =>
    measure("restore, with guard and index", 8_000, restore.pipe(Effect.provide(over(target)))),
  reindex: () => measure("index made anew", undefined, reindex.pipe(Effect.provide(recalled))),
  increment: () => Effect.runPromise(increment.pipe(Effect.provide(over(target)))),
  lock: () =>
    measure(
      "locking a backup",
      undefined,
      lockBackup(directory, path.join(folder, "locked"), lock),
    ),
}

const runPhase = (phase: string): void => {
  const figuresFile = path.join(folder, "figures.json")
  const { status } = spawnSync(
    process.execPath,
    [
      ...process.execArgv,
      import.meta.filename,
      ...["--memories", args.memories, "--owners", args.owners, "--phase", phase],
      ...["--folder", folder, "--json", figuresFile],
    ],
    { stdio: "inherit" },
  )
  if (status !== 0) process.exit(status ?? 1)
  figures.push(...JSON.parse(fs.readFileSync(figuresFile, "utf8")).figures)
}

const heading = `${os.cpus()[0]?.model} x ${os.cpus().length}, ${os.type()} ${os.release()}, Node ${process.version}, SQLite ${process.versions.sqlite}, load ${os.loadavg()[0]?.toFixed(1)}`
if (args.phase === undefined)
  say(
    `${heading}\n${MEMORIES} memories of ${OWNERS} owners, ${MEMORIES / 10} of them about somebody\n`,
  )

if (args.phase !== undefined) await PHASES[args.phase]?.()
else {
  const last = args.only?.split(",") ?? Object.keys(PHASES)
  const needed = ["fill", "backup", "restore"]
  const names = Object.keys(PHASES)
  const upTo = Math.max(...last.map((name) => names.indexOf(name)))
  for (const [i, name] of names.entries()) {
    if (last.includes(name) || (needed.includes(name) && i < upTo)) runPhase(name)
  }
}
if (args.json !== undefined)
  fs.writeFileSync(args.json, JSON.stringify({ heading, figures }, undefined, 2))
