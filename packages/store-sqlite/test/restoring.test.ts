// Indexes that wait until a restore has brought all rows.
// Verifies: BA-14
import * as path from "node:path"
import { DatabaseSync } from "node:sqlite"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { addNote, alice, newFolder, type Opened, openStore, withStore } from "./support/place.ts"

const WAITING = ["index__note_by_rank", "index__person_by_name", "role__about__person"]

const indexesOf = (file: string): ReadonlyArray<unknown> => {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return database
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL")
      .all()
      .map(({ name }) => name)
      .filter((name) => WAITING.includes(String(name)))
      .sort()
  } finally {
    database.close()
  }
}

const link = ({ store }: Opened) =>
  store.update(alice, () =>
    Effect.succeed({
      answer: undefined,
      draft: {
        create: [{ type: "person", key: "p", attributes: { name: "Ada" } }],
        link: [
          {
            type: "about",
            ends: { note: { type: "note", key: "a" }, person: { type: "person", key: "p" } },
            attributes: { scope: "s" },
          },
        ],
      },
    }),
  )

/** What only an index answers without looking at everything. */
const answers = ({ store }: Opened) =>
  store.read(alice, (view) =>
    Effect.all([
      view.range("noteByRank", { prefix: [], from: 2, limit: 10 }),
      view.range("noteByRank", { prefix: [], order: "descending", limit: 1 }),
      view.count("personByName", ["Ada"]),
      view.linked("about", "person", [{ type: "person", key: "p" }], { limit: 9 }),
      view.range("noteByTag", { prefix: ["x"], limit: 10 }),
    ]),
  )

describe("a file that is restored into", () => {
  it.live("answers the same before its indexes are made and after, and has them at the end", () =>
    Effect.gen(function* () {
      const filename = path.join(yield* newFolder, "memories.db")
      yield* Effect.scoped(
        Effect.gen(function* () {
          const opened = yield* openStore({ filename })
          assert.deepStrictEqual(indexesOf(filename), WAITING)
          yield* opened.admin.begin("restoring")
          assert.deepStrictEqual(indexesOf(filename), [])
          for (const [key, rank] of [
            ["a", 3],
            ["b", 1],
            ["c", 2],
          ] as const) {
            yield* addNote(opened, key, { rank, tags: ["x"] })
          }
          yield* link(opened)
          const before = yield* answers(opened)
          assert.deepStrictEqual(
            before[0].map(({ key }) => key),
            ["c", "a"],
          )
          yield* opened.admin.finish()
          assert.deepStrictEqual(indexesOf(filename), WAITING)
          assert.deepStrictEqual(yield* answers(opened), before)
          assert.deepStrictEqual(yield* opened.admin.verify, [])
        }),
      )
      assert.lengthOf((yield* withStore({ filename }, answers))[3], 1)
    }),
  )

  it.live("gets the indexes that are missing from whoever goes on with it", () =>
    Effect.gen(function* () {
      const filename = path.join(yield* newFolder, "memories.db")
      yield* withStore({ filename }, (opened) =>
        Effect.andThen(opened.admin.begin("restoring"), addNote(opened, "a", { rank: 1 })),
      )
      const half = new DatabaseSync(filename)
      half.exec(
        "CREATE INDEX index__person_by_name ON record__person (owner, a__name, key) WHERE a__name IS NOT NULL",
      )
      half.close()
      yield* withStore({ filename, during: "restoring" }, ({ admin }) => admin.finish())
      assert.deepStrictEqual(indexesOf(filename), WAITING)
    }),
  )

  it.live("is the same in memory, where there is no thread", () =>
    Effect.gen(function* () {
      const opened = yield* openStore({ filename: ":memory:" })
      yield* opened.admin.begin("restoring")
      yield* addNote(opened, "a", { rank: 1 })
      yield* link(opened)
      const before = yield* answers(opened)
      yield* opened.admin.finish()
      assert.deepStrictEqual(yield* answers(opened), before)
      assert.deepStrictEqual(yield* opened.admin.verify, [])
    }).pipe(Effect.scoped),
  )
})
