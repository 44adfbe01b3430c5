import { execFileSync } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { DatabaseSync } from "node:sqlite"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { isNetworkFileSystem } from "../src/internal/preparePlace.ts"
import { addNote, newFolder, noteKeys, refusalOf, withStore } from "./support/place.ts"
import { startScript } from "./support/process.ts"

const NOBODY = 65_534
const isRoot = process.getuid?.() === 0

/** Opens in a process that file permissions bind: another one where this one is root. */
const openedByMortal = (file: string) =>
  Effect.gen(function* () {
    const opener = yield* startScript("opener.ts", [file], isRoot ? { uid: NOBODY } : {})
    const { errors } = yield* opener.ended
    return [...opener.lines(), errors].join("")
  })

const modeOf = (file: string): string => (fs.statSync(file).mode & 0o777).toString(8)

/** A folder's files with their bytes. */
const contents = (folder: string) =>
  fs.readdirSync(folder).map((name) => [name, fs.readFileSync(path.join(folder, name), "hex")])

describe("a new file", () => {
  it.effect("is made with its folders for this user alone, and so is what stands beside it", () =>
    Effect.gen(function* () {
      const folder = yield* newFolder
      const file = path.join(folder, "a", "b", "memories.db")
      yield* withStore({ filename: file }, (opened) =>
        Effect.gen(function* () {
          yield* addNote(opened, "n")
          assert.deepStrictEqual(
            [path.join(folder, "a"), path.dirname(file), file, `${file}-wal`, `${file}-shm`].map(
              modeOf,
            ),
            ["700", "700", "600", "600", "600"],
          )
        }),
      )
      assert.deepStrictEqual(fs.readdirSync(path.dirname(file)), ["memories.db"])
    }),
  )

  it.effect("may stand empty already, and becomes private", () =>
    Effect.gen(function* () {
      const file = path.join(yield* newFolder, "memories.db")
      fs.writeFileSync(file, "", { mode: 0o644 })
      yield* withStore({ filename: file }, (opened) => addNote(opened, "n"))
      assert.strictEqual(modeOf(file), "600")
      assert.deepStrictEqual(yield* withStore({ filename: file }, noteKeys), ["n"])
    }),
  )

  it.effect("may have any name a file can have", () =>
    Effect.gen(function* () {
      const folder = yield* newFolder
      for (const name of ["file:x?mode=memory", "a b%20#c?d.db", "ünï😀.db", "'; --"]) {
        const file = path.join(folder, name)
        yield* withStore({ filename: file }, (opened) => addNote(opened, name))
        assert.isTrue(fs.statSync(file).size > 0, name)
        assert.deepStrictEqual(yield* withStore({ filename: file }, noteKeys), [name])
      }
      assert.strictEqual(fs.readdirSync(folder).length, 4)
    }),
  )

  it.effect("is reached through a symbolic link", () =>
    Effect.gen(function* () {
      const folder = yield* newFolder
      yield* withStore({ filename: path.join(folder, "real.db") }, (opened) => addNote(opened, "n"))
      fs.symlinkSync(path.join(folder, "real.db"), path.join(folder, "link.db"))
      assert.deepStrictEqual(
        yield* withStore({ filename: path.join(folder, "link.db") }, noteKeys),
        ["n"],
      )
      yield* withStore({ filename: path.join(folder, "link.db") }, (opened) =>
        Effect.gen(function* () {
          yield* addNote(opened, "m")
          const beside = ["real.db", "real.db-shm", "real.db-wal"]
          assert.deepStrictEqual(fs.readdirSync(folder).toSorted(), ["link.db", ...beside])
          const bytes = beside
            .filter((name) => !name.endsWith("shm"))
            .map((name) => fs.statSync(path.join(folder, name)).size)
          assert.strictEqual(
            (yield* opened.admin.health).bytes,
            bytes.reduce((a, b) => a + b),
          )
        }),
      )
    }),
  )
})

