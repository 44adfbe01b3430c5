import { describe, it } from "@effect/vitest"
import type { JSONRPCMessage } from "@modelcontextprotocol/server"
import * as Schema from "effect/Schema"
import { assert } from "vitest"
import * as Fault from "../../src/internal/Fault.ts"

const Code = Schema.Union([
  Schema.Literals([-32700, -32600, -32601, -32602, -32603, -32022, -32021, -32020, -32042, 1]),
  Schema.Int,
])
const Data = Schema.Union([
  Schema.Undefined,
  Schema.Literal("canary"),
  Schema.Struct({
    supported: Schema.Literals(["canary", "x"]),
    requested: Schema.Literal("canary"),
  }),
  Schema.Struct({
    requiredCapabilities: Schema.Struct({
      sampling: Schema.Struct({ canary: Schema.Literal("canary") }),
      canary: Schema.Literal("canary"),
    }),
  }),
  Schema.Struct({
    supported: Schema.Array(Schema.Literals(["canary", "2026-07-28"])),
    requested: Schema.Literals(["canary", "2031-01-01", "2031-01-01 canary"]),
  }),
])
const Sentence = Schema.Literals([
  "canary",
  "Invalid _meta envelope: canary",
  "Parse error: canary",
])

describe("withoutEcho", () => {
  it.prop("keeps id and code, and no word", [Code, Sentence, Data], ([code, message, data]) => {
    const said = Fault.withoutEcho({ jsonrpc: "2.0", id: 5, error: { code, message, data } })
    assert.deepInclude(said, { jsonrpc: "2.0", id: 5 })
    assert.strictEqual("error" in said ? said.error.code : undefined, code)
    assert.notInclude(JSON.stringify(said), "canary")
  })

  it("names the version asked for where it looks like one, and the capabilities that are missing", () => {
    const dataOf = (code: number, data: unknown): unknown => {
      const said = Fault.withoutEcho({ jsonrpc: "2.0", id: 1, error: { code, message: "", data } })
      return "error" in said ? said.error.data : undefined
    }
    const supported = ["2026-07-28"]
    for (const requested of ["2031-01-01", "v999.0.0", "2"])
      assert.deepStrictEqual(dataOf(-32022, { supported, requested }), { supported, requested })
    for (const requested of ["12345", "1.2.3.4.5", "v", "1.a", 7])
      assert.deepStrictEqual(dataOf(-32022, { supported, requested }), {
        supported,
        requested: "unknown",
      })
    assert.deepStrictEqual(
      dataOf(-32021, { requiredCapabilities: { sampling: { x: 1 }, y: {} } }),
      {
        requiredCapabilities: { sampling: {} },
      },
    )
  })

  it("lets the server's own sentences and all that is no error pass as they are", () => {
    const own = [Fault.unknownTool, Fault.unknownCursor, Fault.duplicateId, Fault.inputReadFailed]
    for (const fault of own) {
      const said = Fault.response(fault, undefined)
      assert.deepStrictEqual(Fault.withoutEcho(said), said)
      assert.notProperty(said, "id")
    }
    const result: JSONRPCMessage = { jsonrpc: "2.0", id: 1, result: { text: "canary" } }
    assert.strictEqual(Fault.withoutEcho(result), result)
  })
})
