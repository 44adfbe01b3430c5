import { randomInt } from "node:crypto"
import * as path from "node:path"
import { DatabaseSync } from "node:sqlite"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { newFolder, noteKeys, withStore } from "./support/place.ts"
import { startScript } from "./support/process.ts"

const WRITERS = 8
const ROUNDS = 4

/** Every check SQLite has, over the raw file. */
const integrityOf = (file: string): unknown => {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return database
      .prepare("PRAGMA integrity_check")
      .all()
      .map((row) => row.integrity_check)
  } finally {
    database.close()
  }
}

describe("processes on one file", () => {
  it.live(
    "that are all the first to open it lay it down once",
    () =>
      Effect.gen(function* () {
        const folder = yield* newFolder
        const names = Array.from({ length: WRITERS }, (_, i) => `s${i}`)
        const starters = yield* Effect.forEach(names, (name) => startScript("starter.ts", [name]))
        for (const { untilLines } of starters) yield* untilLines(1)
        for (let round = 0; round < ROUNDS; round++) {
          const file = path.join(folder, `${round}.db`)
          for (const { child } of starters) child.stdin?.write(`${file}\n`)
          for (const { untilLines } of starters) yield* untilLines(round + 2)
          const kept = yield* withStore({ filename: file }, noteKeys)
          assert.deepStrictEqual(kept, names)
        }
        for (const { child, ended } of starters) {
          child.stdin?.end()
          assert.deepStrictEqual(yield* ended, { code: 0, errors: "" })
        }
      }),
    120_000,
  )

  it.live(
    "that write at once keep every acknowledged write",
    () =>
      Effect.gen(function* () {
        const file = path.join(yield* newFolder, "memories.db")
        const writers = yield* Effect.forEach(Array.from({ length: WRITERS }), (_, i) =>
          startScript("writer.ts", [file, `w${i}`, "25"]),
        )
        for (const { ended } of writers)
          assert.deepStrictEqual(yield* ended, { code: 0, errors: "" })
        const acknowledged = writers.flatMap(({ lines }) => lines())
        assert.strictEqual(acknowledged.length, WRITERS * 25)
        const kept = yield* withStore({ filename: file }, noteKeys)
        assert.deepStrictEqual(kept, acknowledged.toSorted())
        assert.deepStrictEqual(integrityOf(file), ["ok"])
      }),
    120_000,
  )

  it.live(
    "that are killed at any moment lose nothing acknowledged and leave nothing half-written",
    () =>
      Effect.gen(function* () {
        const file = path.join(yield* newFolder, "memories.db")
        const acknowledged: Array<string> = []
        for (let round = 0; round < 4; round++) {
          const writers = yield* Effect.forEach([0, 1], (i) =>
            startScript("writer.ts", [file, `r${round}-${i}`, "100000"]),
          )
          const first = writers[0]
          if (first !== undefined) yield* first.untilLines(randomInt(1, 60))
          for (const { child, ended } of writers) {
            child.kill("SIGKILL")
            assert.strictEqual((yield* ended).code, "SIGKILL")
          }
          acknowledged.push(...writers.flatMap(({ lines }) => lines()))
          const { kept, changes, ranked, tagged } = yield* withStore({ filename: file }, (opened) =>
            Effect.gen(function* () {
              const shown = yield* opened.store.read({ kind: "agent", name: "alice" }, (view) =>
                Effect.gen(function* () {
                  return {
                    changes: (yield* view.changes(0, 10_000)).length,
                    ranked: yield* view.count("noteByRank", []),
                    tagged: yield* view.count("noteByTag", []),
                  }
                }),
              )
              return { kept: yield* noteKeys(opened), ...shown }
            }),
          )
          const missing = acknowledged.filter((key) => !kept.includes(key))
          assert.deepStrictEqual(missing, [])
          // Unheard writes may have been carried out, but only whole: one a writer.
          assert.isAtMost(kept.length, acknowledged.length + 2 * (round + 1))
          assert.deepStrictEqual([changes, ranked, tagged], [kept.length, kept.length, kept.length])
        }
        assert.deepStrictEqual(integrityOf(file), ["ok"])
      }),
    120_000,
  )
})
