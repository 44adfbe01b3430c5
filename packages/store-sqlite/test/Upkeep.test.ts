import * as fs from "node:fs"
import * as path from "node:path"
import { DatabaseSync } from "node:sqlite"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import {
  addNote,
  alice,
  descriptorsOf,
  newFolder,
  noteKeys,
  type Opened,
  openStore,
  withStore,
} from "./support/place.ts"
import { startScript } from "./support/process.ts"

const newFile = Effect.map(newFolder, (folder) => path.join(folder, "memories.db"))
const logBytes = (file: string): number =>
  fs.statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0

/** Reads the file as it is now until the scope ends or it is told to stop. */
const oldReader = (file: string) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => {
        const database = new DatabaseSync(file)
        database.exec("BEGIN; SELECT count(*) FROM store")
        return database
      }),
      (database) => Effect.sync(() => database.isOpen && database.close()),
    ),
    (database) => ({ stop: Effect.sync(() => database.close()) }),
  )

const writePage = ({ store }: Opened, bytes: number) =>
  store.update(alice, (view) =>
    Effect.succeed({
      answer: undefined,
      draft: {
        pages: [
          {
            space: "pages",
            name: "p",
            number: 0,
            bytes: new Uint8Array(bytes).fill(view.sequence),
          },
        ],
      },
    }),
  )

/** Words that must not survive, in every place a word can be. */
const SECRET = "zuckerwatte"
const writeSecrets = ({ store }: Opened) =>
  store.update(alice, () =>
    Effect.succeed({
      answer: undefined,
      draft: {
        create: [
          ...Array.from({ length: 300 }, (_, i) => ({
            type: "note",
            key: `n${i}`,
            attributes: {
              text: `${SECRET} ${i} `.repeat(1 + (i % 7) * 20),
              tags: [`${SECRET}${i}`, "kept"],
            },
          })),
          { type: "person", key: "p", attributes: { name: `${SECRET} the person` } },
        ],
        link: [
          {
            type: "about",
            ends: { note: { type: "note", key: "n0" }, person: { type: "person", key: "p" } },
            attributes: { scope: SECRET },
          },
        ],
        pages: [1, 2, 3].map((number) => ({
          space: "pages",
          name: SECRET,
          number,
          bytes: Buffer.from(SECRET.repeat(number * 400)),
        })),
      },
    }),
  )
const eraseSecrets = ({ store }: Opened) =>
  store.update(alice, (view) =>
    Effect.map(view.scanLinks("about", { limit: 9 }), (links) => ({
      answer: undefined,
      draft: {
        unset: Array.from({ length: 299 }, (_, i) => ({
          type: "note",
          key: `n${i}`,
          attributes: ["text", "tags"],
        })),
        set: [{ type: "note", key: "n299", attributes: { text: "another text", tags: ["kept"] } }],
        unlink: links,
        drop: [{ type: "person", key: "p" }],
        pages: [
          { space: "pages", name: SECRET, number: 1, bytes: undefined },
          { space: "pages", name: SECRET, number: 2, bytes: undefined },
          { space: "pages", name: SECRET, number: 3, bytes: undefined },
        ],
      },
    })),
  )
/**
 * People in any order, some at a time, so that pages are split and balanced: what SQLite moves then
 * it leaves behind as well, and zeroes only what is deleted.
 */
const PEOPLE = 2_000
const writePeople = ({ store }: Opened) =>
  Effect.forEach(Array.from({ length: PEOPLE / 10 }), (_, round) =>
    store.update(alice, () =>
      Effect.succeed({
        answer: undefined,
        draft: {
          create: Array.from({ length: 10 }, (_, i) => {
            const n = ((round * 10 + i) * 7_919) % PEOPLE
            const name = `${SECRET}${n}`.repeat(1 + (n % 37))
            return { type: "person", key: `p${n}`, attributes: { name } }
          }),
        },
      }),
    ),
  )
