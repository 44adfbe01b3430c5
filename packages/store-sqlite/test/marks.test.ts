// Work on a whole store that nobody may meet half-done.
import * as path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { SchemaMismatch, type StoreError, Unfinished } from "@reminisce/store"
import * as Effect from "effect/Effect"
import {
  addNote,
  newFolder,
  noteKeys,
  noteSchema,
  openStore,
  refusalOf,
  withStore,
} from "./support/place.ts"

const WORKS = ["restoring", "upgrading"] as const

describe("a file that is worked on", () => {
  for (const work of WORKS) {
    it.live(`by ${work} is open to this instance alone, and to nobody once it was left`, () =>
      Effect.gen(function* () {
        const filename = path.join(yield* newFolder, "memories.db")
        const unfinished = { ...new Unfinished({ work }) }
        yield* Effect.scoped(
          Effect.gen(function* () {
            const other = yield* openStore({ filename })
            const mine = yield* openStore({ filename })
            yield* mine.admin.begin(work)
            yield* mine.admin.begin(work)
            yield* addNote(mine, "a")
            const asked: ReadonlyArray<Effect.Effect<unknown, StoreError>> = [
              addNote(other, "b"),
              noteKeys(other),
              other.admin.health,
            ]
            for (const ask of asked) {
              assert.deepStrictEqual({ ...(yield* Effect.flip(ask)).reason }, unfinished)
            }
            assert.deepStrictEqual(yield* refusalOf({ filename }), unfinished)
          }),
        )
        assert.deepStrictEqual(yield* refusalOf({ filename }), unfinished)
        const [another] = WORKS.filter((each) => each !== work)
        assert.deepStrictEqual(yield* refusalOf({ filename, during: another }), unfinished)
        yield* withStore({ filename, during: work }, (mine) =>
          Effect.gen(function* () {
            assert.deepStrictEqual(yield* noteKeys(mine), ["a"])
            yield* mine.admin.finish()
            yield* addNote(mine, "b")
          }),
        )
        assert.deepStrictEqual(yield* withStore({ filename }, noteKeys), ["a", "b"])
      }),
    )
  }

  it.live(
    "opens as stored whatever its version, grows under its mark, and ends at another version",
    () =>
      Effect.gen(function* () {
        const filename = path.join(yield* newFolder, "memories.db")
        yield* withStore({ filename }, (opened) => addNote(opened, "a"))
        yield* withStore({ filename, schema: "stored" }, (opened) =>
          Effect.gen(function* () {
            assert.deepStrictEqual(opened.store.schema, noteSchema)
            yield* opened.admin.begin("upgrading")
          }),
        )
        const grown = {
          ...noteSchema,
          records: {
            ...noteSchema.records,
            place: { attributes: { name: { kind: "text", cardinality: "one" } } },
          },
        } as const
        yield* withStore({ filename, schema: grown, during: "upgrading" }, ({ admin }) =>
          admin.finish({ version: 2 }),
        )
        assert.deepStrictEqual(yield* refusalOf({ filename }), {
          ...new SchemaMismatch({ stored: 2, expected: 1 }),
        })
        const next = { ...grown, version: 2 }
        assert.deepStrictEqual(yield* withStore({ filename, schema: next }, noteKeys), ["a"])
      }),
  )

  it.live("is not made by an opening that takes what is stored", () =>
    Effect.gen(function* () {
      const filename = path.join(yield* newFolder, "memories.db")
      assert.deepInclude(yield* refusalOf({ filename, schema: "stored" }), { rule: "empty" })
    }),
  )
})
