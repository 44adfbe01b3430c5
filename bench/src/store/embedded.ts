/**
 * The embedded store: beside a bare commit, and with what only it has, a log and one event loop.
 *
 * @module
 */
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { DatabaseSync } from "node:sqlite"
import { setImmediate, setTimeout } from "node:timers/promises"
import { StoreSqlite } from "@reminisce/store-sqlite"
import { measure, note } from "./measure.ts"
import { addSubjects, type Opened, openStore, questionsOf, remember } from "./memories.ts"

const UPDATES = 500
/** Enough to know what an update costs; how much lies in the file hardly matters to it. */
const RELAXED_MEMORIES = 10_000

type Durability = "full" | "relaxed"

/** `memories` of one owner, with index pages. */
export const benchEmbedded = async (memories: number): Promise<void> => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "reminisce-bench-"))
  process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }))
  const place = (file: string): string => path.join(folder, file)
  for (const durability of ["full", "relaxed"] as const) {
    const bare = await measureBareCommit(place(`bare-${durability}.db`), durability)
    const file = place(`${durability}.db`)
    const layer = StoreSqlite.layer({ filename: file, durability })
    const opened = await openStore(layer, true)
    await addSubjects(opened)
    const start = performance.now()
    const most = durability === "full" ? memories : Math.min(memories, RELAXED_MEMORIES)
    while (opened.keys.length < most) await remember(opened, 1_000, true)
    note(
      `memories a second in plans of 1,000 with index pages, ${durability}`,
      (opened.keys.length * 1_000) / (performance.now() - start),
    )
    const plain = await measure(`update of one memory, ${durability}`, UPDATES, () =>
      remember(opened, 1, false),
    )
    const indexed = await measure(`the same with index pages, ${durability}`, UPDATES, () =>
      remember(opened, 1, true),
    )
    note(`update / bare commit, ${durability}`, plain.median / bare)
    note(`update with index pages / bare commit, ${durability}`, indexed.median / bare)
    await noteHolds(`updates, ${durability}`, () => updates(opened))
    if (durability === "relaxed") {
      await opened.close()
      continue
    }
    await noteLogBytes(opened, file, false)
    await noteLogBytes(opened, file, true)
    note("file bytes per memory", ((await opened.health()).bytes ?? 0) / opened.keys.length)
    for (const [what, ask] of Object.entries(questionsOf(opened, true)))
      await measure(`read: ${what}`, 200, () => opened.read(ask))
    await measure("plan of 10,000 memories, each", 3, () => remember(opened, 10_000, false), 10_000)
    await noteHolds("plans of 100 memories", () => plansOfHundred(opened))
    await opened.close()
    const again = await noteHolds("opening", () => openStore(layer, true))
    await again.close()
  }
}

/** What SQLite itself takes for one small row in a commit, in the same durability mode. */
const measureBareCommit = async (file: string, durability: Durability): Promise<number> => {
  const database = new DatabaseSync(file)
  const synchronous = durability === "full" ? "FULL" : "NORMAL"
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous}`)
  database.exec("CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER); INSERT INTO t VALUES (1, 0)")
  const { median } = await measure(`bare commit of one row, ${durability}`, UPDATES, () =>
    database.exec("BEGIN IMMEDIATE; UPDATE t SET n = n + 1; COMMIT"),
  )
  database.close()
  return median
}

/** The log only grows while somebody reads an old state: what updates add to it. */
const noteLogBytes = async (opened: Opened, file: string, indexed: boolean): Promise<void> => {
  const reader = new DatabaseSync(file)
  reader.exec("PRAGMA wal_checkpoint(TRUNCATE); BEGIN; SELECT count(*) FROM store")
  for (let i = 0; i < UPDATES; i++) await remember(opened, 1, indexed)
  const bytes = fs.statSync(`${file}-wal`).size / UPDATES
  note(`log bytes per memory${indexed ? " with index pages" : ""}`, bytes)
  reader.close()
}

/** The longest time that other work of the process waits for its turn meanwhile. */
const noteHolds = async <A>(what: string, run: () => Promise<A>): Promise<A> => {
  let longest = 0
  let last = performance.now()
  let goesOn = true
  const watching = (async () => {
    while (goesOn) {
      await setImmediate()
      const now = performance.now()
      longest = Math.max(longest, now - last)
      last = now
    }
  })()
  await setTimeout(20)
  longest = 0
  const answer = await run()
  await setTimeout(20)
  goesOn = false
  await watching
  note(`event loop held by ${what}, longest, ms`, longest)
  return answer
}

const updates = async (opened: Opened): Promise<void> => {
  for (let i = 0; i < UPDATES; i++) {
    await remember(opened, 1, true)
    await setImmediate()
  }
}

const plansOfHundred = async (opened: Opened): Promise<void> => {
  for (let i = 0; i < 20; i++) {
    await remember(opened, 100, true)
    await setImmediate()
  }
}
