// What restore refuses, by the name of the reason, with the store as it was.
// Verifies: BA-06
import { createHash } from "node:crypto"
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { extendSchema, type StoreSchema } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { filesOf, newFolder, type Opened, openMemory, openSqlite } from "./support/places.ts"
import { alice, fill, hostSchema, memoryOf, write, zoe } from "./support/richStore.ts"

/** Small enough to be damaged at every place. */
const tiny: StoreSchema = {
  version: 3,
  records: { note: { attributes: { text: { kind: "text", cardinality: "optional" } } } },
  links: {
    on: {
      roles: [
        { name: "from", players: ["note"] },
        { name: "to", players: ["note"] },
      ],
      attributes: {},
    },
  },
  indexes: {},
  spaces: {},
}
const note = (key: string) => ({ type: "note", key })

/** A folder with a backup of two notes and a link in `backup`. */
const tinyBackup = Effect.gen(function* () {
  const folder = yield* newFolder
  const { store, backup } = yield* openMemory(tiny)
  yield* write(store, {
    create: [
      { ...note("a"), attributes: { text: "one" } },
      { ...note("b"), attributes: {} },
    ],
    link: [{ type: "on", ends: { from: note("b"), to: note("a") }, attributes: {} }],
  })
  yield* backup.backup(join(folder, "backup"))
  return join(folder, "backup")
})

/** The message of the refusal; the store must be empty and free for the next try. */
const refusal = (target: Opened, directory: string, options = {}) =>
  Effect.gen(function* () {
    const error = yield* Effect.flip(target.backup.restore(directory, options))
    assert.deepStrictEqual(yield* target.admin.owners({ limit: 1 }), [])
    return error.message
  })

const not = (reason: string, file: string): string =>
  `not a backup that can be restored: ${reason} (${file})`

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex")

/** Changes files and makes their sums right again, as somebody who means it would. */
const forge = (
  directory: string,
  change: (files: { rows: string; manifest: { [field: string]: unknown } }) => {
    rows?: string
    manifest?: object
  },
): void => {
  const read = (name: string): string => readFileSync(join(directory, name), "utf8")
  const before = { rows: read("owners.jsonl"), manifest: JSON.parse(read("manifest.json")) }
  const { rows = before.rows, manifest = {} } = change(before)
  const sums = { bytes: Buffer.byteLength(rows), sha256: sha256(rows) }
  const text = `${JSON.stringify({ ...before.manifest, ...sums, ...manifest }, undefined, 1)}\n`
  writeFileSync(join(directory, "owners.jsonl"), rows)
  writeFileSync(join(directory, "manifest.json"), text)
  writeFileSync(
    join(directory, "SHA256SUMS"),
    `${sha256(text)}  manifest.json\n${sums.sha256}  owners.jsonl\n`,
  )
}

const NAMES = ["SHA256SUMS", "manifest.json", "owners.jsonl"]

