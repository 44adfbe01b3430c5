import { assert, describe, it } from "@effect/vitest"
import { type LinkType, type StoreSchema, schemaFault, typeNamed } from "../src/index.ts"
import { librarySchema } from "./support/libraryStore.ts"

const loanOf = (change: Partial<LinkType>): StoreSchema => {
  const loan = librarySchema.links.loan ?? { roles: [], attributes: {} }
  return { ...librarySchema, links: { ...librarySchema.links, loan: { ...loan, ...change } } }
}
const withIndex = (type: string, ...attributes: ReadonlyArray<string>): StoreSchema => ({
  ...librarySchema,
  indexes: { odd: { type, attributes } },
})
const withRecord = (name: string, attribute = "name"): StoreSchema => ({
  ...librarySchema,
  records: {
    ...librarySchema.records,
    [name]: { attributes: { [attribute]: { kind: "text", cardinality: "optional" } } },
  },
})
const lent = { name: "lent", players: ["book"] }

describe("schemaFault", () => {
  it("finds nothing wrong with a sound schema", () => {
    assert.isUndefined(schemaFault(librarySchema))
  })

  const faults: ReadonlyArray<readonly [string, StoreSchema, string]> = [
    ["a version that is none", { ...librarySchema, version: 0.5 }, "version"],
    ["a type that is record and link", withRecord("loan"), "type-named-twice"],
    ["a type named with a hyphen", withRecord("by-name"), "name: by-name"],
    ["a type named like a prototype", withRecord("__proto__x"), "name: __proto__x"],
    ["an attribute named with a quote", withRecord("note", 'a"b'), 'name: a"b'],
    [
      "an index named with a space",
      { ...librarySchema, indexes: { "a b": { type: "book", attributes: ["pages"] } } },
      "name: a b",
    ],
    [
      "a space named with a capital",
      { ...librarySchema, spaces: { Words: { tracked: false } } },
      "name: Words",
    ],
    [
      "a role named with a dot",
      loanOf({ roles: [lent, { name: "a.b", players: ["book"] }] }),
      "name: a.b",
    ],
    ["a link with one role", loanOf({ roles: [lent] }), "roles: loan"],
    [
      "a link with five roles",
      loanOf({ roles: ["a", "b", "c", "d", "e"].map((name) => ({ name, players: ["book"] })) }),
      "roles: loan",
    ],
    ["a role twice", loanOf({ roles: [lent, lent] }), "roles: loan"],
    [
      "a role nobody plays",
      loanOf({ roles: [lent, { name: "reader", players: [] }] }),
      "player: loan",
    ],
    [
      "a player that is no type",
      loanOf({ roles: [lent, { name: "reader", players: ["ghost"] }] }),
      "player: loan",
    ],
    [
      "a symmetric link of unlike roles",
      loanOf({ symmetric: true, roles: [lent, { name: "reader", players: ["reader"] }] }),
      "symmetric: loan",
    ],
    ["an index of no type", withIndex("ghost", "title"), "index: odd"],
    ["an index of a link", withIndex("loan", "at"), "index: odd"],
    ["an index of nothing", withIndex("book"), "index: odd"],
    ["an index of an unknown attribute", withIndex("book", "colour"), "index: odd"],
    ["an index with what every object has", withIndex("book", "constructor"), "index: odd"],
    ["an index with an attribute twice", withIndex("book", "pages", "pages"), "index: odd"],
  ]
  for (const [name, schema, fault] of faults) {
    it(`finds ${name}`, () => {
      assert.strictEqual(schemaFault(schema), fault)
    })
  }

  it("finds an index over two sets, which would multiply them", () => {
    const tags = { kind: "text", cardinality: "many" } as const
    const schema: StoreSchema = {
      ...librarySchema,
      records: { note: { attributes: { tags, marks: tags } } },
      links: {},
      indexes: { odd: { type: "note", attributes: ["tags", "marks"] } },
    }
    assert.strictEqual(schemaFault(schema), "index: odd")
  })
})

describe("typeNamed", () => {
  it("knows nothing that the schema does not name", () => {
    assert.isDefined(typeNamed(librarySchema.records, "book"))
    for (const name of ["constructor", "toString", "__proto__", "hasOwnProperty", ""]) {
      assert.isUndefined(typeNamed(librarySchema.records, name))
    }
  })
})
