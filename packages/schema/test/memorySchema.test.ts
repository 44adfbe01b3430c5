// Verifies: ME-27, ST-34
import { assert, describe, it } from "@effect/vitest"
import { memorySchema, STATUSES } from "@reminisce/schema"

describe("memorySchema", () => {
  it("lists the names of all types of the library", () => {
    assert.deepStrictEqual(Object.keys(memorySchema.records), [
      "memory",
      "statusChange",
      "source",
      "subject",
      "withdrawal",
      "association",
      "personaVersion",
      "reading",
      "pass",
    ])
    assert.deepStrictEqual(Object.keys(memorySchema.links), [
      "derivation",
      "supersession",
      "contradiction",
      "citation",
      "concerning",
      "membership",
      "feeling",
      "fulfilment",
      "composition",
    ])
    assert.deepStrictEqual(Object.keys(memorySchema.spaces), ["postings", "columns"])
  })
})

describe("statuses", () => {
  it("are seven, of which one keeps no words", () => {
    assert.deepStrictEqual(STATUSES, [
      "active",
      "inactive",
      "superseded",
      "forgotten",
      "archived",
      "held",
      "withdrawn",
    ])
  })
})
