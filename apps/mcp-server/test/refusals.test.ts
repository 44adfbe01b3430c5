// Every field of every tool, as the real server lists it, given what it must refuse.
// Verifies: MC-04, MC-27, GU-07
import { join } from "node:path"
import type { Client } from "@modelcontextprotocol/client"
import { assert, describe, it, vi } from "vitest"
import { ERAS, withClient, withFolder } from "./serverProcess.ts"

// A process takes its time to start on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const CANARY = "zebrafish"
const SECRET = ["ghp", "x7Kq2Vn9Rb4Tm1Zc8Wd5Yh3Jf6Lg0PsQaEuN"].join("_")

interface Schema {
  readonly type?: string
  readonly properties?: { readonly [name: string]: Schema }
  readonly required?: ReadonlyArray<string>
  readonly items?: Schema
  readonly additionalProperties?: Schema | boolean
  readonly enum?: ReadonlyArray<string>
  readonly format?: string
  readonly maxLength?: number
  readonly maxItems?: number
  readonly maxProperties?: number
  readonly minimum?: number
  readonly maximum?: number
}

/** A value the schema takes. */
const valid = (schema: Schema): unknown => {
  if (schema.enum !== undefined) return schema.enum[0]
  if (schema.format === "date-time") return "2026-01-01T00:00:00Z"
  switch (schema.type) {
    case "string":
      return "a"
    case "array":
      return schema.items === undefined ? [] : [valid(schema.items)]
    case "object":
      return typeof schema.additionalProperties === "object"
        ? { a: valid(schema.additionalProperties) }
        : Object.fromEntries(
            (schema.required ?? []).map((name) => [name, valid(schema.properties?.[name] ?? {})]),
          )
    case "boolean":
      return true
    default:
      return schema.minimum
  }
}

type Case = readonly [what: string, value: unknown, code: "invalid" | "too_large"]

/** Values the schema refuses, the canary in every one that can hold it. */
const refusedValues = (schema: Schema): ReadonlyArray<Case> => {
  const wrong: Case = ["wrong type", { [CANARY]: CANARY }, "invalid"]
  switch (schema.type) {
    case "string": {
      const text: Array<Case> = [
        wrong,
        ["number", 7, "invalid"],
        ["half a pair", `${CANARY}\ud800`, "invalid"],
      ]
      const { maxLength } = schema
      if (schema.enum !== undefined) return [wrong, ["not one of them", CANARY, "invalid"]]
      if (maxLength !== undefined) {
        const filler = CANARY.repeat(Math.ceil(maxLength / CANARY.length))
        text.push(["cap + 1", `${filler.slice(0, maxLength - 1)}ą`, "too_large"])
      }
      if (schema.format !== undefined) text.push(["no instant", CANARY, "invalid"])
      else if (maxLength !== undefined && maxLength < CANARY.length + 4)
        return text.filter(([what]) => what !== "half a pair")
      return text
    }
    case "array": {
      const { items = {}, maxItems = 0 } = schema
      const cases = refusedValues(items).map(
        ([what, value, code]): Case => [`item: ${what}`, [value], code],
      )
      const over = Array.from({ length: maxItems + 1 }, () => valid(items))
      return [wrong, ["cap + 1", over, "too_large"], ...cases]
    }
    case "object": {
      const { additionalProperties: entry, maxProperties = 0 } = schema
      if (typeof entry !== "object") {
        const sound = valid(schema) as object
        return [
          ["unknown key", { ...sound, [CANARY]: 1 }, "invalid"],
          ["wrong type", CANARY, "invalid"],
        ]
      }
      const over = Array.from({ length: maxProperties + 1 }, (_, i) => [
        `${CANARY}${i}`,
        valid(entry),
      ])
      return [
        ["wrong type", [CANARY], "invalid"],
        ["cap + 1", Object.fromEntries(over), "too_large"],
        ["name too long", { [CANARY.repeat(20)]: valid(entry) }, "too_large"],
        ...refusedValues(entry).map(
          ([what, value, code]): Case => [`entry: ${what}`, { [CANARY]: value }, code],
        ),
      ]
    }
    case "boolean":
      return [wrong, ["text", CANARY, "invalid"]]
    default:
      return [
        wrong,
        ["text", CANARY, "invalid"],
        ["a fraction", (schema.minimum ?? 0) + 0.5, "invalid"],
        ["below", (schema.minimum ?? 0) - 1, "invalid"],
        ["above", (schema.maximum ?? 0) + 1, "invalid"],
      ]
  }
}

