import { assert, describe, it } from "@effect/vitest"
import { extendSchema, extensionFault, type SchemaExtension, schemaFault } from "../src/index.ts"
import { librarySchema } from "./support/libraryStore.ts"

const optionalText = { kind: "text", cardinality: "optional" } as const
const loanRoles = librarySchema.links.loan?.roles ?? []

describe("extendSchema", () => {
  it("adds types, attributes, links, indexes and spaces, and keeps the rest", () => {
    const extended = extendSchema(librarySchema, {
      records: {
        book: { attributes: { shelf: optionalText } },
        visit: { droppable: true, attributes: { at: { kind: "instant", cardinality: "one" } } },
      },
      links: { loan: { roles: loanRoles, attributes: { desk: optionalText } } },
      indexes: { bookByShelf: { type: "book", attributes: ["shelf"] } },
      spaces: { maps: { tracked: true } },
    })
    assert.isUndefined(schemaFault(extended))
    assert.strictEqual(extended.version, librarySchema.version)
    assert.isTrue(extended.records.book?.slotted)
    assert.deepStrictEqual(Object.keys(extended.records.book?.attributes ?? {}), [
      ...Object.keys(librarySchema.records.book?.attributes ?? {}),
      "shelf",
    ])
    assert.deepStrictEqual(extended.links.loan?.attributes.desk, optionalText)
    assert.deepStrictEqual(extended.links.likeness, librarySchema.links.likeness)
    assert.isDefined(extended.indexes.bookByShelf)
    assert.isDefined(extended.records.visit)
    assert.isTrue(extended.spaces.maps?.tracked)
  })

  const renamedRoles = loanRoles.map(({ name, players }) => ({ name: `${name}s`, players }))
  const faults: ReadonlyArray<readonly [string, SchemaExtension, string]> = [
    [
      "a required attribute on records that are there",
      { records: { book: { attributes: { shelf: { kind: "text", cardinality: "one" } } } } },
      "required: book.shelf",
    ],
    [
      "another kind of an attribute",
      { records: { book: { attributes: { title: { kind: "integer", cardinality: "one" } } } } },
      "redefined: book.title",
    ],
    [
      "another cardinality of an attribute",
      { records: { book: { attributes: { title: optionalText } } } },
      "redefined: book.title",
    ],
    [
      "a type made droppable",
      { records: { book: { droppable: true, attributes: {} } } },
      "redefined: book",
    ],
    [
      "a type made slotted",
      { records: { reader: { slotted: true, attributes: {} } } },
      "redefined: reader",
    ],
    [
      "other roles of a link",
      { links: { loan: { roles: [...loanRoles].reverse(), attributes: {} } } },
      "redefined: loan",
    ],
    [
      "another name of a role",
      { links: { loan: { roles: renamedRoles, attributes: {} } } },
      "redefined: loan",
    ],
    [
      "a link made symmetric",
      { links: { loan: { roles: loanRoles, symmetric: true, attributes: {} } } },
      "redefined: loan",
    ],
    [
      "a required attribute on links that are there",
      {
        links: {
          loan: { roles: loanRoles, attributes: { desk: { kind: "text", cardinality: "one" } } },
        },
      },
      "required: loan.desk",
    ],
    [
      "another index of a name",
      { indexes: { bookByPages: { type: "book", attributes: ["title"] } } },
      "redefined: bookByPages",
    ],
    ["another space of a name", { spaces: { words: { tracked: true } } }, "redefined: words"],
    ["a type named like a link", { records: { loan: { attributes: {} } } }, "type-named-twice"],
    [
      "an unsound addition",
      { indexes: { byGhost: { type: "ghost", attributes: ["x"] } } },
      "index: byGhost",
    ],
  ]
  for (const [name, extension, fault] of faults) {
    it(`refuses ${name}`, () => {
      assert.strictEqual(extensionFault(librarySchema, extension), fault)
      assert.throws(() => extendSchema(librarySchema, extension), fault)
    })
  }
})
