// That the index is held against what the memories say, and every kind of difference is seen.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Backup, checkIndex, Lifecycle, layer, type Owner } from "../src/index.ts"

const owner: Owner = { kind: "agent", name: "alice" }

const newFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "reminisce-index-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true })),
)

/** Memories in trails, some replaced, forgotten and recalled. */
const live = Effect.gen(function* () {
  const { rememberMany, supersede, forget, unforget, markRecalled } = yield* Lifecycle
  const told = (i: number) => ({
    key: `m_${i}`,
    content: `The ${["gate", "mill", "well"][i % 3]} of number ${i} opens at dawn.`,
    aspects: ["semantic"],
    basis: "told" as const,
    trail: `t${i % 4}`,
    ordinal: (i * 7) % 50,
  })
  yield* rememberMany(
    owner,
    Array.from({ length: 300 }, (_, i) => told(i)),
  )
  for (let i = 0; i < 40; i++) yield* supersede(owner, `m_${i * 3}`, told(1_000 + i))
  for (let i = 1; i < 40; i += 3) yield* forget(owner, `m_${i}`)
  yield* unforget(owner, "m_1")
  yield* markRecalled(owner, ["m_1", "m_2"])
})

const change = (filename: string, sql: string): void => {
  const database = new DatabaseSync(filename)
  database.exec(sql)
  database.close()
}

const checked = (filename: string) =>
  checkIndex(owner).pipe(Effect.provide(layer({ filename }), { local: true }))

describe("an index", () => {
  it.live("is sound after a life and after a restore, and damaged wherever a page differs", () =>
    Effect.gen(function* () {
      const folder = yield* newFolder
      const filename = join(folder, "memory.db")
      yield* Effect.gen(function* () {
        yield* live
        yield* (yield* Backup).backup(join(folder, "backup"))
      }).pipe(Effect.provide(layer({ filename }), { local: true }))
      assert.deepStrictEqual(yield* checked(filename), { _tag: "Sound" })

      const restored = Effect.flatMap(Backup, ({ restore }) => restore(join(folder, "backup")))
      for (const [i, [sql, pages]] of (
        [
          [
            "UPDATE record__memory SET a__content = replace(a__content, 'dawn', 'dusk') WHERE key = 'm_9'",
            3,
          ],
          ["UPDATE record__memory SET a__valid_to = 5 WHERE key = 'm_9'", 1],
          ["UPDATE record__memory SET a__trail = 't9' WHERE key = 'm_9'", 1],
          ["DELETE FROM page__postings WHERE name = 'gate'", 1],
          [
            "INSERT INTO page__postings SELECT owner, 'zebra', number, sequence, bytes, checksum FROM page__postings LIMIT 1",
            1,
          ],
          [
            "UPDATE page__columns SET bytes = substr(bytes, 2) WHERE name <> 'head' AND number = 0",
            1,
          ],
        ] as const
      ).entries()) {
        const copy = join(folder, `${i}.db`)
        yield* Effect.provide(restored, layer({ filename: copy }), { local: true })
        assert.deepStrictEqual(yield* checked(copy), { _tag: "Sound" })
        change(copy, sql)
        const found = yield* checked(copy)
        assert.strictEqual(found._tag, "Damaged", sql)
        if (found._tag === "Damaged") assert.isAtLeast(found.pages, Math.min(pages, 1), sql)
      }
    }),
  )

  it.live("is behind where another version made it", () =>
    Effect.gen(function* () {
      const filename = join(yield* newFolder, "memory.db")
      yield* live.pipe(Effect.provide(layer({ filename }), { local: true }))
      assert.deepStrictEqual(yield* checked(filename), { _tag: "Sound" })
      change(
        filename,
        "UPDATE page__columns SET bytes = CAST('1 1 0 1/none' AS BLOB) WHERE name = 'head'",
      )
      assert.deepStrictEqual(yield* checked(filename), { _tag: "Behind" })
    }),
  )
})
