import { assert, describe, it } from "vitest"
import { rememberRequest } from "../../src/tools/rememberTool.ts"

describe("rememberRequest", () => {
  it("fills in the defaults its schema states", () => {
    assert.deepStrictEqual(
      { ...rememberRequest({ content: "a" }) },
      {
        content: "a",
        aspects: ["semantic"],
        basis: "told",
      },
    )
  })

  it("passes on what is given, facets as pairs and nothing of the replacement", () => {
    const request = rememberRequest({
      content: "a",
      aspects: ["episodic"],
      basis: "observed",
      facets: { place: "gate", "": "x" },
      supersedes: "m_old",
      reason: "because",
      confidence: 10,
    })
    assert.deepStrictEqual({ ...request } as unknown, {
      content: "a",
      aspects: ["episodic"],
      basis: "observed",
      facets: [
        ["place", "gate"],
        ["", "x"],
      ],
      confidence: 10,
    })
  })
})
