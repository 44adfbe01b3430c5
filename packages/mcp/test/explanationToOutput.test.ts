import type { Explanation } from "@reminisce/provenance"
import { assert, describe, it } from "vitest"
import { explanationToOutput } from "../src/MemoryOutput.ts"
import { memory } from "./fixtures/memory.ts"

const explanationOf = (rest: Partial<Explanation>): Explanation => ({
  memory: memory("m"),
  sources: [],
  grounds: [],
  ancestors: [],
  supersedes: [],
  supersededBy: [],
  contradictions: [],
  associations: [],
  history: [{ status: "active", at: 0 }],
  affects: [],
  defines: [],
  readings: [],
  withdrawal: "none",
  truncated: false,
  ...rest,
})

const long = "é".repeat(10_000)

describe("explanationToOutput", () => {
  it("has the memory's own words whole, and the beginning of those it is related to", () => {
    const old = { memory: memory("old", { content: long }), at: 0, reason: "spring" }
    const output = explanationToOutput(
      explanationOf({ memory: memory("m", { content: long }), supersedes: [old] }),
    )
    assert.containSubset(output, { memory: { key: "m", content: long } })
    assert.deepStrictEqual(output.supersedes, [
      {
        key: "old",
        content: "é".repeat(250),
        clipped: true,
        at: "1970-01-01T00:00:00.000Z",
        reason: "spring",
      },
    ])
    assert.notProperty(output, "truncated")
  })

  it("fits any number of ancestors into an answer a host lets pass, the nearest first", () => {
    const ancestors = Array.from({ length: 10_000 }, (_, i) => ({
      memory: memory(`a${i}`, { content: long }),
      depth: i + 1,
      grounds: [],
    }))
    const output = explanationToOutput(explanationOf({ ancestors }))
    assert.isBelow(Buffer.byteLength(JSON.stringify(output)), 70_000)
    assert.containSubset(output, { ancestors: [{ key: "a0", depth: 1 }], truncated: true })
  })
})
