import { spawnSync } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { DatabaseSync } from "node:sqlite"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { Durability, type MemoryStore, make, type StoreError } from "@reminisce/store"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import type { Connection } from "../src/internal/Connection.ts"
import { openFile } from "../src/internal/openFile.ts"
import { makePrimitives } from "../src/internal/sqliteEngine.ts"
import { upkeepInMemory } from "../src/internal/Upkeep.ts"
import { BUSY } from "../src/internal/untilFree.ts"
import {
  addNote,
  alice,
  newFolder,
  noteKeys,
  noteSchema,
  openStore,
  refusalOf,
  withStore,
} from "./support/place.ts"

const newFile = Effect.map(newFolder, (folder) => path.join(folder, "memories.db"))

/** Another connection that holds the file in its own way until it is let go, or the scope ends. */
const holder = (file: string, sql: string) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => {
        const database = new DatabaseSync(file)
        database.exec(sql)
        return database
      }),
      (database) => Effect.sync(() => database.isOpen && database.close()),
    ),
    (database) => ({ letGo: Effect.sync(() => database.close()) }),
  )
const WRITES = "BEGIN IMMEDIATE"
const ALONE = "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; UPDATE store SET id = 1"

/** A store over a connection that a test has its hands in. */
const tampered = (
  file: string,
  change: (connection: Connection) => Partial<Connection>,
  busyDeadlineMillis = 100,
): Effect.Effect<{ readonly store: MemoryStore["Service"]; readonly connection: Connection }> =>
  Effect.gen(function* () {
    const opened = openFile({ filename: file, schema: noteSchema, durability: "full" })
    if (opened === BUSY) return yield* Effect.die("busy")
    const connection = { ...opened.connection, ...change(opened.connection) }
    const primitives = makePrimitives(
      { ...opened, connection },
      {
        schema: noteSchema,
        busyDeadlineMillis,
        durability: "full",
        keepChanges: 100,
        ...upkeepInMemory(connection),
      },
    )
    return { store: yield* make(primitives), connection }
  })

const notes = (store: MemoryStore["Service"]) =>
  store.read(alice, (view) =>
    Effect.map(view.scan("note", { limit: 100 }), (found) => found.map(({ key }) => key)),
  )
const write = (store: MemoryStore["Service"], key: string, text = "") =>
  store.update(alice, () =>
    Effect.succeed({
      answer: key,
      draft: { create: [{ type: "note", key, attributes: { text, tags: [key] } }] },
    }),
  )

