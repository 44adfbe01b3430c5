// A line of a backup has one form.
import { assert, describe, it } from "@effect/vitest"
import type { StoreSchema } from "@reminisce/store"
import { makeRowText } from "../src/internal/rowText.ts"

const schema: StoreSchema = {
  version: 1,
  records: {
    note: {
      attributes: {
        text: { kind: "text", cardinality: "one" },
        rank: { kind: "integer", cardinality: "optional" },
        tags: { kind: "text", cardinality: "many" },
        done: { kind: "boolean", cardinality: "one" },
      },
    },
  },
  links: {},
  indexes: {},
  spaces: {},
}

const text = makeRowText(schema)
const line = (attributes: string): string =>
  `{"record":"note","key":"n","attributes":{${attributes}}}`

describe("the line of a record", () => {
  it("is taken in the form it is written in, and gives back what was written", () => {
    for (const attributes of [
      { done: true, text: "x" },
      { done: false, rank: 3, tags: ["a", "b"], text: "" },
    ]) {
      const written = text.ofRecord({ type: "note", key: "n", attributes })
      const row = text.toRow(written)
      assert.deepStrictEqual(row, { _tag: "record", type: "note", key: "n", attributes })
      assert.deepStrictEqual(text.toRowAgain(written), row)
    }
    assert.isDefined(text.toRow(line('"done":true,"rank":3,"tags":["a"],"text":"x"')))
  })

  for (const [what, attributes] of [
    ["attributes in another order", '"text":"x","done":true'],
    ["an attribute that is not declared", '"done":true,"extra":1,"text":"x"'],
    ["an attribute by the name of what every object has", '"__proto__":1,"done":true,"text":"x"'],
    ["an attribute twice", '"done":true,"done":true,"text":"x"'],
    ["a required attribute missing", '"done":true'],
    ["another one in the place of a required one", '"done":true,"rank":1'],
    ["an empty set", '"done":true,"tags":[],"text":"x"'],
    ["a set out of order", '"done":true,"tags":["b","a"],"text":"x"'],
    ["a set with a value twice", '"done":true,"tags":["a","a"],"text":"x"'],
    ["a value in the place of a set", '"done":true,"tags":"a","text":"x"'],
    ["a set in the place of a value", '"done":true,"text":["x"]'],
    ["nothing in the place of a value", '"done":true,"rank":null,"text":"x"'],
    ["a fraction", '"done":true,"rank":1.5,"text":"x"'],
    ["a number in another spelling", '"done":true,"rank":1e1,"text":"x"'],
    ["spaces", '"done":true, "text":"x"'],
    ["a letter in another spelling", '"done":true,"text":"\\u0078"'],
  ] as const) {
    it(`is refused with ${what}`, () => {
      assert.isUndefined(text.toRow(line(attributes)))
    })
  }
})
