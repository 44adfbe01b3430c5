// The thread that moves the log may keep writers waiting, but never for long, and not when it is gone.
import * as path from "node:path"
import { DatabaseSync } from "node:sqlite"
import type { Worker } from "node:worker_threads"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { vi } from "vitest"
import type { Connection } from "../src/internal/Connection.ts"
import { makeUpkeep } from "../src/internal/Upkeep.ts"
import type { UpkeepTask } from "../src/internal/upkeepThread.ts"
import { addNote, newFolder, noteKeys, type Opened, openStore } from "./support/place.ts"

interface Started {
  readonly worker: Worker
  readonly task: UpkeepTask
}

/** All threads that were started so far; while `areMute` each does nothing until it is ended. */
const threads = vi.hoisted(() => ({ started: [] as Array<Started>, areMute: false }))
vi.mock(import("node:worker_threads"), async (original) => {
  const real = await original()
  class WatchedWorker extends real.Worker {
    constructor(source: string, options: { readonly workerData: UpkeepTask }) {
      super(threads.areMute ? "setInterval(() => undefined, 60_000)" : source, {
        ...options,
        eval: true,
      })
      threads.started.push({ worker: this, task: options.workerData })
    }
  }
  return { ...real, Worker: WatchedWorker as typeof real.Worker }
})

const newFile = Effect.map(newFolder, (folder) => path.join(folder, "memories.db"))
const lastThread = (): Started => threads.started.at(-1) ?? assert.fail("no thread was started")
const end = ({ worker }: Started) => Effect.promise(() => worker.terminate())
const turns = (count: number) => Effect.repeat(Effect.yieldNow, { times: count })

/** A store whose log a thread tends that says nothing by itself, and is ended before the store is. */
const tended = Effect.gen(function* () {
  const opened = yield* openStore({ filename: yield* newFile, durability: "relaxed" })
  threads.areMute = true
  for (let i = 0; i < 16; i++) yield* addNote(opened, `n${i}`)
  threads.areMute = false
  const thread = lastThread()
  yield* Effect.addFinalizer(() => end(thread))
  return { opened, thread }
})

/** What the thread does. */
const say = ({ task }: Started, word: number, value: number): void => {
  Atomics.store(task.calls, word, value)
  Atomics.notify(task.calls, word)
}
const HELD = 2

const started = ({ opened }: { readonly opened: Opened }, key: string) =>
  Effect.tap(Effect.forkChild(addNote(opened, key)), () => turns(200))

describe("an update while the thread holds writers off", () => {
  it.effect("waits until the thread lets them go on", () =>
    Effect.gen(function* () {
      const here = yield* tended
      say(here.thread, HELD, 1)
      const writing = yield* started(here, "held")
      assert.isUndefined(writing.pollUnsafe())
      assert.notInclude(yield* noteKeys(here.opened), "held")
      say(here.thread, HELD, 0)
      assert.strictEqual(yield* Fiber.join(writing), 17)
    }),
  )

  it.effect("goes on when the thread ends without a word", () =>
    Effect.gen(function* () {
      const here = yield* tended
      say(here.thread, HELD, 1)
      const writing = yield* started(here, "held")
      assert.isUndefined(writing.pollUnsafe())
      yield* end(here.thread)
      assert.strictEqual(yield* Fiber.join(writing), 17)
    }),
  )

  it.effect("goes on after a second when the thread does not say anything any more", () =>
    Effect.gen(function* () {
      const here = yield* tended
      say(here.thread, HELD, 1)
      const writing = yield* started(here, "held")
      yield* TestClock.adjust(999)
      assert.isUndefined(writing.pollUnsafe())
      yield* TestClock.adjust(1)
      assert.strictEqual(yield* Fiber.join(writing), 17)
    }),
  )

  it.effect("waits as well when the thread has not answered for long", () =>
    Effect.gen(function* () {
      const here = yield* tended
      const { calls } = here.thread.task
      Atomics.add(calls, 0, 9)
      const writing = yield* started(here, "unanswered")
      assert.isUndefined(writing.pollUnsafe())
      say(here.thread, 3, Atomics.load(calls, 0))
      assert.strictEqual(yield* Fiber.join(writing), 17)
    }),
  )
})

