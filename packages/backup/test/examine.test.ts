// What the examination of a store finds, and what it never takes for a fault.
// Verifies: BA-13
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { assert, describe, it } from "@effect/vitest"
import { MemoryStore, StoreAdmin } from "@reminisce/store"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { examineStore } from "../src/index.ts"
import { renewChecksums } from "./support/checksums.ts"
import { newFolder, type Opened, openMemory, openSqlite } from "./support/places.ts"
import { fill, links, memoryOf, records, write } from "./support/richStore.ts"

const examine = ({ store, admin }: Opened, progress = () => Effect.void as Effect.Effect<void>) =>
  examineStore(progress).pipe(
    Effect.provideContext(Context.make(MemoryStore, store).pipe(Context.add(StoreAdmin, admin))),
  )

/** The rich store in a file, whose subjects and moves are as the library would have them. */
const soundFile = Effect.gen(function* () {
  const filename = join(yield* newFolder, "memories.db")
  yield* Effect.scoped(Effect.flatMap(openSqlite({ filename }), ({ store }) => fill(store)))
  return filename
})

/** Changes a file behind the store's back, and renews the checksums as who does so on purpose would. */
const change = (filename: string, sql: string): void => {
  const database = new DatabaseSync(filename)
  database.exec(sql)
  renewChecksums(database)
  database.close()
}

describe("an examination", () => {
  for (const [name, open] of [
    ["memory", openMemory],
    ["sqlite", openSqlite],
  ] as const) {
    it.effect(`finds nothing in a sound store (${name}), and counts all of it`, () =>
      Effect.gen(function* () {
        const opened = yield* open()
        yield* fill(opened.store)
        const { findings, engine, unsettled, ...counts } = yield* examine(opened)
        assert.deepStrictEqual([findings, engine, unsettled], [[], [], 0])
        assert.strictEqual(counts.owners, 2)
        assert.strictEqual(counts.records, records.length + 1)
        assert.strictEqual(counts.links, links.length)
      }),
    )
  }

  it.live("names each thing that does not fit, by rule, type and key, and changes no byte", () =>
    Effect.gen(function* () {
      const wrongs: ReadonlyArray<readonly [sql: string, rule: string, type: string, key: string]> =
        [
          [
            "UPDATE record__memory SET a__status = 'forgotten' WHERE key = 'm_a'",
            "status",
            "memory",
            "m_a",
          ],
          ["UPDATE record__memory SET a__basis = NULL WHERE key = 'm_b'", "value", "memory", "m_b"],
          [
            "UPDATE record__memory SET a__concerns = NULL WHERE key = 'm_c'",
            "concerns",
            "memory",
            "m_c",
          ],
          [
            "DELETE FROM record__source",
            "no-such-end",
            "citation",
            "memory\u001fm_a\u001fsource\u001fsrc1",
          ],
          [
            "DELETE FROM record__memory WHERE key = 'm_gone'",
            "no-such-memory",
            "statusChange",
            "m_gone#1",
          ],
          ["DELETE FROM entry__memory_by_cue", "entries", "memoryByCue", ""],
          ["UPDATE owner SET slots__memory = 2 WHERE id = 1", "slot", "memory", "m_affect"],
        ]
      for (const [sql, rule, type, key] of wrongs) {
        const filename = yield* soundFile
        change(filename, sql)
        const before = readFileSync(filename)
        const { findings } = yield* Effect.scoped(
          Effect.flatMap(openSqlite({ filename, schema: "stored" }), (opened) => examine(opened)),
        )
        const found = findings.find((each) => each.rule === rule && each.type === type)
        assert.strictEqual(found?.key, key, sql)
        assert.isTrue(before.equals(readFileSync(filename)), sql)
      }
    }),
  )

  it.live("tells what the engine says of a damaged file", () =>
    Effect.gen(function* () {
      const filename = yield* soundFile
      const bytes = readFileSync(filename)
      // The second half of the pages' cells, and none of the first page.
      for (let at = 8 * 4_096 + 2_048; at < bytes.length; at += 4_096) bytes.fill(0xff, at, at + 64)
      writeFileSync(filename, bytes)
      const told = yield* Effect.scoped(
        Effect.gen(function* () {
          const opened = yield* openSqlite({ filename, schema: "stored" })
          return (yield* opened.admin.verify).length
        }),
      ).pipe(Effect.match({ onSuccess: (count) => count, onFailure: ({ reason }) => reason._tag }))
      assert.isTrue(told === "NotAStore" || Number(told) > 0, String(told))
    }),
  )

  // Writers that stop while it still looks, and such as go on to its end.
  for (const writes of [2, 40])
    it.effect(
      `beside ${writes} writes finds nothing, and says which owners it could not count`,
      () =>
        Effect.gen(function* () {
          const opened = yield* openMemory()
          yield* fill(opened.store)
          yield* write(opened.store, {
            create: Array.from({ length: 700 }, (_, i) => memoryOf(`m_${i}`)),
          })
          let next = 0
          const { findings, unsettled } = yield* examine(opened, () =>
            next++ < writes
              ? Effect.orDie(
                  write(opened.store, {
                    create: [
                      memoryOf(`n_${next}`, { status: "forgotten" }),
                      {
                        type: "statusChange",
                        key: `n_${next}#1`,
                        attributes: { memory: `n_${next}`, ordinal: 1, status: "forgotten", at: 1 },
                      },
                    ],
                  }),
                )
              : Effect.void,
          )
          assert.deepStrictEqual([findings, unsettled], [[], 1])
        }),
    )
})
