// Criterion 8: each tool answers exactly what the library answers, refusals included, and nobody can name
// another owner. Two stores go through the same life, one by the tools and one by the library.
// Verifies: CR-08, MC-04, MC-05, MC-06, MC-08
import { assert, describe, it } from "@effect/vitest"
import { type JsonObject, memoryTools, type ToolConnection, ToolHost } from "@reminisce/mcp"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as fc from "fast-check"
import { Lifecycle, layerOver } from "reminisce"
import { owner } from "./mcp/direct.ts"
import { live } from "./mcp/live.ts"
import { step } from "./mcp/steps.ts"
import { stores } from "./stores.ts"

const connections: Readonly<Record<string, ToolConnection>> = {
  "a session of the older era": { era: "legacy", isSession: true },
  "the older era over HTTP": { era: "legacy", isSession: false },
  "the newer era": { era: "modern", isSession: false },
}

for (const store of stores)
  for (const [name, connection] of Object.entries(connections))
    describe(`criterion 8, ${store.name}, ${name}`, () => {
      it.effect("answers by each tool what the library answers, whatever happened before", () =>
        Effect.gen(function* () {
          const lives = fc.sample(fc.array(step, { minLength: 25, maxLength: 25 }), {
            numRuns: 8,
            seed: 8,
          })
          const met = new Set<string>()
          for (const steps of lives)
            for (const code of yield* Effect.scoped(live(store.layer, steps, connection)))
              met.add(code)
          const must = [
            "secret_refused",
            "not_found",
            "not_active",
            "exists",
            "invalid",
            "too_large",
          ]
          const tools = ["memory_remember", "memory_recall", "memory_why", "memory_forget"]
          for (const each of [...must, ...tools])
            assert.isTrue(met.has(each), `${each} was not met`)
        }),
      )

      it.effect("lets nobody name an owner, and knows nothing of another's keys", () =>
        Effect.gen(function* () {
          const context = yield* Layer.build(Layer.fresh(layerOver(store.layer)))
          const lifecycle = Context.get(context, Lifecycle)
          const theirs = { content: "x", aspects: ["semantic"], basis: "told", key: "m_a" } as const
          yield* lifecycle.remember({ kind: "agent", name: "bob" }, theirs)
          const host = yield* ToolHost.make(memoryTools(owner)).pipe(Effect.provideContext(context))
          const call = (tool: string, args: JsonObject) =>
            host.call(tool, args, { signal: new AbortController().signal, connection })
          for (const { inputSchema, name: tool } of host.definitions) {
            const sound: JsonObject = "key" in inputSchema.properties ? { key: "m_a" } : {}
            for (const field of ["owner", "Owner", "OWNER"]) {
              const { structuredContent } = yield* call(tool, { ...sound, [field]: "agent:bob" })
              assert.deepStrictEqual(structuredContent, {
                error: { code: "owner_is_fixed", field: "owner" },
              })
            }
          }
          for (const [tool, args] of [
            ["memory_why", { key: "m_a" }],
            ["memory_forget", { key: "m_a" }],
            ["memory_remember", { content: "y", supersedes: "m_a" }],
          ] as const) {
            const { structuredContent } = yield* call(tool, args)
            assert.deepStrictEqual(structuredContent, { error: { code: "not_found" } })
          }
          const { structuredContent } = yield* call("memory_recall", { query: "x" })
          assert.deepInclude(structuredContent, { memories: [], scanned: 0 })
        }).pipe(Effect.scoped),
      )
    })
