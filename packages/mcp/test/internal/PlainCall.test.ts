import { isJSONRPCRequest } from "@modelcontextprotocol/server"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { isPlainRequest } from "../../src/internal/PlainCall.ts"

/** What belongs there, something near it, or nothing. */
const field = (usual: unknown): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constant(usual) },
    fc.constantFrom(null, 1, 1.5, 2 ** 60, "", "x", [], {}, undefined, true),
  )
const meta = fc.record(
  { traceparent: field("x"), progressToken: field(1), baggage: field("x"), other: field({}) },
  { requiredKeys: [] },
)
const params = fc.record(
  { name: field("x"), _meta: fc.oneof(field({}), meta) },
  { requiredKeys: [] },
)
const request = fc.record(
  {
    jsonrpc: field("2.0"),
    id: field(7),
    method: field("ping"),
    params: fc.oneof({ weight: 3, arbitrary: params }, field({})),
    extra: fc.constant(1),
  },
  { requiredKeys: ["jsonrpc", "id", "method"] },
)

describe("a plain request", () => {
  it("is never anything but a request by the protocol's own schema", () => {
    fc.assert(
      fc.property(request, (value) => {
        if (isPlainRequest(value)) assert.isTrue(isJSONRPCRequest(value))
      }),
      { numRuns: 2_000 },
    )
  })

  it("is what clients send", () => {
    for (const id of [0, -1, "a", ""])
      for (const given of [
        undefined,
        {},
        { name: "x", arguments: {} },
        { _meta: { traceparent: "x" } },
      ])
        assert.isTrue(
          isPlainRequest({
            jsonrpc: "2.0",
            id,
            method: "tools/call",
            ...(given && { params: given }),
          }),
        )
  })
})