const renamePeople = ({ store }: Opened) =>
  store.update(alice, () => {
    const set = Array.from({ length: PEOPLE }, (_, n) => {
      return { type: "person", key: `p${n}`, attributes: { name: "gone" } }
    })
    return Effect.succeed({ answer: undefined, draft: { set } })
  })
const filesWith = (folder: string, word: string): ReadonlyArray<string> =>
  fs.readdirSync(folder).filter((name) => fs.readFileSync(path.join(folder, name)).includes(word))

describe("compaction", () => {
  it.live(
    "leaves no erased word in any file, and all that was not erased",
    () =>
      Effect.gen(function* () {
        const file = yield* newFile
        const folder = path.dirname(file)
        const opened = yield* openStore({ filename: file, durability: "relaxed" })
        yield* writePeople(opened)
        yield* writeSecrets(opened)
        assert.isNotEmpty(filesWith(folder, SECRET))
        yield* renamePeople(opened)
        yield* eraseSecrets(opened)
        assert.strictEqual(yield* opened.admin.compact({ deadlineMillis: 20_000 }), "done")
        assert.deepStrictEqual(filesWith(folder, SECRET), [])
        assert.deepStrictEqual(filesWith(folder, "another text"), ["memories.db"])
        assert.strictEqual(logBytes(file), 0)
        assert.strictEqual((yield* noteKeys(opened)).length, 300)
      }),
    60_000,
  )

  it.live("zeroes erased words in the file even before it is rewritten", () =>
    Effect.gen(function* () {
      const file = yield* newFile
      yield* withStore({ filename: file }, (opened) =>
        Effect.andThen(writeSecrets(opened), eraseSecrets(opened)),
      )
      // Closing has moved the log into the file; what balancing left behind is what compaction is for.
      assert.isFalse(fs.readFileSync(file).includes(`${SECRET} the person`))
    }),
  )

  it.live("is pending while somebody reads an old state, and done when called again after", () =>
    Effect.gen(function* () {
      const file = yield* newFile
      const opened = yield* openStore({ filename: file })
      yield* addNote(opened, "a", { text: SECRET })
      const reader = yield* oldReader(file)
      yield* addNote(opened, "b")
      assert.strictEqual(yield* opened.admin.compact({ deadlineMillis: 300 }), "pending")
      yield* addNote(opened, "c")
      yield* reader.stop
      assert.strictEqual(yield* opened.admin.compact({ deadlineMillis: 20_000 }), "done")
      assert.deepStrictEqual(yield* noteKeys(opened), ["a", "b", "c"])
    }),
  )

  it.live("is joined by calls that come meanwhile, and writes go on beside it", () =>
    Effect.gen(function* () {
      const file = yield* newFile
      const opened = yield* openStore({ filename: file })
      yield* writeSecrets(opened)
      const compact = opened.admin.compact({ deadlineMillis: 20_000 })
      const writes = Effect.forEach(["x", "y", "z"], (key) => addNote(opened, key))
      const [first, second] = yield* Effect.all([compact, compact, writes], {
        concurrency: "unbounded",
      })
      assert.deepStrictEqual([first, second], ["done", "done"])
      assert.strictEqual((yield* noteKeys(opened)).length, 303)
    }),
  )

  it.live.skipIf(process.platform !== "linux")(
    "is done in memory where some is free, in files elsewhere, while another process writes",
    () =>
      Effect.gen(function* () {
        const file = yield* newFile
        const temporary = yield* newFolder
        const opened = yield* openStore({ filename: file, busyDeadlineMillis: 50_000 })
        for (const key of ["a", "b", "c", "d"])
          yield* addNote(opened, key, { text: SECRET.repeat(100_000) })
        const env = { ...process.env, SQLITE_TMPDIR: temporary }
        const compactor = yield* startScript("compactor.ts", [file, temporary], { env })
        const compacting = yield* Effect.forkChild(compactor.ended)
        let written = 0
        while (compacting.pollUnsafe() === undefined) {
          yield* addNote(opened, `n${written++}`)
          yield* Effect.sleep(20)
        }
        assert.deepStrictEqual(yield* Fiber.join(compacting), { code: 0, errors: "" })
        assert.deepStrictEqual(compactor.lines(), ["done in memory", "done in files"])
        assert.strictEqual((yield* noteKeys(opened)).length, 4 + written)
      }),
    60_000,
  )

  it.live.skipIf(process.platform !== "linux")(
    "is ended and waited for when the store is closed, while somebody reads an old state",
    () =>
      Effect.gen(function* () {
        const file = yield* newFile
        yield* withStore({ filename: file }, writeSecrets)
        yield* oldReader(file)
        const held = descriptorsOf(`${file}-wal`)
        yield* withStore({ filename: file }, ({ admin }) =>
          Effect.gen(function* () {
            const before = logBytes(file)
            yield* Effect.forkDetach(admin.compact({ deadlineMillis: 50_000 }))
            while (logBytes(file) === before) yield* Effect.sleep(5)
          }),
        )
        assert.deepStrictEqual(descriptorsOf(`${file}-wal`), held)
        assert.strictEqual((yield* withStore({ filename: file }, noteKeys)).length, 300)
      }),
    60_000,
  )

  it.live("of a damaged file says so", () =>
    Effect.gen(function* () {
      const file = yield* newFile
      const opened = yield* openStore({ filename: file })
      yield* writeSecrets(opened)
      yield* opened.admin.compact({ deadlineMillis: 20_000 })
      const bytes = fs.readFileSync(file)
      const handle = fs.openSync(file, "r+")
      fs.writeSync(handle, Buffer.alloc(bytes.length - 8_192, 0xa5), 0, undefined, 8_192)
      const error = yield* Effect.flip(opened.admin.compact({ deadlineMillis: 20_000 }))
      assert.deepStrictEqual<object>({ ...error.reason }, { _tag: "NotAStore", rule: "damaged" })
      fs.closeSync(handle)
    }),
  )
})