describe("another process that holds the file", () => {
  it.effect("to write keeps nobody from opening or reading", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      yield* withStore({ filename }, (opened) => addNote(opened, "a"))
      yield* holder(filename, WRITES)
      const opened = yield* openStore({ filename })
      assert.deepStrictEqual(yield* noteKeys(opened), ["a"])
      assert.deepStrictEqual(yield* opened.admin.owners({ limit: 9 }), [alice])
    }),
  )

  it.live("to write is waited for, and the event loop goes on", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      const opened = yield* openStore({ filename })
      const { letGo } = yield* holder(filename, WRITES)
      // It is let go of by this very process: a wait inside SQLite would never see that.
      const [key] = yield* Effect.all(
        [addNote(opened, "a"), Effect.andThen(Effect.sleep(20), letGo)],
        {
          concurrency: "unbounded",
        },
      )
      assert.strictEqual(key, 1)
    }),
  )

  it.effect(
    "to write until the deadline makes a write fail as Contended, with nothing written",
    () =>
      Effect.gen(function* () {
        const filename = yield* newFile
        const opened = yield* openStore({ filename, busyDeadlineMillis: 3_000 })
        const { letGo } = yield* holder(filename, WRITES)
        const writing = yield* Effect.forkChild(Effect.flip(addNote(opened, "a")))
        yield* TestClock.adjust(2_000)
        assert.isUndefined(writing.pollUnsafe())
        yield* TestClock.adjust(2_000)
        assert.strictEqual((yield* Fiber.join(writing)).reason._tag, "Contended")
        yield* letGo
        yield* addNote(opened, "b")
        assert.deepStrictEqual(yield* noteKeys(opened), ["b"])
      }),
  )

  it.effect("alone until the deadline makes opening, reading and asking fail as Unavailable", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      yield* withStore({ filename }, (opened) => addNote(opened, "a"))
      const { letGo } = yield* holder(filename, ALONE)
      const busy = { _tag: "Unavailable", what: "busy" }
      const opening = yield* Effect.forkChild(refusalOf({ filename, busyDeadlineMillis: 3_000 }))
      yield* TestClock.adjust(2_000)
      assert.isUndefined(opening.pollUnsafe())
      yield* TestClock.adjust(2_000)
      assert.deepStrictEqual(yield* Fiber.join(opening), busy)
      yield* letGo
      assert.deepStrictEqual(yield* withStore({ filename }, noteKeys), ["a"])
    }),
  )

  it.live("alone is waited for by opening, reading and asking", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      yield* withStore({ filename }, (opened) => addNote(opened, "a"))
      const { letGo } = yield* holder(filename, ALONE)
      const opening = openStore({ filename })
      const [opened] = yield* Effect.all([opening, Effect.andThen(Effect.sleep(20), letGo)], {
        concurrency: "unbounded",
      })
      assert.deepStrictEqual(yield* noteKeys(opened), ["a"])
    }),
  )
})

describe("a damaged file", () => {
  const damaged: ReadonlyArray<readonly [string, (file: string) => void, ReadonlyArray<string>]> = [
    ["cut short", (file) => fs.truncateSync(file, 8_192), ["damaged"]],
    ["without its first page", (file) => fs.truncateSync(file, 100), ["not-a-database"]],
    [
      "overwritten behind its first page",
      (file) => {
        const bytes = fs.readFileSync(file)
        fs.writeFileSync(file, bytes.fill(0xa5, 4_096))
      },
      ["damaged"],
    ],
    [
      "with a broken first page",
      (file) => {
        const bytes = fs.readFileSync(file)
        fs.writeFileSync(file, bytes.fill(0xa5, 100, 4_096))
      },
      ["damaged"],
    ],
  ]
  for (const [what, damage, rules] of damaged) {
    it.effect(`is refused and left as it is: ${what}`, () =>
      Effect.gen(function* () {
        const filename = yield* newFile
        yield* withStore({ filename }, (opened) =>
          addNote(opened, "a", { text: "x".repeat(9_000) }),
        )
        damage(filename)
        const before = fs.readFileSync(filename)
        const reason = yield* refusalOf({ filename })
        assert.oneOf(
          JSON.stringify(reason),
          rules.map((rule) => JSON.stringify({ _tag: "NotAStore", rule })),
        )
        assert.deepStrictEqual(fs.readFileSync(filename), before)
      }),
    )
  }

  it.effect("is noticed by a read and by a write, and what is whole is still shown", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      yield* withStore({ filename }, (opened) =>
        Effect.gen(function* () {
          for (let i = 0; i < 50; i++)
            yield* addNote(opened, `n${i}`, { text: "x".repeat(3_000), rank: i })
        }),
      )
      const database = new DatabaseSync(filename, { readOnly: true })
      const root = Number(
        database.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'record__note'").get()
          ?.rootpage,
      )
      database.close()
      const bytes = fs.readFileSync(filename)
      fs.writeFileSync(filename, bytes.fill(0xa5, (root - 1) * 4_096, root * 4_096))
      const opened = yield* openStore({ filename })
      const wrong = { _tag: "NotAStore", rule: "damaged" }
      const read = yield* Effect.flip(opened.store.read(alice, (view) => view.get("note", ["n7"])))
      assert.deepStrictEqual<object>({ ...read.reason }, wrong)
      const written = yield* Effect.flip(addNote(opened, "new"))
      assert.deepStrictEqual<object>({ ...written.reason }, wrong)
      const ranks = yield* opened.store.read(alice, (view) => view.count("noteByRank", []))
      assert.strictEqual(ranks, 50)
    }),
  )
})

