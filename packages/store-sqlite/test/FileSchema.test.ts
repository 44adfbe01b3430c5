import * as path from "node:path"
import { DatabaseSync } from "node:sqlite"
import { assert, describe, it } from "@effect/vitest"
import { extendSchema, type StoreError, type StoreSchema } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { connect } from "../src/internal/Connection.ts"
import { layDown, recognise } from "../src/internal/FileSchema.ts"
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

const change = (file: string, sql: string): void => {
  const database = new DatabaseSync(file)
  database.exec(sql)
  database.close()
}

const made = Effect.map(newFolder, (folder) => path.join(folder, "memories.db")).pipe(
  Effect.tap((filename) =>
    withStore({ filename }, (opened) => addNote(opened, "n", { tags: ["a"] })),
  ),
)

describe("a file", () => {
  it.effect("of another schema version is refused, older or newer", () =>
    Effect.gen(function* () {
      const filename = yield* made
      assert.deepStrictEqual(
        yield* refusalOf({ filename, schema: { ...noteSchema, version: 2 } }),
        { _tag: "SchemaMismatch", stored: 1, expected: 2 },
      )
      change(filename, "UPDATE store SET version = 7")
      assert.deepStrictEqual(yield* refusalOf({ filename }), {
        _tag: "NotAStore",
        rule: "damaged",
      })
    }),
  )

  for (const [what, sql, stored, expected] of [
    ["schema", "UPDATE store SET version = 2", 2, 1],
    ["encoding", "UPDATE store SET encoding = 3", 3, 2],
  ] as const) {
    it.effect(
      `whose ${what} another process has upgraded takes nothing more, and shows nothing`,
      () =>
        Effect.gen(function* () {
          const filename = yield* made
          const opened = yield* openStore({ filename })
          yield* addNote(opened, "before")
          change(filename, sql)
          const mismatch = { _tag: "SchemaMismatch", stored, expected }
          const operations: ReadonlyArray<Effect.Effect<unknown, StoreError>> = [
            addNote(opened, "after"),
            noteKeys(opened),
            opened.admin.owners({ limit: 1 }),
            opened.admin.ownersWith("personByName", [], { limit: 1 }),
            opened.admin.health,
          ]
          for (const operation of operations) {
            const error = yield* Effect.flip(operation)
            assert.deepStrictEqual<object>({ ...error.reason }, mismatch)
          }
          change(filename, "UPDATE store SET version = 1, encoding = 2")
          assert.deepStrictEqual(yield* noteKeys(opened), ["before", "n"])
        }),
    )
  }

  for (const [what, sql] of [
    ["lacks a table", "DROP TABLE record__person"],
    ["lacks a column", "ALTER TABLE record__person DROP COLUMN a__name"],
    ["lacks an index", "DROP INDEX index__note_by_rank"],
    [
      "has another index by that name",
      "DROP INDEX index__note_by_rank; CREATE INDEX index__note_by_rank ON record__note (owner)",
    ],
    ["lacks a trigger", "DROP TRIGGER changed__note_by_tag"],
    [
      "has a trigger of somebody else's on our tables",
      "CREATE TRIGGER leak AFTER INSERT ON record__note BEGIN DELETE FROM change; END",
    ],
  ]) {
    it.effect(`that ${what} is refused`, () =>
      Effect.gen(function* () {
        const filename = yield* made
        const names = new DatabaseSync(filename)
        const all = names
          .prepare("SELECT name FROM sqlite_schema")
          .all()
          .map(({ name }) => name)
        names.close()
        assert.includeMembers(all, [
          "record__person",
          "index__note_by_rank",
          "changed__note_by_tag",
        ])
        change(
          filename,
          sql === undefined
            ? ""
            : sql.startsWith("ALTER")
              ? `DROP INDEX index__person_by_name; ${sql}`
              : sql,
        )
        assert.deepStrictEqual(yield* refusalOf({ filename }), {
          _tag: "NotAStore",
          rule: "tables",
        })
      }),
    )
  }

  it.effect("with tables of the host's own beside ours is left alone and works", () =>
    Effect.gen(function* () {
      const filename = yield* made
      change(filename, "CREATE TABLE mine (x); INSERT INTO mine VALUES (1)")
      yield* withStore({ filename }, (opened) => addNote(opened, "m"))
      const database = new DatabaseSync(filename)
      assert.strictEqual(database.prepare("SELECT count(*) AS n FROM mine").get()?.n, 1)
      database.close()
    }),
  )

  it.effect("has entries for what was there when a host adds an index over a set", () =>
    Effect.gen(function* () {
      const filename = yield* made
      yield* withStore({ filename }, (opened) =>
        addNote(opened, "m", { tags: ["b", "a"], rank: 7 }),
      )
      const schema = extendSchema(noteSchema, {
        indexes: { noteByRankAndTag: { type: "note", attributes: ["rank", "tags"] } },
      })
      const entries = Effect.flatMap(openStore({ filename, schema }), ({ store }) =>
        store.read(alice, (view) => view.range("noteByRankAndTag", { prefix: [7], limit: 9 })),
      )
      const expected = ["a", "b"].map((tag) => ({ values: [7, tag], key: "m" }))
      assert.deepStrictEqual(yield* Effect.scoped(entries), expected)
      // The second time there is nothing to add.
      assert.deepStrictEqual(yield* Effect.scoped(entries), expected)
    }),
  )

  it.effect("two hosts define one name in differently is refused to the second", () =>
    Effect.gen(function* () {
      const filename = yield* made
      const withMood = (kind: "text" | "integer") =>
        extendSchema(noteSchema, {
          records: { note: { attributes: { mood: { kind, cardinality: "optional" } } } },
        })
      yield* withStore({ filename, schema: withMood("text") }, (opened) => addNote(opened, "m"))
      assert.deepStrictEqual(yield* refusalOf({ filename, schema: withMood("integer") }), {
        _tag: "SchemaDiffers",
        facts: ["redefined: note.mood"],
      })
      assert.deepStrictEqual(yield* withStore({ filename }, noteKeys), ["m", "n"])
    }),
  )
})

