// The real server, driven over stdio by the protocol's own client in both eras.
// Verifies: CR-08, GU-07, MC-03, MC-04, MC-05, MC-06, MC-10, ST-01
import { join } from "node:path"
import { explanationToOutput, memoryToOutput, recallToOutput } from "@reminisce/mcp"
import { open, unwrap } from "reminisce"
import { assert, describe, it } from "vitest"
import { callTool, ERAS, OWNER, withClient, withFolder } from "./serverProcess.ts"

const gate = {
  key: "m_gate",
  content: "The north gate opens at dawn.",
  aspects: ["episodic"],
  basis: "observed",
  sources: ["doc:gates"],
  facets: { place: "north gate" },
}

for (const era of ERAS) {
  describe(`a ${era} client`, () => {
    it("remembers, recalls in a sentence, explains, replaces and forgets", () =>
      withFolder((folder) =>
        withClient(join(folder, "memory.db"), era, async (client) => {
          const { key: _, ...unnamed } = gate
          const kept = await callTool(client, "memory_remember", unnamed)
          const found = await callTool(client, "memory_recall", {
            query: "when does the gate open",
          })
          assert.deepStrictEqual(found.memories, [kept])
          assert.strictEqual(found.scanned, 1)
          const why = await callTool(client, "memory_why", { key: kept.key })
          assert.deepStrictEqual(why.sources, ["doc:gates"])
          const newer = await callTool(client, "memory_remember", {
            content: "The north gate opens at nine.",
            supersedes: kept.key,
            reason: "winter",
          })
          const after = await callTool(client, "memory_recall", {
            query: "when does the gate open",
          })
          assert.deepStrictEqual(after.memories, [newer])
          const both = await callTool(client, "memory_why", { key: newer.key })
          assert.containSubset(both, { supersedes: [{ key: kept.key, reason: "winter" }] })
          await callTool(client, "memory_forget", { key: newer.key, reason: "rebuilt" })
          const none = await callTool(client, "memory_recall", { query: "when does the gate open" })
          assert.containSubset(none, { memories: [], nothing: "no-match" })
          await callTool(client, "memory_forget", { key: newer.key, undo: true })
          const again = await callTool(client, "memory_recall", { query: "gate" })
          assert.containSubset(again, { memories: [{ key: newer.key }] })
        }),
      ))

    it("gets from each tool exactly what the direct call answers", () =>
      withFolder(async (folder) => {
        const filename = join(folder, "memory.db")
        await withClient(filename, era, async (client) => {
          const memory = unwrap(await open({ filename }))
          try {
            const { facets, ...rest } = gate
            const kept = await callTool(client, "memory_remember", gate)
            const replay = await memory.remember(OWNER, {
              ...rest,
              basis: "observed",
              facets: Object.entries(facets),
            })
            assert.deepStrictEqual(kept, memoryToOutput(unwrap(replay)))
            const found = await callTool(client, "memory_recall", {
              query: "when does the gate open",
              asOf: "2999-01-01T00:00:00Z",
              explain: true,
            })
            const direct = await memory.recall(OWNER, "when does the gate open", {
              asOf: "2999-01-01T00:00:00Z",
            })
            const options = { explain: true, maxBytes: 6_000 }
            assert.deepStrictEqual(found, recallToOutput(unwrap(direct), options))
            const why = await callTool(client, "memory_why", { key: gate.key, depth: 2 })
            const explained = await memory.why(OWNER, gate.key, { depth: 2 })
            assert.deepStrictEqual(why, explanationToOutput(unwrap(explained)))
            const forgotten = await callTool(client, "memory_forget", { key: gate.key })
            const stored = unwrap(await memory.why(OWNER, gate.key)).memory
            assert.deepStrictEqual(forgotten, memoryToOutput(stored))
          } finally {
            await memory.close()
          }
        })
      }))

    it("never meets another owner's key, and cannot name an owner", () =>
      withFolder(async (folder) => {
        const filename = join(folder, "memory.db")
        const memory = unwrap(await open({ filename }))
        const theirs = await memory.remember("agent:bob", {
          key: "m_theirs",
          content: "Bob's note about the gate.",
          aspects: ["semantic"],
          basis: "told",
        })
        assert.isTrue(theirs.ok)
        await memory.close()
        await withClient(filename, era, async (client) => {
          const answers = (key: string) => [
            callTool(client, "memory_why", { key }),
            callTool(client, "memory_forget", { key }),
            callTool(client, "memory_remember", { content: "x", supersedes: key }),
            callTool(client, "memory_remember", { content: "x", derivedFrom: [key] }),
          ]
          const foreign = await Promise.all(answers("m_theirs"))
          assert.deepStrictEqual(foreign, await Promise.all(answers("m_nobodys")))
          assert.deepStrictEqual(foreign[0], { error: { code: "not_found" } })
          const found = await callTool(client, "memory_recall", { query: "gate" })
          assert.containSubset(found, { memories: [], scanned: 0 })
          for (const name of ["owner", "Owner"]) {
            const refused = await callTool(client, "memory_recall", {
              query: "x",
              [name]: "agent:bob",
            })
            assert.containSubset(refused, { error: { code: "owner_is_fixed" } })
          }
        })
      }))

    it("is refused by code, field and rule, and nothing of what it sent comes back", () =>
      withFolder((folder) =>
        withClient(join(folder, "memory.db"), era, async (client) => {
          const canary = "zebrafish"
          const cases: ReadonlyArray<readonly [object, string]> = [
            [{ content: 7 }, "invalid"],
            [{ content: `${canary} `.repeat(4_000) }, "too_large"],
            [{ content: "a", [canary]: 1 }, "invalid"],
            [{ content: `${canary}\u0000` }, "invalid"],
            [{ content: canary, basis: canary }, "invalid"],
            [{ content: canary, occurredAt: "2026-01-01T00:00:00" }, "invalid"],
            [{ content: canary, key: "../../etc/\u0007" }, "invalid"],
            [
              { content: `${canary} ${["ghp", "x7Kq2Vn9Rb4Tm1Zc8Wd5Yh3Jf6Lg0PsQaEuN"].join("_")}` },
              "secret_refused",
            ],
          ]
          for (const [args, code] of cases) {
            const answer = await client.callTool({
              name: "memory_remember",
              arguments: args as Record<string, unknown>,
            })
            assert.isTrue(answer.isError)
            assert.containSubset(answer.structuredContent, { error: { code } })
            assert.notInclude(JSON.stringify(answer), canary)
          }
          const found = await callTool(client, "memory_recall", { query: canary })
          assert.containSubset(found, { memories: [], scanned: 0 })
        }),
      ))

    it("carries a focus by handle, and is told when one is not known", () =>
      withFolder((folder) =>
        withClient(join(folder, "memory.db"), era, async (client) => {
          await callTool(client, "memory_remember", gate)
          const first = await callTool(client, "memory_recall", { query: "gate", focus: "new" })
          assert.match(String(first.focus), /^[A-Za-z0-9_-]{22}$/)
          const second = await callTool(client, "memory_recall", {
            query: "dawn",
            focus: first.focus,
          })
          assert.notProperty(second, "focusReset")
          const lost = await callTool(client, "memory_recall", {
            query: "dawn",
            focus: "A".repeat(22),
          })
          assert.isTrue(lost.focusReset)
          const unasked = await callTool(client, "memory_recall", { query: "dawn" })
          assert.notProperty(unasked, "focus")
        }),
      ))

    it("lists its tools in under 10 KB, each with all four hints", () =>
      withFolder((folder) =>
        withClient(join(folder, "memory.db"), era, async (client) => {
          const { tools } = await client.listTools()
          assert.isBelow(Buffer.byteLength(JSON.stringify(tools)), 10_240)
          for (const { annotations, name } of tools) {
            const isKept = era === "legacy" && name === "memory_recall"
            assert.strictEqual(annotations?.idempotentHint, !isKept)
            const { title: _, ...hints } = annotations ?? {}
            assert.hasAllKeys(hints, [
              "readOnlyHint",
              "destructiveHint",
              "idempotentHint",
              "openWorldHint",
            ])
          }
          assert.isAtMost(client.getInstructions()?.length ?? 0, 600)
        }),
      ))
  })
}