describe("a commit that fails", () => {
  it.effect("for want of room leaves nothing of itself, and a store that works", () =>
    Effect.gen(function* () {
      const { store, connection } = yield* tampered(yield* newFile, () => ({}))
      yield* write(store, "a")
      const pages = connection.row("PRAGMA page_count")?.[0]
      connection.rows(`PRAGMA max_page_count = ${Number(pages) + 2}`)
      const error = yield* Effect.flip(write(store, "large", "x".repeat(100_000)))
      assert.deepStrictEqual<object>({ ...error.reason }, { _tag: "NoPlace", rule: "full" })
      assert.deepStrictEqual(yield* notes(store), ["a"])
      yield* write(store, "b")
      assert.deepStrictEqual(yield* notes(store), ["a", "b"])
      connection.close()
    }),
  )

  it.live(
    "for want of room on the disk loses nothing that was acknowledged",
    () =>
      Effect.gen(function* () {
        const file = yield* newFile
        const script = fileURLToPath(new URL("./support/filler.ts", import.meta.url))
        const limited = `ulimit -f 3000; exec "$0" --conditions=@reminisce/source --no-warnings "$1" "$2"`
        const { stdout, stderr } = spawnSync(
          "bash",
          ["-c", limited, process.execPath, script, file],
          {
            encoding: "utf8",
          },
        )
        const said = stdout.split("\n").slice(0, -1)
        const acknowledged = said.filter((line) => line.startsWith("n"))
        assert.isNotEmpty(acknowledged, stderr)
        assert.match(said.at(-2) ?? "", /^failed (NoPlace|Unavailable)$/)
        assert.strictEqual(said.at(-1), `kept ${acknowledged.length}`)
        assert.deepStrictEqual(
          yield* withStore({ filename: file }, noteKeys),
          acknowledged.toSorted(),
        )
      }),
    60_000,
  )

  it.live("to be synchronised is tried again until it is clear what happened", () =>
    Effect.gen(function* () {
      let failures = 2
      const file = yield* newFile
      const unsynchronised = ({ commit }: Connection) => ({
        commit: () => {
          if (failures-- > 0)
            throw Object.assign(new Error("disk I/O error"), { errcode: 10 | (4 << 8) })
          commit()
        },
      })
      const patient = yield* tampered(file, unsynchronised, 60_000)
      assert.strictEqual(yield* write(patient.store, "a"), "a")
      patient.connection.close()
      const { store, connection } = yield* tampered(file, unsynchronised)
      const kept = yield* store.read(alice, (view) =>
        Effect.map(view.changes(0, 9), (all) => all.length),
      )
      assert.strictEqual(kept, 1)
      failures = 1_000
      const error = yield* Effect.flip(write(store, "b"))
      assert.strictEqual(error.reason._tag, "OutcomeUnknown")
      failures = 0
      assert.deepStrictEqual(yield* notes(store), ["a"])
      connection.close()
    }),
  )

  it.effect("by a bug is a defect, and leaves a store that works", () =>
    Effect.gen(function* () {
      let isBroken = true
      const { store, connection } = yield* tampered(yield* newFile, ({ run }) => ({
        run: (sql, ...cells) => {
          if (isBroken && sql.includes("INTO change")) throw new TypeError("a bug")
          return run(sql, ...cells)
        },
      }))
      const exit = yield* Effect.exit(write(store, "a"))
      assert.isTrue(Exit.isFailure(exit) && Exit.hasDies(exit))
      isBroken = false
      yield* write(store, "b")
      assert.deepStrictEqual(yield* notes(store), ["b"])
      connection.close()
    }),
  )
})

