import { assert, describe, it } from "@effect/vitest"
import { type Draft, make, type View } from "@reminisce/store"
import * as Effect from "effect/Effect"
import type { Cell } from "../src/internal/codec.ts"
import { openFile } from "../src/internal/openFile.ts"
import { makePrimitives } from "../src/internal/sqliteEngine.ts"
import { upkeepInMemory } from "../src/internal/Upkeep.ts"
import { BUSY } from "../src/internal/untilFree.ts"
import { alice, noteSchema } from "./support/place.ts"

const note = (key: string) => ({
  type: "note",
  key,
  attributes: { text: key, rank: 1, tags: [key] },
})
const about = { note: { type: "note", key: "a" }, person: { type: "person", key: "p" } }
const bytes = new Uint8Array(3)

const drafts: ReadonlyArray<Draft> = [
  {
    create: [
      ...["a", "b", "c", "d", "e"].map(note),
      { type: "person", key: "p", attributes: { name: "p" } },
    ],
    link: [{ type: "about", ends: about, attributes: { scope: "s" } }],
    pages: [{ space: "pages", name: "n", number: 0, bytes }],
  },
  {
    set: [{ type: "note", key: "a", attributes: { rank: 2, tags: ["x"] } }],
    unset: [{ type: "note", key: "b", attributes: ["text"] }],
    pages: [{ space: "pages", name: "n", number: 0, bytes: undefined }],
  },
  {
    unlink: [{ type: "about", key: "note\u001fa\u001fperson\u001fp" }],
    drop: [{ type: "person", key: "p" }],
  },
]
const questions = (view: View) =>
  Effect.all([
    view.get("note", ["a"]),
    view.get("note", ["a", "b", "c", "d"]),
    view.atSlots("note", [1]),
    view.atSlots("note", [1, 2, 3, 4]),
    view.scan("note", { limit: 5 }),
    view.scan("person", { after: "a", limit: 5 }),
    view.scanLinks("about", { limit: 5 }),
    view.getLinks("about", ["a", "b", "c", "d"]),
    view.linked("about", "note", [about.note], { limit: 5 }),
    view.linked("about", "person", [about.person, about.person], { limit: 5 }),
    view.page("pages", [{ name: "n", number: 0 }]),
    view.page(
      "pages",
      [0, 1, 2, 3].map((number) => ({ name: "n", number })),
    ),
    view.pages("pages", ["n"]),
    view.pages(
      "pages",
      Array.from({ length: 100 }, (_, i) => `n${i + 100}`),
    ),
    view.pagesSince("pages", 0),
    view.pageNames("pages", { after: "a", limit: 5 }),
    view.changes(2, 5),
    view.count("noteByTag", []),
    view.range("noteByRank", { prefix: [], limit: 5 }),
  ])

describe("a store's statements", () => {
  it.effect(
    "all seek: none walks through a table, another owner's rows, or more than is asked for",
    () =>
      Effect.gen(function* () {
        const opened = openFile({ filename: ":memory:", schema: noteSchema, durability: "full" })
        if (opened === BUSY) return yield* Effect.die("busy")
        const plans = new Map<string, string>()
        /** The same function, with the plan of each statement noted first. */
        const spied =
          <A>(run: (sql: string, ...cells: ReadonlyArray<Cell>) => A): typeof run =>
          (sql, ...cells) => {
            const steps = opened.connection.rows(`EXPLAIN QUERY PLAN ${sql}`, ...cells)
            plans.set(sql, steps.map((step) => step[3]).join("; "))
            return run(sql, ...cells)
          }
        const { rows, row, run } = opened.connection
        const connection = {
          ...opened.connection,
          rows: spied(rows),
          row: spied(row),
          run: spied(run),
        }
        const settings = {
          schema: noteSchema,
          busyDeadlineMillis: 100,
          durability: "full" as const,
          keepChanges: 1,
          ...upkeepInMemory(connection),
        }
        const store = yield* make(makePrimitives({ ...opened, connection }, settings))
        for (const draft of drafts) {
          yield* store.update(alice, () => Effect.succeed({ answer: undefined, draft }))
        }
        yield* store.read(alice, questions)
        assert.isAbove(plans.size, 25)
        for (const [sql, plan] of plans) {
          // `store` has one row; `asked` and `player` are lists of what is asked for.
          const scanned = plan.match(/SCAN \w+/g) ?? []
          assert.includeMembers(
            ["SCAN store", "SCAN asked", "SCAN player", "SCAN each"],
            [...scanned],
            sql,
          )
          for (const search of plan.match(/SEARCH [^;]*/g) ?? []) {
            assert.match(search, /\((owner=\? AND \w+|owner=\?\)$|name=|rowid=)/, `${sql}: ${plan}`)
          }
          // Of one owner only what is small, or read to the end, is taken whole.
          if (/owner=\?\)/.test(plan)) assert.match(sql, /LIMIT \+\?$|LIMIT 1|count/, plan)
          if (sql.includes("sequence > ?") && sql.includes("page__"))
            assert.include(plan, "since__pages")
        }
      }),
  )
})