describe("what is not a store", () => {
  const foreign: ReadonlyArray<readonly [string, string, (file: string) => void]> = [
    [
      "a text",
      "not-a-database",
      (file) => fs.writeFileSync(file, "a diary, and a long one. ".repeat(50)),
    ],
    ["one byte", "not-a-database", (file) => fs.writeFileSync(file, "x")],
    [
      "a SQLite database of somebody else's",
      "foreign",
      (file) => {
        const database = new DatabaseSync(file)
        database.exec("CREATE TABLE diary (day TEXT); INSERT INTO diary VALUES ('monday')")
        database.close()
      },
    ],
    [
      "one with a log that is still to be moved",
      "foreign",
      (file) => {
        const database = new DatabaseSync(file)
        database.exec(
          "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE diary (day TEXT)",
        )
        fs.copyFileSync(file, `${file}.copy`)
        fs.copyFileSync(`${file}-wal`, `${file}.copy-wal`)
        database.close()
        fs.renameSync(`${file}.copy`, file)
        fs.renameSync(`${file}.copy-wal`, `${file}-wal`)
      },
    ],
    [
      "one with another application's mark",
      "foreign",
      (file) => {
        const database = new DatabaseSync(file)
        database.exec("PRAGMA application_id = 252006674; CREATE TABLE t (x)")
        database.close()
      },
    ],
  ]
  for (const [what, rule, make] of foreign) {
    it.effect(`is refused and left byte for byte: ${what}`, () =>
      Effect.gen(function* () {
        const folder = yield* newFolder
        const file = path.join(folder, "memories.db")
        make(file)
        const before = contents(folder)
        const mode = modeOf(file)
        assert.deepStrictEqual(yield* refusalOf({ filename: file }), { _tag: "NotAStore", rule })
        assert.deepStrictEqual(contents(folder), before)
        assert.strictEqual(modeOf(file), mode)
      }),
    )
  }

  it.effect("is refused at once: a folder, a pipe", () =>
    Effect.gen(function* () {
      const folder = yield* newFolder
      assert.deepStrictEqual(yield* refusalOf({ filename: folder }), {
        _tag: "NotAStore",
        rule: "directory",
      })
      const pipe = path.join(folder, "pipe")
      execFileSync("mkfifo", [pipe])
      assert.deepStrictEqual(yield* refusalOf({ filename: pipe }), {
        _tag: "NotAStore",
        rule: "not-a-file",
      })
    }),
  )
})

describe("a place that cannot be one", () => {
  it.effect("has a name no file can have", () =>
    Effect.gen(function* () {
      const folder = yield* newFolder
      fs.writeFileSync(path.join(folder, "file"), "")
      for (const filename of [
        "a\u0000b",
        path.join(folder, "x".repeat(300)),
        path.join(folder, "file", "memories.db"),
      ]) {
        assert.deepStrictEqual(yield* refusalOf({ filename }), { _tag: "NoPlace", rule: "missing" })
      }
      assert.deepStrictEqual(fs.readdirSync(folder), ["file"])
    }),
  )

  it.live(
    "may not be written to: a folder, a file",
    () =>
      Effect.gen(function* () {
        const folder = yield* newFolder
        const permission = JSON.stringify({ _tag: "NoPlace", rule: "permission" })
        fs.chmodSync(folder, 0o555)
        assert.strictEqual(yield* openedByMortal(path.join(folder, "memories.db")), permission)
        fs.chmodSync(folder, 0o777)
        const file = path.join(folder, "memories.db")
        assert.strictEqual(yield* openedByMortal(file), "open")
        fs.chmodSync(file, 0o400)
        assert.strictEqual(yield* openedByMortal(file), permission)
        fs.chmodSync(file, 0o000)
        assert.strictEqual(yield* openedByMortal(file), permission)
        fs.chmodSync(file, 0o600)
        fs.chmodSync(folder, 0o555)
        assert.strictEqual(yield* openedByMortal(file), permission)
        fs.chmodSync(folder, 0o777)
        assert.strictEqual(yield* openedByMortal(file), "open")
      }),
    60_000,
  )

  it.effect("has no room for shared memory, and says so at the first write at the latest", () =>
    Effect.gen(function* () {
      const file = path.join(yield* newFolder, "memories.db")
      fs.mkdirSync(`${file}-shm`)
      const error = yield* Effect.flip(
        withStore({ filename: file }, (opened) => addNote(opened, "n")),
      )
      assert.strictEqual(error.reason._tag, "NoPlace")
    }),
  )

  it("is a network's file system", () => {
    for (const type of [0x6969, 0x517b, 0xfe534d42, 0xfe534d42 | 0, 0x0bd00bd0]) {
      assert.isTrue(isNetworkFileSystem(type))
    }
    // ext4, xfs, btrfs, tmpfs, overlay, zfs, apfs over FUSE
    for (const type of [
      0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x794c7630, 0x2fc12fc1, 0x65735546,
    ]) {
      assert.isFalse(isNetworkFileSystem(type))
    }
  })
})