/** A log long enough to be started anew, and the upkeep of its file. */
const withLongLog = Effect.gen(function* () {
  const file = yield* newFile
  const raw = new DatabaseSync(file)
  yield* Effect.addFinalizer(() => Effect.sync(() => raw.close()))
  raw.exec("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE t (bytes)")
  raw.exec("INSERT INTO t VALUES (zeroblob(20000000))")
  const connection = { execute: () => undefined } as Partial<Connection> as Connection
  return { raw, upkeep: yield* makeUpkeep(connection, file, 100) }
})

describe("the thread", () => {
  it.live(
    "may be ended at any moment: nothing is lost, and the next one goes on",
    () =>
      Effect.gen(function* () {
        const filename = yield* newFile
        const opened = yield* openStore({ filename, durability: "relaxed" })
        const before = threads.started.length
        const text = "a long note ".repeat(8_000)
        const keys = Array.from({ length: 300 }, (_, i) => `n${String(i).padStart(3, "0")}`)
        let ended = before
        for (const [i, key] of keys.entries()) {
          yield* addNote(opened, key, { text })
          if (i % 7 !== 0) continue
          for (; ended < threads.started.length; ended++)
            yield* end(threads.started[ended] ?? lastThread())
        }
        assert.isAbove(ended - before, 3)
        assert.deepStrictEqual(yield* noteKeys(opened), keys)
        const raw = new DatabaseSync(filename, { readOnly: true })
        const [checked] = raw.prepare("PRAGMA integrity_check").all()
        raw.close()
        assert.deepStrictEqual({ ...checked }, { integrity_check: "ok" })
      }),
    60_000,
  )

  it.live("moves the log in place of every commit, until it ends", () =>
    Effect.gen(function* () {
      const file = yield* newFile
      yield* openStore({ filename: file })
      const said: Array<string> = []
      const connection = { execute: (sql: string) => void said.push(sql) } as Connection
      const upkeep = yield* makeUpkeep(connection, file, 100)
      assert.strictEqual(upkeep.framesOfCommit(), 12_000)
      upkeep.committed(16, false)
      assert.strictEqual(upkeep.framesOfCommit(), 0)
      yield* end(lastThread())
      yield* Effect.yieldNow
      assert.strictEqual(upkeep.framesOfCommit(), 4_000)
      assert.deepStrictEqual(said, [
        "PRAGMA wal_autocheckpoint = 0",
        "PRAGMA wal_autocheckpoint = 4000",
      ])
    }),
  )

  it.live("lets a transaction of many turns be, and keeps the next from beginning", () =>
    Effect.gen(function* () {
      const { raw, upkeep } = yield* withLongLog
      raw.exec("BEGIN IMMEDIATE")
      upkeep.inTurns(true)
      upkeep.committed(16, false)
      const { calls } = lastThread().task
      const untilWord = (word: number, value: number) =>
        Effect.promise(async () => {
          while (Atomics.load(calls, word) !== value)
            await new Promise((resolve) => setImmediate(resolve))
        })
      yield* untilWord(HELD, 1)
      const waiting = yield* Effect.forkChild(upkeep.untilWelcome)
      // Longer than it waits for a transaction that is another process's.
      yield* Effect.sleep(200)
      assert.isUndefined(waiting.pollUnsafe())
      assert.strictEqual(Atomics.load(calls, HELD), 1)
      raw.exec("COMMIT")
      upkeep.inTurns(false)
      yield* untilWord(HELD, 0)
      yield* Fiber.join(waiting)
    }),
  )

  it.live("holds nobody off while a series of commits that may be repeated goes on", () =>
    Effect.gen(function* () {
      const { upkeep } = yield* withLongLog
      // Whoever is held off stays so while it is under way.
      upkeep.inTurns(true)
      upkeep.committed(16, true)
      const { calls } = lastThread().task
      const until = (isSo: () => boolean) =>
        Effect.promise(async () => {
          while (!isSo()) await new Promise((resolve) => setImmediate(resolve))
        })
      yield* until(() => Atomics.load(calls, 3) === Atomics.load(calls, 0))
      yield* Effect.sleep(100)
      assert.strictEqual(Atomics.load(calls, HELD), 0)
      upkeep.committed(16, false)
      yield* until(() => Atomics.load(calls, HELD) === 1)
      upkeep.inTurns(false)
      yield* until(() => Atomics.load(calls, HELD) === 0)
    }),
  )
})
