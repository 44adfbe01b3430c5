import { describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { assert } from "vitest"
import { idInHead, idInTail, isDeeperThan } from "../../src/internal/JsonScan.ts"
import type { Json } from "../../src/ToolSchema.ts"

const Text = Schema.Literals(["", "x", '"', "\\", '\\"', "[[", "}}", '","id":1', "\\\\", "é"])
const Leaf = Schema.Union([Text, Schema.Int, Schema.Boolean, Schema.Null])
const Key = Schema.Literals(["method", "id", "ID", "i", "d", "params", '"id"', ""])
const Inner = Schema.Union([Leaf, Schema.Array(Leaf), Schema.Record(Key, Leaf)])
const Middle = Schema.Union([Inner, Schema.Array(Inner), Schema.Record(Key, Inner)])
const Fields = Schema.Array(Schema.Tuple([Key, Middle]))

const depth = (value: Json): number => {
  if (typeof value !== "object" || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depth))
}

describe("isDeeperThan", () => {
  it.prop("is the depth of the value", [Middle, Schema.Boolean], ([value, isSpaced]) => {
    const bytes = Buffer.from(JSON.stringify(value, null, isSpaced ? 1 : 0))
    const actual = depth(value as Json)
    assert.isFalse(isDeeperThan(bytes, actual))
    if (actual > 0) assert.isTrue(isDeeperThan(bytes, actual - 1))
  })
})

describe("idInHead", () => {
  it.prop(
    "is the value's own id, or nothing while less than all of it shows",
    [Fields, Schema.Union([Schema.Int, Text]), Schema.Boolean],
    ([fields, id, isSpaced]) => {
      const others = fields.filter(([key]) => key !== "id")
      const value = Object.fromEntries([...others, ["id", id], ...others])
      const text = JSON.stringify(value, null, isSpaced ? 1 : 0)
      const bytes = Buffer.from(text)
      assert.strictEqual(idInHead(bytes), id)
      for (let shown = 0; shown < bytes.length; shown += 7) {
        assert.include([id, undefined], idInHead(bytes.subarray(0, shown)))
      }
    },
  )

  it.prop("is nothing where there is none", [Fields], ([fields]) => {
    const value = Object.fromEntries(fields.filter(([key]) => key !== "id"))
    assert.isUndefined(idInHead(Buffer.from(JSON.stringify(value))))
    assert.isUndefined(idInHead(Buffer.from(JSON.stringify([{ id: 1 }, value]))))
  })

  it("is nothing for an id that no request may have", () => {
    for (const id of ["null", "1.5", "1e3", "[1]", "true", "12345678901234567890"]) {
      assert.isUndefined(idInHead(Buffer.from(`{"id":${id},"method":"x"}`)))
    }
  })
})

describe("idInTail", () => {
  it("is the id that ends an object", () => {
    const cases: ReadonlyArray<readonly [string, string | number | undefined]> = [
      ['..."},"id":7}', 7],
      ['..."},"id" : "a\\"b" , "jsonrpc":"2.0" } ', 'a"b'],
      ['..."},"id":7,"method":"x"}', undefined],
      ['..."},"id":7}}', undefined],
      ['..."},"id":7.5}', undefined],
      ['..."},"id":null}', undefined],
      ["", undefined],
    ]
    for (const [tail, id] of cases) assert.strictEqual(idInTail(Buffer.from(tail)), id, tail)
  })
})
