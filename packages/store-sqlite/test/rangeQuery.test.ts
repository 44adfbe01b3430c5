import { assert, describe, it } from "@effect/vitest"
import { memorySchema } from "@reminisce/schema"
import type { RangeOptions, Value } from "@reminisce/store"
import { fewQuery, linkedQuery } from "../src/internal/linkedRows.ts"
import { openFile } from "../src/internal/openFile.ts"
import { pathSource, prefixCondition, rangeQuery } from "../src/internal/rangeQuery.ts"
import { BUSY } from "../src/internal/untilFree.ts"

const opened = openFile({ filename: ":memory:", schema: memorySchema, durability: "full" })
if (opened === BUSY) throw new Error("busy")
const { connection, schema } = opened
const { layout } = schema.current

const planOf = (sql: string, cells: ReadonlyArray<string | number | null | Uint8Array>) =>
  connection.rows(`EXPLAIN QUERY PLAN ${sql}`, ...cells).map((row) => String(row[3]))

const VALUES: Readonly<Record<string, Value>> = { text: "x", integer: 5, instant: 5, boolean: true }

describe("a range", () => {
  for (const [name, { columns, index, table }] of layout.paths) {
    it(`of ${name} seeks in its index alone, whatever is asked, and sorts nothing`, () => {
      const path = layout.paths.get(name)
      assert.isDefined(path)
      const values = columns.map(({ kind }) => VALUES[kind] ?? 0)
      for (let prefix = 0; prefix <= columns.length; prefix++) {
        const bound =
          prefix === columns.length ? {} : { from: values[prefix] ?? 0, to: values[prefix] ?? 0 }
        const after = { after: { values, key: "k" } }
        for (const bounds of [{}, bound]) {
          for (const cursor of [{}, after]) {
            for (const order of ["ascending", "descending"] as const) {
              const options: RangeOptions = {
                prefix: values.slice(0, prefix),
                limit: 10,
                order,
                ...bounds,
                ...cursor,
              }
              const query = rangeQuery(path, 1, options)
              assert.isDefined(query)
              const plan = planOf(query.sql, query.cells)
              assert.lengthOf(plan, 1, plan.join("; "))
              const by = index === undefined ? "PRIMARY KEY" : `COVERING INDEX ${index}`
              assert.match(plan[0] ?? "", new RegExp(`^SEARCH ${table} USING ${by} \\(owner=\\?`))
              // With a cursor or bound the seek goes to it, so that the next page costs what the first did.
              const isBounded = "from" in bounds || "after" in cursor
              if (isBounded) assert.match(plan[0] ?? "", /[<>]/, query.sql)
            }
          }
        }
        const where = prefixCondition(path, values.slice(0, prefix))
        const count = `SELECT count(*) FROM ${pathSource(path)} WHERE owner = ? AND ${where.sql}`
        assert.match(planOf(count, [1, ...where.cells]).join(), /^SEARCH/)
      }
    })
  }
})

describe("links", () => {
  it("of any role are found in an index", () => {
    for (const table of layout.links.values()) {
      for (const role of table.roles) {
        const options = { after: "a", limit: 9 }
        for (const { sql, cells } of [
          linkedQuery(table, role, 1, "memory", "a", options),
          fewQuery(table, role, 1, "memory", ["a", "b"], options),
        ]) {
          const plan = planOf(sql, cells).join("; ")
          assert.match(plan, /SEARCH t USING (PRIMARY KEY|INDEX role__\w+) \(owner=\? AND \w+[=><]/)
          assert.notInclude(plan, "TEMP B-TREE")
        }
        // With a cursor the seek goes to it, so that the next page costs what the first did.
        const { sql, cells } = linkedQuery(table, role, 1, "memory", "a", options)
        assert.match(planOf(sql, cells).join(), /AND key>\?/)
      }
    }
  })
})
