import { assert, describe, it } from "@effect/vitest"
import { memorySchema } from "@reminisce/schema"
import { extendSchema } from "@reminisce/store"
import { definitionsOf, growth } from "../src/internal/Definition.ts"
import { identifier, layoutOf } from "../src/internal/Layout.ts"
import { noteSchema } from "./support/place.ts"

/** All names of one to four letters over a small alphabet. */
const names = ["a", "b"].flatMap((first) => {
  const longer = (name: string): ReadonlyArray<string> =>
    name.length === 4
      ? [name]
      : [name, ...["a", "A", "B"].flatMap((letter) => longer(name + letter))]
  return longer(first)
})

describe("an identifier", () => {
  it("stands for its names and no others, whatever SQLite makes of capitals", () => {
    const lists = [
      ...names.map((name) => [name]),
      ...names.flatMap((first) => names.map((second) => [first, second])),
    ]
    const identifiers = new Set(lists.map((list) => identifier("x", ...list).toLowerCase()))
    assert.strictEqual(identifiers.size, lists.length)
  })

  it("holds nothing but small letters, digits and underscores", () => {
    for (const { name } of definitionsOf(layoutOf(memorySchema))) assert.match(name, /^[a-z0-9_]+$/)
  })
})

describe("growth", () => {
  const small = definitionsOf(layoutOf(noteSchema))

  it("of nothing is nothing", () => {
    assert.deepStrictEqual(growth(small, definitionsOf(layoutOf(noteSchema))), [])
  })

  it("adds columns, tables, indexes and entries for what is there, and touches nothing else", () => {
    const large = extendSchema(noteSchema, {
      records: {
        note: { attributes: { mood: { kind: "text", cardinality: "many" } } },
        place: { attributes: {}, slotted: true },
      },
      indexes: { noteByMood: { type: "note", attributes: ["mood"] } },
      spaces: { more: { tracked: false } },
    })
    const kinds = growth(small, definitionsOf(layoutOf(large))).map((sql) =>
      sql
        .split(" ")
        .slice(0, 3)
        .join(" ")
        .replace(/ \w+__.*/, ""),
    )
    assert.deepStrictEqual(kinds, [
      "ALTER TABLE owner",
      "ALTER TABLE",
      "CREATE TABLE",
      "CREATE TABLE",
      "INSERT INTO",
      "CREATE TRIGGER",
      "CREATE TRIGGER",
      "CREATE TRIGGER",
      "CREATE TABLE",
    ])
  })
})
