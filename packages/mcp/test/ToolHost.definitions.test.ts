import { describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { assert } from "vitest"
import type { ToolDefinition } from "../src/ToolDefinition.ts"
import * as ToolHost from "../src/ToolHost.ts"
import { definition, withHandle } from "./fixtures/plainTool.ts"

describe("making a host", () => {
  const fault = (rest: Record<string, unknown>): Effect.Effect<string> => {
    const tool = withHandle(() => Effect.succeed({}), rest as Partial<ToolDefinition>)
    return ToolHost.make([tool]).pipe(
      Effect.as("sound"),
      Effect.catch(({ at, rule }) => Effect.succeed(`${at} ${rule}`)),
    )
  }
  const input = (properties: object, rest: object = {}) => ({
    inputSchema: { type: "object", properties, additionalProperties: false, ...rest },
  })

  it.effect("fails on what is unsound, and says where", () =>
    Effect.gen(function* () {
      const cases: ReadonlyArray<readonly [Record<string, unknown>, string]> = [
        [{}, "sound"],
        [{ name: "Tool" }, "name pattern"],
        [{ name: "t".repeat(65) }, "name pattern"],
        [{ title: " " }, "title minLength"],
        [{ description: "" }, "description minLength"],
        [
          { annotations: { ...definition.annotations, idempotentHint: undefined } },
          "annotations.idempotentHint required",
        ],
        [{ annotations: undefined }, "annotations.readOnlyHint required"],
        [
          { sessionAnnotations: { ...definition.annotations, openWorldHint: "no" } },
          "sessionAnnotations.openWorldHint required",
        ],
        [{ sessionAnnotations: definition.annotations }, "sound"],
        [{ errors: ["Not today"] }, "errors pattern"],
        [{ errors: ["owner_is_fixed"] }, "errors pattern"],
        [{ errors: ["invalid", "too_large"] }, "sound"],
        [{ inputSchema: undefined }, "inputSchema additionalProperties"],
        [{ inputSchema: { type: "object" } }, "inputSchema additionalProperties"],
        [input({ a: { type: "string" } }), "inputSchema.a maxLength"],
        [input({ a: { $ref: "#" } }), "inputSchema.a type"],
        [input({}, { anyOf: [] }), "inputSchema anyOf"],
        [input({ Owner: { type: "boolean" } }), "inputSchema.owner owner_is_fixed"],
        [
          { outputSchema: { type: "array", items: { type: "boolean" } } },
          "outputSchema additionalProperties",
        ],
      ]
      for (const [rest, expected] of cases) assert.strictEqual(yield* fault(rest), expected)
    }),
  )

  it.effect("fails when two tools have one name", () =>
    Effect.gen(function* () {
      const tool = withHandle(() => Effect.succeed({}))
      const error = yield* ToolHost.make([tool, tool]).pipe(Effect.flip)
      assert.deepInclude(error, { tool: "tool", at: "name", rule: "unique" })
    }),
  )
})