describe("a process that may start no threads", () => {
  it.live(
    "writes all the same, keeps the log short, and says that it cannot compact",
    () =>
      Effect.gen(function* () {
        const file = yield* newFile
        const script = fileURLToPath(new URL("./support/threadless.ts", import.meta.url))
        const flags = ["--permission", "--allow-fs-read=*", "--allow-fs-write=*"]
        const { stdout, stderr } = spawnSync(
          process.execPath,
          ["--conditions=@reminisce/source", "--no-warnings", ...flags, script, file],
          { encoding: "utf8" },
        )
        assert.strictEqual(stdout, "compact: Unavailable what=thread\n", stderr)
        const kept = yield* withStore({ filename: file }, noteKeys)
        assert.strictEqual(kept.length, 100)
      }),
    60_000,
  )
})

describe("a file that is gone from its place", () => {
  for (const [what, take] of [
    ["removed", (file: string) => fs.rmSync(file)],
    [
      "replaced",
      (file: string) => {
        fs.copyFileSync(file, `${file}.copy`)
        fs.renameSync(`${file}.copy`, file)
      },
    ],
  ] as const) {
    it.effect(`takes no more writes, for they would be lost: ${what}`, () =>
      Effect.gen(function* () {
        const filename = yield* newFile
        const opened = yield* openStore({ filename })
        yield* addNote(opened, "a")
        take(filename)
        const error = yield* Effect.flip(addNote(opened, "b"))
        assert.deepStrictEqual<object>({ ...error.reason }, { _tag: "NoPlace", rule: "missing" })
        assert.deepStrictEqual(yield* noteKeys(opened), ["a"])
      }),
    )
  }
})

describe("a transaction", () => {
  it.effect("inside another is a defect, and the outer one goes on", () =>
    Effect.gen(function* () {
      const opened = yield* openStore({ filename: yield* newFile })
      yield* opened.store.update(alice, () =>
        Effect.gen(function* () {
          const inners: ReadonlyArray<Effect.Effect<unknown, StoreError>> = [
            addNote(opened, "inner"),
            noteKeys(opened),
          ]
          for (const inner of inners) {
            const exit = yield* Effect.exit(inner)
            assert.isTrue(Exit.isFailure(exit) && Exit.hasDies(exit))
          }
          return {
            answer: undefined,
            draft: { create: [{ type: "note", key: "outer", attributes: {} }] },
          }
        }).pipe(Effect.orDie),
      )
      assert.deepStrictEqual(yield* noteKeys(opened), ["outer"])
    }),
  )

  it.live("that waits is a defect, and holds nothing up", () =>
    Effect.gen(function* () {
      const opened = yield* openStore({ filename: yield* newFile })
      const waiting = opened.store.update(alice, () =>
        Effect.as(Effect.sleep(1), { answer: undefined }),
      )
      const exit = yield* Effect.exit(waiting)
      assert.isTrue(Exit.isFailure(exit) && Exit.hasDies(exit))
      yield* addNote(opened, "a")
      assert.deepStrictEqual(yield* noteKeys(opened), ["a"])
    }),
  )
})

describe("a commit that may be repeated", () => {
  it.effect("does not wait for the disk, and those after it do again", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      const levels: Array<unknown> = []
      const { store, connection } = yield* tampered(filename, (itself) => ({
        commit: () => {
          levels.push(itself.row("PRAGMA synchronous")?.[0])
          itself.commit()
        },
      }))
      const repeatable = Effect.provideService(Durability, "repeatable")
      yield* write(store, "a")
      yield* repeatable(write(store, "b"))
      yield* repeatable(Effect.flip(write(store, "b")))
      yield* write(store, "c")
      assert.deepStrictEqual(levels, [2, 1, 2])
      assert.deepStrictEqual(connection.row("PRAGMA synchronous"), [2])
      yield* withStore({ filename }, (opened) =>
        Effect.map(noteKeys(opened), (keys) => assert.deepStrictEqual(keys, ["a", "b", "c"])),
      )
    }),
  )
})
