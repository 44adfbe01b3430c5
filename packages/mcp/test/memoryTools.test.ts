// Verifies: MC-02, MC-09, ER-30
import { parseOwner } from "@reminisce/store"
import * as Option from "effect/Option"
import { assert, describe, it } from "vitest"
import { compile } from "../src/internal/SchemaCheck.ts"
import { INSTRUCTIONS, memoryTools } from "../src/memoryTools.ts"

const definitions = memoryTools(Option.getOrThrow(parseOwner("agent:alice"))).map(
  ({ definition }) => definition,
)

describe("the memory tools", () => {
  it("only remember, recall, explain and forget", () => {
    assert.deepStrictEqual(
      definitions.map(({ name }) => name),
      ["memory_remember", "memory_recall", "memory_why", "memory_forget"],
    )
  })

  it("take an audience where they read", () => {
    for (const { annotations, inputSchema, name } of definitions)
      assert.strictEqual("subject" in inputSchema.properties, annotations.readOnlyHint, name)
  })

  it("are described in a few sentences, with an example that is valid", () => {
    for (const { description, inputSchema, name } of definitions) {
      const [prose = "", example = ""] = description.split(" Example: ")
      const sentences = prose.match(/[.:](?= |$)/g)?.length ?? 0
      assert.isTrue(sentences >= 2 && sentences <= 5, name)
      assert.isUndefined(compile(inputSchema)(JSON.parse(example)), name)
    }
    assert.isAtMost(INSTRUCTIONS.length, 600)
    assert.isAtMost(Buffer.byteLength(JSON.stringify(definitions)), 10_240)
  })

  it("say that a recall repeats itself only where no connection keeps a focus", () => {
    const told = definitions.map(({ annotations, sessionAnnotations = annotations, name }) => [
      name,
      annotations.idempotentHint,
      sessionAnnotations.idempotentHint,
    ])
    assert.deepStrictEqual(told, [
      ["memory_remember", true, true],
      ["memory_recall", true, false],
      ["memory_why", true, true],
      ["memory_forget", true, true],
    ])
  })
})
