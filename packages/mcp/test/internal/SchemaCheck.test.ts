import { describe, it } from "@effect/vitest"
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv"
import * as Schema from "effect/Schema"
import { assert } from "vitest"
import { audit } from "../../src/internal/SchemaAudit.ts"
import { compile } from "../../src/internal/SchemaCheck.ts"
import type { ToolSchema } from "../../src/ToolSchema.ts"

const text = { type: "string", maxLength: 2 } as const
const closed = { type: "object", additionalProperties: false } as const

const schemas: ReadonlyArray<ToolSchema> = [
  text,
  { type: "string", minLength: 1, maxLength: 3, pattern: "^x" },
  { type: "string", enum: ["x", "yy"] },
  { type: "string", const: "x" },
  { type: "integer", minimum: 0, maximum: 2 },
  { type: "integer", enum: [0, 3] },
  { type: "number", const: 2.5 },
  { type: "number", minimum: -1 },
  { type: "boolean" },
  { type: "boolean", const: true },
  { type: "array", items: text, minItems: 1, maxItems: 2 },
  { type: "array", items: { type: "integer" }, maxItems: 3, uniqueItems: true },
  { ...closed, properties: {} },
  { ...closed, properties: { a: text, b: { type: "boolean" } }, required: ["a"] },
  { ...closed, properties: { a: { ...closed, properties: { b: text }, required: ["b"] } } },
  {
    type: "object",
    additionalProperties: text,
    propertyNames: { maxLength: 1, pattern: "[ab]" },
    minProperties: 1,
    maxProperties: 2,
  },
]

const Leaf = Schema.Union([
  Schema.Literals(["", "x", "xx", "xxx", "yy", "xyzu"]),
  Schema.Literals([-1, 0, 1, 2, 2.5, 3]),
  Schema.Boolean,
  Schema.Null,
])
const Key = Schema.Literals(["a", "b", "c", "ab", "constructor"])
const List = Schema.Array(Leaf).pipe(Schema.check(Schema.isMaxLength(3)))
const Value = Schema.Union([
  Leaf,
  List,
  Schema.Record(Key, Leaf),
  Schema.Record(Key, Schema.Union([Leaf, List, Schema.Record(Key, Leaf)])),
])

describe("a compiled schema", () => {
  const ajv = new AjvJsonSchemaValidator()
  for (const schema of schemas) {
    const check = compile(schema)
    const reference = ajv.getValidator(schema as object)
    it.prop(
      `accepts what another validator does: ${JSON.stringify(schema)}`,
      [Value],
      ([value]) => {
        assert.strictEqual(check(value) === undefined, reference(value).valid)
      },
      { arbitrary: { runs: 300 } },
    )
  }

  const violation = (schema: ToolSchema, value: unknown) => {
    const { code, field, rule } = compile(schema)(value) ?? { code: "fits", rule: "" }
    return [code, field, rule].join(" ")
  }

  it("measures text in bytes", () => {
    assert.strictEqual(violation(text, "é"), "fits  ")
    assert.strictEqual(violation(text, "ée"), "too_large  maxLength")
    assert.strictEqual(violation({ type: "string", minLength: 2 }, "é"), "fits  ")
    assert.strictEqual(violation({ type: "string", minLength: 3 }, "é"), "invalid  minLength")
  })

  it("refuses half a surrogate pair, wherever it stands", () => {
    const anyText = { type: "string", maxLength: 100 } as const
    const map = { type: "object", additionalProperties: anyText } as const
    assert.strictEqual(violation(anyText, "a\ud800"), "invalid  wellFormed")
    assert.strictEqual(violation(anyText, "\udc00a"), "invalid  wellFormed")
    assert.strictEqual(violation(map, { "\ud800": "" }), "invalid  wellFormed")
    assert.strictEqual(violation(map, { a: "\ud800" }), "invalid  wellFormed")
    assert.strictEqual(violation(anyText, "a\ud83d\udc22"), "fits  ")
  })

  it("refuses numbers that JSON can write and a store cannot keep", () => {
    assert.strictEqual(
      violation({ type: "integer" }, JSON.parse("9007199254740993")),
      "invalid  type",
    )
    assert.strictEqual(violation({ type: "number" }, JSON.parse("1e999")), "invalid  type")
    assert.strictEqual(violation({ type: "integer" }, 1.5), "invalid  type")
  })

  it("takes instants and not what merely looks like a date", () => {
    const instant = { type: "string", format: "date-time" } as const
    const good = ["2026-11-29T20:53:00Z", "2026-11-29t20:53:00.123456789+01:00"]
    const bad = [
      "2026-11-29",
      "2026-11-29T20:53Z",
      "2026-11-29T20:53:00",
      " 2026-11-29T20:53:00Z",
      "",
    ]
    for (const value of good) assert.strictEqual(violation(instant, value), "fits  ")
    for (const value of bad) assert.strictEqual(violation(instant, value), "invalid  format")
  })

  it("names the declared path, and never a position or a key that was made up", () => {
    const schema: ToolSchema = {
      ...closed,
      properties: {
        sources: {
          type: "array",
          maxItems: 2,
          items: { ...closed, properties: { kind: text }, required: ["kind"] },
        },
        facets: { type: "object", additionalProperties: text, maxProperties: 2 },
      },
    }
    assert.strictEqual(violation(schema, { canary: 1 }), "invalid  additionalProperties")
    assert.strictEqual(violation(schema, { sources: [{}] }), "invalid sources.kind required")
    const undeclared = { sources: [{ kind: "x", canary: 1 }] }
    assert.strictEqual(violation(schema, undeclared), "invalid sources additionalProperties")
    assert.strictEqual(violation(schema, { sources: [1, 2, 3] }), "too_large sources maxItems")
    assert.strictEqual(violation(schema, { facets: { canary: 5 } }), "invalid facets type")
    const many = { facets: { a: "", b: "", c: "" } }
    assert.strictEqual(violation(schema, many), "too_large facets maxProperties")
  })

  it("never takes __proto__ for a key, or an inherited key for a given one", () => {
    const map = { type: "object", additionalProperties: text } as const
    assert.strictEqual(violation(map, JSON.parse('{"__proto__":"x"}')), "invalid  propertyNames")
    const empty = { ...closed, properties: {} } as const
    assert.strictEqual(
      violation(empty, JSON.parse('{"__proto__":1}')),
      "invalid  additionalProperties",
    )
    const inherited = { ...closed, properties: { toString: text }, required: ["toString"] } as const
    assert.strictEqual(violation(inherited, {}), "invalid toString required")
  })
})