const refusal = async (client: Client, name: string, args: Record<string, unknown>) => {
  const answer = await client.callTool({ name, arguments: args })
  assert.notInclude(JSON.stringify(answer), CANARY)
  assert.notInclude(JSON.stringify(answer), SECRET)
  assert.isTrue(answer.isError)
  return (answer.structuredContent as { readonly error: Record<string, unknown> }).error
}

for (const era of ERAS) {
  describe(`a ${era} client`, () => {
    it("is refused at each field of each tool, by its declared name, and hears nothing back", () =>
      withFolder((folder) =>
        withClient(join(folder, "memory.db"), era, async (client) => {
          const { tools } = await client.listTools()
          let count = 0
          for (const { inputSchema, name } of tools) {
            const schema = inputSchema as unknown as Schema
            const sound = valid(schema) as Record<string, unknown>
            for (const [field, part] of Object.entries(schema.properties ?? {})) {
              for (const [what, value, code] of refusedValues(part)) {
                const error = await refusal(client, name, { ...sound, [field]: value })
                assert.deepInclude(error, { code }, `${name} ${field}: ${what}`)
                assert.isTrue(
                  String(error.field).split(".")[0] === field,
                  `${name} ${field}: ${what}`,
                )
                count += 1
              }
            }
            const unknown = await refusal(client, name, { ...sound, [CANARY]: CANARY })
            assert.deepStrictEqual(unknown, { code: "invalid", rule: "additionalProperties" })
            for (const owner of ["owner", "OWNER"]) {
              const fixed = await refusal(client, name, { ...sound, [owner]: CANARY })
              assert.deepStrictEqual(fixed, { code: "owner_is_fixed", field: "owner" })
            }
            for (const required of schema.required ?? []) {
              const { [required]: _, ...rest } = sound
              const error = await refusal(client, name, rest)
              assert.deepStrictEqual(error, { code: "invalid", field: required, rule: "required" })
            }
          }
          assert.isAbove(count, 100)
        }),
      ))

    it("has a secret refused in every field that would be stored, and hears nothing of it", () =>
      withFolder((folder) =>
        withClient(join(folder, "memory.db"), era, async (client) => {
          await client.callTool({
            name: "memory_remember",
            arguments: { content: "a", key: "m_a" },
          })
          const text = `${CANARY} ${SECRET}`
          const remembered = {
            content: text,
            key: SECRET,
            sources: [text],
            facets: { place: text },
            subjects: [{ ref: SECRET, consentScope: "all" }],
            trail: text,
            derivedFrom: [SECRET],
          }
          const cases: ReadonlyArray<readonly [string, Record<string, unknown>]> = [
            ...Object.entries(remembered).map(
              ([name, value]) => ["memory_remember", { content: "b", [name]: value }] as const,
            ),
            ["memory_remember", { content: "b", supersedes: "m_a", reason: text }],
            ["memory_forget", { key: "m_a", reason: text }],
          ]
          for (const [name, args] of cases) {
            const error = await refusal(client, name, args)
            assert.strictEqual(error.code, "secret_refused", Object.keys(args).join())
          }
        }),
      ))

    it("cannot take a key that is taken, nor say why what replaces nothing", () =>
      withFolder((folder) =>
        withClient(join(folder, "memory.db"), era, async (client) => {
          const kept = { content: "a", key: CANARY }
          await client.callTool({ name: "memory_remember", arguments: kept })
          const taken = await refusal(client, "memory_remember", { ...kept, content: "b" })
          assert.deepStrictEqual(taken, { code: "exists", field: "key" })
          const idle = await refusal(client, "memory_remember", { content: "c", reason: CANARY })
          assert.deepStrictEqual(idle, {
            code: "invalid",
            field: "reason",
            rule: "needs-supersedes",
          })
          const twice = { key: CANARY, reason: "x", undo: true }
          assert.strictEqual((await refusal(client, "memory_forget", twice)).code, "not_active")
        }),
      ))
  })
}