describe("restore refuses", () => {
  it.effect("a backup with any byte of any file changed by a bit", () =>
    Effect.gen(function* () {
      const directory = yield* tinyBackup
      const target = yield* openMemory(tiny)
      for (const name of NAMES) {
        const file = join(directory, name)
        const whole = readFileSync(file)
        for (let at = 0; at < whole.length; at++) {
          const damaged = Buffer.from(whole)
          damaged[at] = (whole[at] ?? 0) ^ (1 << (at % 8))
          writeFileSync(file, damaged)
          const message = yield* refusal(target, directory)
          assert.match(
            message,
            /: checksum \((SHA256SUMS|manifest.json|owners.jsonl)/,
            `${name} ${at}`,
          )
          if (name === "owners.jsonl") assert.include(message, name)
        }
        writeFileSync(file, whole)
      }
      yield* target.backup.restore(directory)
    }),
  )

  it.effect("a file that was cut, or that has grown", () =>
    Effect.gen(function* () {
      const directory = yield* tinyBackup
      const target = yield* openMemory(tiny)
      const rows = join(directory, "owners.jsonl")
      const whole = readFileSync(rows)
      for (const length of [whole.length - 1, 40, 0]) {
        truncateSync(rows, length)
        assert.strictEqual(yield* refusal(target, directory), not("truncated", "owners.jsonl"))
      }
      writeFileSync(rows, `${whole}\n`)
      assert.strictEqual(yield* refusal(target, directory), not("longer", "owners.jsonl"))
      writeFileSync(rows, whole)
      truncateSync(join(directory, "manifest.json"), 60)
      assert.strictEqual(yield* refusal(target, directory), not("checksum", "manifest.json"))
    }),
  )

  it.effect("a directory without its files, or with other things in their place", () =>
    Effect.gen(function* () {
      const directory = yield* tinyBackup
      const target = yield* openMemory(tiny)
      const away = join(directory, "..", "away")
      mkdirSync(away)
      for (const name of NAMES) {
        const file = join(directory, name)
        renameSync(file, join(away, name))
        const missing = name === "SHA256SUMS" ? "unfinished" : "missing"
        assert.strictEqual(yield* refusal(target, directory), not(missing, name))
        symlinkSync(join(away, name), file)
        assert.strictEqual(yield* refusal(target, directory), not("not-a-file", name))
        rmSync(file)
        mkdirSync(file)
        assert.strictEqual(yield* refusal(target, directory), not("not-a-file", name))
        rmSync(file, { recursive: true })
        renameSync(join(away, name), file)
      }
      assert.strictEqual(
        yield* refusal(target, join(directory, "none")),
        "the directory cannot be used: missing",
      )
      assert.strictEqual(
        yield* refusal(target, join(directory, "owners.jsonl")),
        "the directory cannot be used: not-a-folder",
      )
      yield* target.backup.restore(directory)
    }),
  )

  it.effect("a newer format, and a schema that is newer, older, larger or another", () =>
    Effect.gen(function* () {
      const directory = yield* tinyBackup
      const target = yield* openMemory(tiny)
      const other = join(directory, "..", "other")
      cpSync(directory, other, { recursive: true })
      forge(other, () => ({ manifest: { format: 3, more: true } }))
      assert.strictEqual(yield* refusal(target, other), not("newer-format", "manifest.json"))
      forge(other, () => ({ manifest: { format: 1, more: true } }))
      assert.strictEqual(yield* refusal(target, other), not("manifest", "manifest.json"))
      for (const [schema, reason] of [
        [{ ...tiny, version: 2 }, "newer-schema"],
        [{ ...tiny, version: 4 }, "older-schema"],
        [{ ...tiny, links: {} }, "schema"],
        [{ ...tiny, records: { note: { attributes: {} } } }, "schema"],
        [
          {
            ...tiny,
            records: {
              note: { attributes: { text: { kind: "integer", cardinality: "optional" } } },
            },
          },
          "schema",
        ],
      ] as const) {
        const against = yield* openMemory(schema)
        assert.strictEqual(yield* refusal(against, directory), not(reason, "manifest.json"))
      }
      const larger = yield* openMemory(
        extendSchema(tiny, { records: { more: { attributes: {} } } }),
      )
      yield* larger.backup.restore(directory)
    }),
  )

  it.effect("rows that are not as this format writes them, though their sums are right", () =>
    Effect.gen(function* () {
      const directory = yield* tinyBackup
      const target = yield* openMemory(tiny)
      const forged = join(directory, "..", "forged")
      const [a = "", b = "", on = ""] =
        filesOf(directory)["owners.jsonl"]?.split("\n").slice(1) ?? []
      const forms: ReadonlyArray<readonly [change: (rows: string) => string, reason: string]> = [
        [(rows) => rows.replace('{"text":"one"}', '{ "text":"one"}'), "row (owners.jsonl, line 2)"],
        [(rows) => rows.replace('"one"', '"\\u006fne"'), "row (owners.jsonl, line 2)"],
        [(rows) => rows.replace('"one"', "1"), "row (owners.jsonl, line 2)"],
        [(rows) => rows.replace('"text"', '"words"'), "row (owners.jsonl, line 2)"],
        [
          (rows) => rows.replace('"record":"note"', '"record":"toString"'),
          "row (owners.jsonl, line 2)",
        ],
        [(rows) => rows.replace('"key":"b"', '"key":""'), "row (owners.jsonl, line 3)"],
        [(rows) => rows.replace('"from"', '"to"'), "row (owners.jsonl, line 4)"],
        [(rows) => rows.replace("agent:alice", "alice"), "row (owners.jsonl, line 1)"],
        [(rows) => rows.slice(rows.indexOf("\n") + 1), "row (owners.jsonl, line 1)"],
        [(rows) => rows.slice(0, -1), "row (owners.jsonl"],
        [(rows) => rows.replace(`${a}\n${b}`, `${b}\n${a}`), "order (owners.jsonl, line 3)"],
        [(rows) => rows.replace(b, `${b}\n${b}`), "order (owners.jsonl, line 4)"],
        [
          (rows) => rows.replace(`${a}\n${b}\n${on}`, `${on}\n${a}\n${b}`),
          "order (owners.jsonl, line 3)",
        ],
        [(rows) => rows + rows, "order (owners.jsonl, line 5)"],
        [(rows) => rows.replace(`${on}\n`, ""), "counts (owners.jsonl)"],
      ]
      for (const [change, reason] of forms) {
        rmSync(forged, { recursive: true, force: true })
        cpSync(directory, forged, { recursive: true })
        forge(forged, ({ rows }) => ({ rows: change(rows) }))
        assert.include(yield* refusal(target, forged), `: ${reason}`)
      }
      yield* target.backup.restore(directory)
    }),
  )

  it.effect("a link whose end is not there: what was begun is refused by everyone after", () =>
    Effect.gen(function* () {
      const directory = yield* tinyBackup
      forge(directory, ({ rows }) => ({
        rows: rows.replace(/^.*"key":"b".*\n/m, ""),
        manifest: { records: { note: 1 } },
      }))
      const filename = join(directory, "..", "memories.db")
      const error = yield* Effect.scoped(
        Effect.gen(function* () {
          const target = yield* openSqlite({ filename, schema: tiny })
          return yield* Effect.flip(target.backup.restore(directory))
        }),
      )
      assert.include(error.message, ": row (owners.jsonl, line 3)")
      const reopened = yield* Effect.flip(openSqlite({ filename, schema: tiny }))
      assert.strictEqual(reopened.message, "open: Unfinished work=restoring")
    }),
  )

  it.effect("a store that has an owner, before it looks at anything else of it", () =>
    Effect.gen(function* () {
      const directory = join(yield* newFolder, "backup")
      const source = yield* openMemory()
      yield* fill(source.store)
      yield* source.backup.backup(directory)
      for (const target of [yield* openMemory(), yield* openSqlite()]) {
        yield* write(target.store, { create: [memoryOf("m_mine")] }, zoe)
        const error = yield* Effect.flip(target.backup.restore(directory))
        assert.strictEqual(error._tag, "StoreNotEmpty")
        const kept = yield* target.store.read(zoe, (view) => view.scan("memory", { limit: 9 }))
        assert.deepStrictEqual(
          kept.map(({ key }) => key),
          ["m_mine"],
        )
        assert.strictEqual(
          yield* target.store.read(alice, (view) => Effect.succeed(view.sequence)),
          0,
        )
      }
    }),
  )
})

describe("backup refuses", () => {
  it.effect("a directory that has something in it, and leaves it as it was", () =>
    Effect.gen(function* () {
      const folder = yield* newFolder
      writeFileSync(join(folder, "notes.txt"), "mine")
      const { backup } = yield* openMemory(hostSchema)
      const error = yield* Effect.flip(backup.backup(folder))
      assert.strictEqual(error.message, "the directory cannot be used: not-empty")
      assert.deepStrictEqual(filesOf(folder), { "notes.txt": "mine" })
      const under = yield* Effect.flip(backup.backup(join(folder, "notes.txt", "backup")))
      assert.strictEqual(under.message, "the directory cannot be used: not-a-folder")
      assert.isFalse(existsSync(join(folder, "backup")))
    }),
  )
})