describe("an audited schema", () => {
  it("is sound in every case the check is tested with", () => {
    for (const schema of schemas) assert.isUndefined(audit(schema, "answer"))
  })

  const fault = (schema: unknown, role: "arguments" | "answer" = "answer"): string => {
    const { keyword, path } = audit(schema, role) ?? { path: "sound", keyword: "" }
    return `${path} ${keyword}`
  }

  it("may use no keyword that is not enforced", () => {
    for (const keyword of ["anyOf", "$ref", "not", "exclusiveMinimum", "contains", "__proto__x"]) {
      assert.strictEqual(fault({ type: "string", [keyword]: [] }), ` ${keyword}`)
    }
    assert.strictEqual(fault({ type: "string", minimum: 1 }), " minimum")
    assert.strictEqual(fault({ type: "boolean", enum: [true] }), " enum")
    assert.strictEqual(fault({ type: "string", format: "email" }), " format")
  })

  it("may use no type that is not enforced", () => {
    for (const type of ["null", ["string", "null"], "toString", undefined]) {
      assert.strictEqual(fault({ type }), " type")
    }
    for (const schema of [true, null, "string", []]) assert.strictEqual(fault(schema), " type")
  })

  it("may give a keyword no senseless value", () => {
    const cases: ReadonlyArray<readonly [object, string]> = [
      [{ type: "string", maxLength: -1 }, "maxLength"],
      [{ type: "string", maxLength: "5" }, "maxLength"],
      [{ type: "string", pattern: "(" }, "pattern"],
      [{ type: "string", enum: [] }, "enum"],
      [{ type: "integer", const: 1.5 }, "const"],
      [{ type: "number", minimum: Number.NaN }, "minimum"],
      [{ type: "array", items: [] }, "items"],
      [{ type: "array" }, "items"],
      [{ ...closed, properties: [] }, "properties"],
      [{ ...closed }, "properties"],
      [{ ...closed, properties: {}, required: ["a"] }, "required"],
      [{ type: "object", properties: {} }, "additionalProperties"],
      [{ type: "object", additionalProperties: true, properties: {} }, "additionalProperties"],
      [{ type: "object", additionalProperties: text, properties: {} }, "properties"],
      [
        { type: "object", additionalProperties: text, propertyNames: { enum: [] } },
        "propertyNames",
      ],
    ]
    for (const [schema, keyword] of cases) {
      assert.strictEqual(fault(schema).trim(), keyword, JSON.stringify(schema))
    }
  })

  it("leaves nothing in arguments without a bound, however deep", () => {
    const nested = (part: unknown) => ({
      ...closed,
      properties: { a: { type: "array", maxItems: 1, items: part } },
    })
    const cases: ReadonlyArray<readonly [object, string]> = [
      [{ type: "string" }, "maxLength"],
      [{ type: "array", items: text }, "maxItems"],
      [
        { type: "object", additionalProperties: text, propertyNames: { maxLength: 1 } },
        "maxProperties",
      ],
      [{ type: "object", additionalProperties: text, maxProperties: 1 }, "propertyNames"],
      [
        {
          type: "object",
          additionalProperties: text,
          maxProperties: 1,
          propertyNames: { pattern: "x" },
        },
        "propertyNames",
      ],
    ]
    for (const [schema, keyword] of cases) {
      assert.strictEqual(fault(nested(schema), "arguments"), `a ${keyword}`)
      assert.strictEqual(fault(nested(schema), "answer"), "sound ")
    }
    assert.strictEqual(fault(nested({ type: "string", enum: ["x"] }), "arguments"), "sound ")
  })
})
