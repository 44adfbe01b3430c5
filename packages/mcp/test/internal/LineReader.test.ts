// Verifies: MC-14, MC-15
import { describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { assert } from "vitest"
import * as LineReader from "../../src/internal/LineReader.ts"

type Event = readonly [kind: "line" | "overflow" | "overflowEnd", text: string]

/** `isFull` makes the reader stop after every line, to be handed the rest again. */
const readInChunks = (
  maxLineBytes: number,
  chunks: ReadonlyArray<string>,
  isFull = false,
): Array<Event> => {
  const events: Array<Event> = []
  const reader = LineReader.make(maxLineBytes, {
    isFull: () => isFull,
    line: (bytes) => events.push(["line", bytes.toString("latin1")]),
    overflow: (head) => events.push(["overflow", head.toString("latin1")]),
    overflowEnd: (tail) => events.push(["overflowEnd", tail.toString("latin1")]),
  })
  for (const chunk of chunks) {
    const bytes = Buffer.from(chunk, "latin1")
    for (let at = 0; at < bytes.length; ) {
      const before = events.filter(([kind]) => kind !== "overflow").length
      at += reader.push(bytes.subarray(at))
      const lines = events.filter(([kind]) => kind !== "overflow").length - before
      if (isFull) assert.isAtMost(lines, 1)
    }
  }
  reader.end()
  return events
}

/** The same, of the whole input at once. */
const readWhole = (maxLineBytes: number, input: string): Array<Event> => {
  const parts = input.split("\n")
  if (parts.at(-1) === "") parts.pop()
  return parts.flatMap((part): Array<Event> => {
    const line = part.endsWith("\r") ? part.slice(0, -1) : part
    if (line.length <= maxLineBytes) return [["line", line]]
    const tail = part.slice(-512)
    return [
      ["overflow", part.slice(0, maxLineBytes)],
      ["overflowEnd", tail.endsWith("\r") ? tail.slice(0, -1) : tail],
    ]
  })
}

const Chunk = Schema.Array(Schema.Literals(["a", "b", "\n", "\r", "\r\n", "ab"])).pipe(
  Schema.check(Schema.isMaxLength(8)),
)
const Chunks = Schema.Array(Chunk)

describe("LineReader", () => {
  it.prop(
    "cuts the same lines whatever the chunks, and shows each one that is too long once",
    [
      Chunks,
      Schema.Boolean,
      Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum: 0, maximum: 5 }))),
    ],
    ([chunks, isFull, maxLineBytes]) => {
      const texts = chunks.map((chunk) => chunk.join(""))
      const expected = readWhole(maxLineBytes, texts.join(""))
      assert.deepStrictEqual(readInChunks(maxLineBytes, texts, isFull), expected)
    },
    { arbitrary: { runs: 2_000 } },
  )

  it("keeps the last 512 bytes of a line that is too long", () => {
    const text = Array.from({ length: 3_000 }, (_, at) => String.fromCharCode(97 + (at % 26)))
    for (const size of [1, 7, 511, 512, 513, 3_000]) {
      const chunks = Array.from({ length: Math.ceil(3_000 / size) }, (_, at) =>
        text.slice(at * size, (at + 1) * size).join(""),
      )
      const expected = readWhole(1_000, `${text.join("")}\n`)
      assert.deepStrictEqual(readInChunks(1_000, [...chunks, "\n"]), expected)
    }
  })
})
