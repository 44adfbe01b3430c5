import { assert, describe, it } from "@effect/vitest"
import { extendSchema, uniteSchemas } from "../src/index.ts"
import { librarySchema } from "./support/libraryStore.ts"

const optionalText = { kind: "text", cardinality: "optional" } as const
const shelved = extendSchema(librarySchema, {
  records: { book: { attributes: { shelf: optionalText } } },
  indexes: { bookByShelf: { type: "book", attributes: ["shelf"] } },
})

describe("uniteSchemas", () => {
  it("is what is stored where the other has nothing more", () => {
    assert.deepStrictEqual(uniteSchemas(shelved, librarySchema), { _tag: "Same" })
    assert.deepStrictEqual(uniteSchemas(shelved, shelved), { _tag: "Same" })
  })

  it("has what either has", () => {
    const spaced = extendSchema(librarySchema, { spaces: { maps: { tracked: true } } })
    const united = uniteSchemas(shelved, spaced)
    assert.strictEqual(united._tag, "Extended")
    const schema = united._tag === "Extended" ? united.schema : librarySchema
    assert.isDefined(schema.indexes.bookByShelf)
    assert.isTrue(schema.spaces.maps?.tracked)
    assert.deepStrictEqual(uniteSchemas(schema, spaced), { _tag: "Same" })
  })

  it("names what the two define differently", () => {
    const other = extendSchema(librarySchema, {
      records: {
        book: { attributes: { shelf: { kind: "integer", cardinality: "optional" } } },
      },
    })
    assert.deepStrictEqual(uniteSchemas(shelved, other), {
      _tag: "Differs",
      facts: ["redefined: book.shelf"],
    })
  })
})
