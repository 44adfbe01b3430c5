import { describe, it } from "@effect/vitest"
import type { RecallAnswer } from "@reminisce/recall-engine"
import type { Memory } from "@reminisce/schema"
import * as Schema from "effect/Schema"
import { assert } from "vitest"
import { memoryToOutput } from "../src/MemoryOutput.ts"
import { recallToOutput } from "../src/recallToOutput.ts"
import { memory } from "./fixtures/memory.ts"

const answerOf = (
  memories: ReadonlyArray<Memory>,
  due: RecallAnswer["due"] = [],
): RecallAnswer => ({
  memories,
  scores: memories.map(() => 7),
  parts: memories.map(() => ({ query: 7, focus: 0, affect: 0, persona: 0 })),
  duplicates: memories.map(() => []),
  scanned: memories.length,
  due,
  focus: { turn: 1, cues: [], surfaced: [], bound: 0, seal: 0 },
  at: null,
  terms: [],
})

type Shown = { readonly [name: string]: unknown; readonly key: string; readonly content?: string }
const listOf = (value: unknown): ReadonlyArray<Shown> => (value ?? []) as ReadonlyArray<Shown>
const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

const Piece = Schema.Literals([
  "a",
  "ą",
  "\u0001",
  '"',
  "\\",
  "\n",
  "日",
  "😀",
  "word ",
  "x".repeat(90),
])
const Text = Schema.Array(Piece).check(Schema.isMaxLength(60))
const Some = Schema.Struct({
  content: Text,
  facets: Schema.Array(Text).check(Schema.isMaxLength(6)),
  trail: Text,
})
const Memories = Schema.Array(Some).check(Schema.isMaxLength(6))
const MaxBytes = Schema.Int.check(Schema.isBetween({ minimum: 500, maximum: 6_000 }))

describe("recallToOutput", () => {
  it.prop(
    "never passes its cap, names what it leaves out, and cuts between characters",
    [Memories, MaxBytes, Schema.Boolean],
    ([drawn, maxBytes, explain]) => {
      const memories = drawn.map(({ content, facets, trail }, i) =>
        memory(`"${i}"`.padEnd(128, "\\"), {
          content: content.join(""),
          facets: facets.map((value, at) => [`n${at}`, value.join("")] as const),
          trail: trail.join(""),
        }),
      )
      const due = memories.map((one) => ({ memory: one, because: ["time"] }))
      const output = recallToOutput(answerOf(memories, due), { explain, maxBytes })
      for (const [list, left] of [
        [listOf(output.memories), output.omitted],
        [listOf(output.due), output.dueOmitted],
      ] as const) {
        assert.isAtMost(bytesOf(list), maxBytes)
        assert.deepStrictEqual(
          [...list.map(({ key }) => key), ...((left ?? []) as ReadonlyArray<string>)],
          memories.map(({ key }) => key),
        )
        assert.isAtLeast(list.length, Math.min(1, memories.length))
        for (const [i, shown] of list.entries()) {
          const whole = memories[i]?.content ?? ""
          if (shown.clipped !== true)
            assert.deepInclude(shown, memoryToOutput(memory(shown.key, memories[i])))
          else {
            assert.strictEqual(i, 0)
            assert.isTrue(whole.startsWith(shown.content ?? "no"))
            assert.isTrue(shown.content?.isWellFormed())
            const [next = ""] = whole.slice(shown.content?.length)
            const longer = [{ ...shown, content: `${shown.content}${next}` }]
            if (next !== "") assert.isAbove(bytesOf(longer), maxBytes)
          }
        }
      }
    },
    { arbitrary: { runs: 500 } },
  )

  it("shows as many as there is room for, to the byte", () => {
    const memories = [memory("a"), memory("b"), memory("c")].map((one) => ({
      ...one,
      content: "é".repeat(200),
    }))
    const all = bytesOf(memories.map(memoryToOutput))
    const shown = (maxBytes: number) =>
      recallToOutput(answerOf(memories), { explain: false, maxBytes })
    assert.lengthOf(listOf(shown(all).memories), 3)
    assert.notProperty(shown(all), "omitted")
    assert.lengthOf(listOf(shown(all - 1).memories), 2)
    assert.deepStrictEqual(shown(all - 1).omitted, ["c"])
  })

  it("leaves out what stands beside the words before it cuts them to less than half", () => {
    const long = memory("a", {
      content: "w".repeat(200),
      facets: Array.from({ length: 64 }, (_, i) => [`name${i}`, "v".repeat(1_000)] as const),
      trail: "t",
    })
    const { memories } = recallToOutput(answerOf([long]), { explain: false, maxBytes: 600 })
    const [shown] = listOf(memories)
    assert.notProperty(shown, "facets")
    assert.deepInclude(shown, { content: "w".repeat(200), trail: "t", clipped: true })
  })

  it("says scores only when asked", () => {
    const plain = recallToOutput(answerOf([memory("a")]), { explain: false, maxBytes: 500 })
    assert.notProperty(listOf(plain.memories)[0], "score")
    assert.notProperty(plain, "terms")
    const full = recallToOutput(answerOf([memory("a")]), { explain: true, maxBytes: 500 })
    assert.strictEqual(listOf(full.memories)[0]?.score, 7)
  })
})
