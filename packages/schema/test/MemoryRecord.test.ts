// Verifies: ME-13, ME-32

import { assert, describe, it } from "@effect/vitest"
import {
  audienceKeys,
  decodeAudience,
  decodeCue,
  decodeFacet,
  decodeOwner,
  encodeCue,
  encodeFacet,
  isVisible,
  Limits,
  memorySchema,
  recordsToMemories,
} from "@reminisce/schema"
import { MemoryStore, type Owner, schemaFault } from "@reminisce/store"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"

const owner: Owner = { kind: "agent", name: "alice" }
const attributes = {
  content: "The north gate opens at dawn.",
  aspects: ["semantic"],
  basis: "told",
  confidence: 1_000,
  salience: 1_000_000,
  status: "active",
  recordedAt: 5,
  recallCount: 0,
  outside: false,
}
const name = fc.string({ unit: "grapheme", minLength: 1 }).filter((text) => !text.includes("="))

describe("facets and cues", () => {
  it("read back as they were written, whatever the value holds", () => {
    fc.assert(
      fc.property(name, fc.string({ unit: "grapheme" }), (facet, value) => {
        assert.deepStrictEqual(decodeFacet(encodeFacet([facet, value])), [facet, value])
      }),
    )
    fc.assert(
      fc.property(
        fc.constantFrom("event", "term", "source", "memory", "audience"),
        fc.string({ unit: "grapheme" }),
        (kind, value) => {
          const cue = { [kind]: value } as unknown as Parameters<typeof encodeCue>[0]
          assert.deepStrictEqual(decodeCue(encodeCue(cue)), cue)
        },
      ),
    )
  })
})

describe("the memory schema", () => {
  it("is sound", () => assert.isUndefined(schemaFault(memorySchema)))
  it("drops nothing that was remembered", () => {
    const droppable = Object.entries(memorySchema.records).filter(([, type]) => type.droppable)
    assert.sameMembers(
      droppable.map(([type]) => type),
      ["source", "subject", "withdrawal"],
    )
  })
})

describe("an audience", () => {
  it.effect("sees a memory about nobody, and one about people only with all of them", () =>
    Effect.gen(function* () {
      const store = yield* MemoryStore
      yield* store.update(owner, () =>
        Effect.succeed({
          answer: undefined,
          draft: {
            create: [
              { type: "subject", key: "p_1", attributes: { reference: "person:ola" } },
              { type: "subject", key: "p_2", attributes: { reference: "person:ben" } },
              { type: "memory", key: "m_0", attributes },
              { type: "memory", key: "m_1", attributes: { ...attributes, concerns: ["p_1"] } },
              {
                type: "memory",
                key: "m_2",
                attributes: { ...attributes, concerns: ["p_1", "p_2"] },
              },
            ],
          },
        }),
      )
      const seen = (...references: ReadonlyArray<string>) =>
        store.read(owner, (view) =>
          Effect.gen(function* () {
            const keys = yield* audienceKeys(view, references)
            const records = (yield* view.get("memory", ["m_0", "m_1", "m_2"])).filter(
              (record) => record !== undefined,
            )
            const visible = records.filter((record) => isVisible(record, keys))
            return (yield* recordsToMemories(view, visible)).map(({ key, subjects }) => [
              key,
              ...subjects,
            ])
          }),
        )
      assert.deepStrictEqual(yield* seen(), [["m_0"]])
      assert.deepStrictEqual(yield* seen("person:ben"), [["m_0"]])
      assert.deepStrictEqual(yield* seen("person:ola"), [["m_0"], ["m_1", "person:ola"]])
      assert.deepStrictEqual(yield* seen("person:ola", "person:ben", "person:nobody"), [
        ["m_0"],
        ["m_1", "person:ola"],
        ["m_2", "person:ben", "person:ola"],
      ])
    }).pipe(Effect.provide(MemoryStore.layerMemory(memorySchema))),
  )
  it.effect("is one reference, several, or nobody; each once, in the order of bytes", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* decodeAudience(undefined), [])
      assert.deepStrictEqual(yield* decodeAudience("a"), ["a"])
      assert.deepStrictEqual(yield* decodeAudience(["b", "a", "b", "\u{10000}", "\uffff"]), [
        "a",
        "b",
        "\uffff",
        "\u{10000}",
      ])
      const many = Array.from({ length: Limits.audience + 1 }, (_, i) => `p${i}`)
      assert.strictEqual(
        (yield* Effect.flip(decodeAudience(many))).message,
        "subject: over its cap of 16",
      )
    }),
  )
})

describe("an owner", () => {
  const cases: ReadonlyArray<readonly [unknown, string]> = [
    [{ kind: "", name: "a" }, "kind: empty"],
    [{ kind: "a:b", name: "a" }, "kind: colon"],
    [{ kind: "agent", name: "a\n" }, "name: control-character"],
    [{ kind: "agent", name: "x".repeat(257) }, "name: over its cap of 256"],
    [{ kind: "agent" }, "name: missing"],
    ["agent:alice", "owner: type"],
  ]
  for (const [input, expected] of cases) {
    it.effect(`is refused: ${expected}`, () =>
      Effect.map(Effect.flip(decodeOwner(input)), (error) =>
        assert.strictEqual(error.message, expected),
      ),
    )
  }
})