describe("laying a file down", () => {
  it.effect("is done once, whoever comes in between, and never over what is somebody else's", () =>
    Effect.gen(function* () {
      const filename = path.join(yield* newFolder, "memories.db")
      const [first, second] = [connect(filename), connect(filename)]
      assert.deepStrictEqual([recognise(first), recognise(second)], ["empty", "empty"])
      for (const connection of [first, second]) {
        assert.isTrue(connection.begin("IMMEDIATE"))
        layDown(connection, noteSchema)
        connection.commit()
        assert.strictEqual(recognise(connection), "ours")
      }
      assert.strictEqual(second.row("SELECT count(*) FROM store")?.[0], 1)
      first.execute("DELETE FROM store; PRAGMA application_id = 7")
      assert.throws(() => layDown(second, noteSchema), "NotAStore rule=foreign")
      first.close()
      second.close()
    }),
  )
})

describe("a schema", () => {
  it.effect("may use names that SQLite would not tell apart, and its own words", () =>
    Effect.gen(function* () {
      const attributes = {
        order: { kind: "text", cardinality: "one" },
        oRder: { kind: "integer", cardinality: "one" },
        rowid: { kind: "text", cardinality: "many" },
        owner: { kind: "text", cardinality: "optional" },
        key: { kind: "text", cardinality: "optional" },
        slot: { kind: "boolean", cardinality: "optional" },
      } as const
      const schema: StoreSchema = {
        version: 1,
        records: {
          select: { attributes },
          seLect: { attributes, slotted: true },
          owner: { attributes },
        },
        links: {
          from: {
            roles: [
              { name: "where", players: ["select"] },
              { name: "wHere", players: ["seLect"] },
            ],
            attributes,
          },
        },
        indexes: {
          by: { type: "select", attributes: ["order", "oRder", "rowid"] },
          bY: { type: "seLect", attributes: ["owner", "key", "slot"] },
        },
        spaces: { index: { tracked: true }, inDex: { tracked: false } },
      }
      const filename = path.join(yield* newFolder, "memories.db")
      const values = { order: "a", oRder: 1, rowid: ["x", "y"], owner: "o", key: "k", slot: true }
      yield* withStore({ filename, schema }, ({ store }) =>
        store.update(alice, () =>
          Effect.succeed({
            answer: undefined,
            draft: {
              create: ["select", "seLect", "owner"].map((type) => ({
                type,
                key: "1",
                attributes: values,
              })),
              link: [
                {
                  type: "from",
                  ends: {
                    where: { type: "select", key: "1" },
                    wHere: { type: "seLect", key: "1" },
                  },
                  attributes: values,
                },
              ],
              pages: ["index", "inDex"].map((space) => ({
                space,
                name: space,
                number: 0,
                bytes: Buffer.from(space),
              })),
            },
          }),
        ),
      )
      const shown = yield* withStore({ filename, schema }, ({ store }) =>
        store.read(alice, (view) =>
          Effect.all([
            view.get("seLect", ["1"]),
            view.linked("from", "wHere", [{ type: "seLect", key: "1" }], { limit: 9 }),
            view.range("by", { prefix: ["a", 1], limit: 9 }),
            view.range("bY", { prefix: ["o", "k"], limit: 9 }),
            view.pageNames("inDex", { limit: 9 }),
          ]),
        ),
      )
      assert.deepStrictEqual(shown[0], [{ type: "seLect", key: "1", slot: 0, attributes: values }])
      assert.deepStrictEqual(shown[1][0]?.attributes, values)
      assert.deepStrictEqual(shown[2], [
        { values: ["a", 1, "x"], key: "1" },
        { values: ["a", 1, "y"], key: "1" },
      ])
      assert.deepStrictEqual(shown[3], [{ values: ["o", "k", true], key: "1" }])
      assert.deepStrictEqual(shown[4], ["inDex"])
    }),
  )
})