describe("the log", () => {
  it.live(
    "is cut back when a long reader has ended, however far it has grown",
    () =>
      Effect.gen(function* () {
        const file = yield* newFile
        const opened = yield* openStore({ filename: file, durability: "relaxed" })
        yield* addNote(opened, "a")
        const reader = yield* oldReader(file)
        const MEGABYTE = 1_024 * 1_024
        for (let i = 0; i < 80; i++) yield* writePage(opened, MEGABYTE)
        assert.isAbove(logBytes(file), 64 * MEGABYTE)
        yield* reader.stop
        while (logBytes(file) > 32 * MEGABYTE) yield* writePage(opened, 1_000)
        assert.deepStrictEqual(yield* noteKeys(opened), ["a"])
      }),
    60_000,
  )

  it.live(
    "does not keep a store from closing while somebody reads on",
    () =>
      Effect.gen(function* () {
        const file = yield* newFile
        yield* withStore({ filename: file }, (opened) => addNote(opened, "a"))
        yield* oldReader(file)
        yield* withStore({ filename: file, durability: "relaxed" }, (opened) =>
          Effect.forEach(Array.from({ length: 40 }), () => writePage(opened, 1_024 * 1_024)),
        )
        assert.deepStrictEqual(yield* withStore({ filename: file }, noteKeys), ["a"])
      }),
    60_000,
  )

  it.live(
    "stays short while nobody reads old states",
    () =>
      Effect.gen(function* () {
        const file = yield* newFile
        const opened = yield* openStore({ filename: file, durability: "relaxed" })
        for (let i = 0; i < 1_000; i++) yield* writePage(opened, 100_000 + i)
        // Of 100 MB that have gone through it.
        assert.isBelow(logBytes(file), 64 * 1_024 * 1_024)
      }),
    60_000,
  )
})
