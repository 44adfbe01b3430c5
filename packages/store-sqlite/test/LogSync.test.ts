// An update is acknowledged when the disk has it, and nothing else waits for the disk meanwhile.
import * as fs from "node:fs"
import * as path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Durability, make, OutcomeUnknown, StoreError } from "@reminisce/store"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { vi } from "vitest"
import { flushBeside } from "../src/internal/flushBeside.ts"
import { makeLogSync } from "../src/internal/LogSync.ts"
import { makeLongWriter } from "../src/internal/LongWriter.ts"
import { openFile } from "../src/internal/openFile.ts"
import { makePrimitives } from "../src/internal/sqliteEngine.ts"
import { upkeepInMemory } from "../src/internal/Upkeep.ts"
import { BUSY } from "../src/internal/untilFree.ts"
import {
  addNote,
  alice,
  descriptorsOf,
  newFolder,
  noteKeys,
  noteSchema,
  openStore,
  withStore,
} from "./support/place.ts"

/** Synchronisations that have been begun and not answered, while `areHeld`, and of which descriptors. */
const disk = vi.hoisted(() => ({
  waiting: [] as Array<(error: Error | null) => void>,
  files: [] as Array<number>,
  areHeld: false,
}))
vi.mock(import("node:fs"), async (original) => {
  const real = await original()
  const fdatasync = (file: number, answer: (error: Error | null) => void): void => {
    if (disk.areHeld) {
      disk.waiting.push(answer)
      disk.files.push(file)
    } else real.fdatasync(file, answer)
  }
  return { ...real, fdatasync: fdatasync as typeof real.fdatasync }
})

const turns = Effect.repeat(Effect.yieldNow, { times: 200 })
const held = Effect.acquireRelease(
  Effect.sync(() => {
    disk.areHeld = true
    disk.files.length = 0
  }),
  () =>
    Effect.sync(() => {
      disk.areHeld = false
      for (const answer of disk.waiting.splice(0)) answer(null)
    }),
)
const answerOne = (error: Error | null = null) =>
  Effect.andThen(
    Effect.sync(() => disk.waiting.shift()?.(error)),
    turns,
  )
const newFile = Effect.map(newFolder, (folder) => path.join(folder, "memories.db"))

const opened = Effect.gen(function* () {
  const filename = yield* newFile
  const file = openFile({ filename, schema: noteSchema, durability: "full" })
  if (file === BUSY) return yield* Effect.die("busy")
  yield* Effect.addFinalizer(() => Effect.sync(() => file.connection.close()))
  return { filename, file }
})

/** A store whose commits are confirmed by `synchronised`. */
const storeOn = (
  synchronised: Effect.Effect<void, StoreError>,
  durability: "full" | "relaxed" = "full",
) =>
  Effect.gen(function* () {
    const { file } = yield* opened
    const upkeep = upkeepInMemory(file.connection)
    const longWriter = makeLongWriter(file, { ...upkeep, durability })
    yield* Effect.addFinalizer(() => Effect.sync(() => longWriter?.close()))
    const settings = { schema: noteSchema, busyDeadlineMillis: 100, keepChanges: 100, durability }
    const store = yield* make(
      makePrimitives(file, { ...settings, ...upkeep, synchronised, longWriter }),
    )
    const add = (keys: ReadonlyArray<string>) =>
      store.update(alice, () =>
        Effect.succeed({
          answer: keys.length,
          draft: { create: keys.map((key) => ({ type: "note", key, attributes: {} })) },
        }),
      )
    const count = store.read(alice, (view) => view.slots("note"))
    return { store, add, count, file }
  })

const ONE = ["a"]
const MANY = Array.from({ length: 2_000 }, (_, i) => `n${i}`)

describe("an update", () => {
  for (const [size, keys] of [
    ["of one step", ONE],
    ["of many turns", MANY],
  ] as const) {
    it.effect(`${size} is acknowledged when the disk has it, and is there before`, () =>
      Effect.gen(function* () {
        const confirmed = yield* Deferred.make<void>()
        const { add, count } = yield* storeOn(Deferred.await(confirmed))
        const writing = yield* Effect.forkChild(add(keys))
        while ((yield* count) === 0) yield* Effect.yieldNow
        yield* turns
        assert.isUndefined(writing.pollUnsafe())
        yield* Deferred.succeed(confirmed, undefined)
        assert.strictEqual(yield* Fiber.join(writing), keys.length)
      }),
    )
  }

  it.effect("whose disk cannot say whether it has it ends as OutcomeUnknown", () =>
    Effect.gen(function* () {
      const reason = new OutcomeUnknown()
      const { add } = yield* storeOn(Effect.fail(new StoreError({ operation: "update", reason })))
      const error = yield* Effect.flip(add(ONE))
      assert.strictEqual(error.reason._tag, "OutcomeUnknown")
    }),
  )

  it.effect("that writes nothing waits as well: it may rest on what another has just written", () =>
    Effect.gen(function* () {
      let asked = 0
      const { store } = yield* storeOn(Effect.sync(() => void asked++))
      yield* store.update(alice, () => Effect.succeed({ answer: undefined }))
      assert.strictEqual(asked, 1)
    }),
  )

  it.effect("that may be repeated does not wait, nor any of a relaxed store", () =>
    Effect.gen(function* () {
      const never = Effect.die("waited for the disk")
      const { add } = yield* storeOn(never)
      yield* Effect.provideService(add(ONE), Durability, "repeatable")
      const relaxed = yield* storeOn(never, "relaxed")
      yield* relaxed.add(ONE)
    }),
  )

  it.effect("leaves the connection as strict as the engine says it is", () =>
    Effect.gen(function* () {
      const levels: Array<unknown> = []
      const { add, file } = yield* storeOn(
        Effect.sync(() => void levels.push(file.connection.row("PRAGMA synchronous")?.[0])),
      )
      yield* add(ONE)
      assert.deepStrictEqual(levels, [2])
    }),
  )
})

