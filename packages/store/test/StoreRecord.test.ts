import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { canonicalEnds, compareRefs, keyOfEnds, linkKey, type Ref } from "../src/index.ts"
import { librarySchema, ref } from "./support/libraryStore.ts"

const Key = Schema.Array(Schema.Literals(["a", "b", "book", "/", ":", "#", "\u{10000}"]))
const Ends = Schema.Array(Schema.Struct({ type: Schema.Literals(["book", "a"]), key: Key }))
const toRefs = (ends: typeof Ends.Type): ReadonlyArray<Ref> =>
  ends.map(({ type, key }) => ({ type, key: key.join("") }))

describe("linkKey", () => {
  it.prop("differs whenever the ends differ", [Ends, Ends], ([a, b]) => {
    const [left, right] = [toRefs(a), toRefs(b)]
    const isSame = JSON.stringify(left) === JSON.stringify(right)
    assert.strictEqual(linkKey(left) === linkKey(right), isSame)
  })
})

describe("keyOfEnds", () => {
  const [a, b] = [ref("book", "\uffff"), ref("book", "\u{10000}")]

  it("is one for both orders of a symmetric link, sorted by UTF-8 bytes", () => {
    const forth = keyOfEnds(librarySchema, "likeness", { left: a, right: b })
    assert.strictEqual(keyOfEnds(librarySchema, "likeness", { left: b, right: a }), forth)
    assert.strictEqual(forth, linkKey([a, b]))
    const link = librarySchema.links.likeness
    assert.isDefined(link)
    assert.deepStrictEqual(link && canonicalEnds(link, { left: b, right: a }), {
      left: a,
      right: b,
    })
  })

  it("follows the roles where the link has a direction, whatever order they are given in", () => {
    const reader = ref("reader", "a")
    assert.strictEqual(keyOfEnds(librarySchema, "loan", { reader, lent: b }), linkKey([b, reader]))
  })
})

describe("compareRefs", () => {
  it("orders by type, then key", () => {
    const refs = [ref("b", "a"), ref("a", "\u{10000}"), ref("a", "\uffff"), ref("a", "")]
    assert.deepStrictEqual([...refs].sort(compareRefs), [refs[3], refs[2], refs[1], refs[0]])
  })
})
