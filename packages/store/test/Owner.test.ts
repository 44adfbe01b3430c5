// Verifies: ST-12
import { assert, describe, it } from "@effect/vitest"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { formatOwner, ownerFault, parseOwner } from "../src/index.ts"

describe("Owner", () => {
  it.prop("reads back whatever it writes", [Schema.String, Schema.String], ([kind, name]) => {
    const owner = { kind, name }
    if (ownerFault(owner) === undefined) {
      assert.deepStrictEqual(parseOwner(formatOwner(owner)), Option.some(owner))
    }
  })

  it("splits at the first colon only", () => {
    assert.deepStrictEqual(
      parseOwner("agent:urn:x:1"),
      Option.some({ kind: "agent", name: "urn:x:1" }),
    )
  })

  for (const text of ["", ":", "agent", "agent:", ":alice"]) {
    it(`reads no owner from ${JSON.stringify(text)}`, () => {
      assert.deepStrictEqual(parseOwner(text), Option.none())
    })
  }

  const faults: ReadonlyArray<readonly [string, string, string]> = [
    ["", "alice", "owner-empty"],
    ["agent", "", "owner-empty"],
    ["a:b", "c", "owner-colon"],
    ["agent", "\ud800", "malformed-unicode"],
    ["\udc00", "alice", "malformed-unicode"],
    ["agent", "a\u0000b", "nul"],
  ]
  for (const [kind, name, rule] of faults) {
    it(`refuses ${JSON.stringify({ kind, name })} by ${rule}`, () => {
      assert.strictEqual(ownerFault({ kind, name }), rule)
    })
  }
})