describe("the disk's word", () => {
  it.effect("is asked for after each commit, and once for those that come meanwhile", () =>
    Effect.gen(function* () {
      const here = yield* openStore({ filename: yield* newFile })
      yield* held
      const first = yield* Effect.forkChild(addNote(here, "a"))
      yield* turns
      const more = yield* Effect.forkChild(
        Effect.forEach(["b", "c", "d"], (key) => addNote(here, key), { concurrency: "unbounded" }),
      )
      yield* turns
      assert.deepStrictEqual(yield* noteKeys(here), ["a", "b", "c", "d"])
      assert.strictEqual(disk.waiting.length, 1)
      yield* answerOne()
      assert.isDefined(first.pollUnsafe())
      // What was on its way may not have had them.
      assert.isUndefined(more.pollUnsafe())
      assert.strictEqual(disk.waiting.length, 1)
      yield* answerOne()
      assert.deepStrictEqual(yield* Fiber.join(more), [2, 3, 4])
    }),
  )

  it.effect("that was a refusal is believed again when the log has been moved into the file", () =>
    Effect.gen(function* () {
      const { file, filename } = yield* opened
      let moves: ReadonlyArray<number> = [0, 5, 4]
      const connection = { ...file.connection, row: () => moves }
      const sync = (yield* makeLogSync(connection, filename)) ?? assert.fail("no log")
      yield* held
      const asked = Effect.gen(function* () {
        const asking = yield* Effect.forkChild(Effect.exit(sync.synchronised))
        yield* turns
        return asking
      })
      const refused = yield* asked
      yield* answerOne(new Error("input-output"))
      assert.strictEqual((yield* Fiber.join(refused))._tag, "Failure")
      const doubted = yield* asked
      yield* answerOne()
      assert.strictEqual((yield* Fiber.join(doubted))._tag, "Failure")
      moves = [0, 5, 5]
      const trusted = yield* asked
      yield* answerOne()
      assert.strictEqual((yield* Fiber.join(trusted))._tag, "Success")
      moves = [1, 5, 4]
      const usual = yield* asked
      yield* answerOne()
      assert.strictEqual((yield* Fiber.join(usual))._tag, "Success")
    }),
  )

  it.effect("is left to the commits where the log is not to be opened", () =>
    Effect.gen(function* () {
      const { file, filename } = yield* opened
      assert.isUndefined(yield* makeLogSync(file.connection, `${filename}-other`))
    }),
  )
})

describe.skipIf(process.platform !== "linux")("the log beside a large transaction", () => {
  /** A flush of a file's log that goes on until it is told that the work is over, at a clock of its own. */
  const flushing = Effect.gen(function* () {
    const { file, filename } = yield* opened
    const sync = (yield* makeLogSync(file.connection, filename)) ?? assert.fail("no log")
    yield* Effect.acquireRelease(
      Effect.sync(() => vi.useFakeTimers({ toFake: ["setTimeout"] })),
      () => Effect.sync(() => vi.useRealTimers()),
    )
    yield* held
    const work = yield* Deferred.make<void>()
    const ended = flushBeside(filename, Effect.runPromise(Deferred.await(work)))
    const pass = Effect.promise(() => vi.advanceTimersByTimeAsync(1_000))
    const write = (second: number) =>
      Effect.andThen(
        Effect.sync(() => fs.utimesSync(`${filename}-wal`, second, second)),
        pass,
      )
    return { sync, write, pass, over: Deferred.succeed(work, undefined), ended }
  })

  it.effect("is flushed when it has been written to, one flush at a time, until that is over", () =>
    Effect.gen(function* () {
      const { write, pass, over, ended } = yield* flushing
      const begun = () => disk.files.length
      yield* write(1)
      assert.deepStrictEqual([begun(), disk.waiting.length], [1, 1])
      yield* answerOne()
      yield* pass
      assert.deepStrictEqual([begun(), disk.waiting.length], [2, 1])
      yield* answerOne()
      yield* pass
      assert.strictEqual(begun(), 2)
      yield* write(2)
      assert.strictEqual(begun(), 3)
      yield* over
      yield* answerOne()
      yield* Effect.promise(() => ended)
      yield* write(3)
      assert.strictEqual(begun(), 3)
    }),
  )

  it.effect(
    "is left to those whose word counts when the disk refuses, each by its descriptor",
    () =>
      Effect.gen(function* () {
        const { sync, write, ended } = yield* flushing
        yield* answerOne(new Error("input-output"))
        yield* Effect.promise(() => ended)
        yield* write(1)
        const asking = yield* Effect.forkChild(sync.synchronised)
        yield* turns
        assert.strictEqual(disk.files.length, 2)
        assert.notStrictEqual(disk.files[0], disk.files[1])
        yield* answerOne()
        yield* Fiber.join(asking)
      }),
  )

  it.live("is flushed while a store compacts, and its descriptor closed before the store is", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      yield* held
      const compacted = yield* Deferred.make<string>()
      const using = yield* Effect.forkChild(
        withStore({ filename, durability: "relaxed" }, ({ admin }) =>
          Effect.andThen(admin.compact({ deadlineMillis: 20_000 }), (outcome) =>
            Deferred.succeed(compacted, outcome),
          ),
        ),
      )
      assert.strictEqual(yield* Deferred.await(compacted), "done")
      yield* turns
      assert.isUndefined(using.pollUnsafe())
      yield* answerOne()
      yield* Fiber.join(using)
      assert.deepStrictEqual(descriptorsOf(`${filename}-wal`), [])
    }),
  )
})
