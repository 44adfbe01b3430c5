// Criterion 7: what was imported is found by questions put in other words. The same hand wrote questions
// and records, the questions first, and both before the importer.
// Verifies: CR-07, CR-07a, NF-13
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { importRecords, layerOver, type Owner, Recall } from "reminisce"
import { stores } from "./stores.ts"

const owner: Owner = { kind: "agent", name: "alice" }
const AMONG = 8

interface Pair {
  readonly query: string
  /** File and line of the record. */
  readonly expect: string
}

const folderOf = (set: string) => fileURLToPath(new URL(`../../fixtures/${set}/`, import.meta.url))

const readPairs = (set: string): ReadonlyArray<Pair> =>
  JSON.parse(readFileSync(join(folderOf(set), "pairs.json"), "utf8"))

const everything = Effect.flatMap(Recall, ({ listMemories }) => listMemories(owner))

/** Put together here, so that no file holds anything shaped like a key. */
const token = ["ghp", "16C7e42F292c6912E7710c838347Ae178B4a"].join("_")

describe("criterion 7", () => {
  for (const store of stores) {
    const layer = layerOver(store.layer)

    for (const set of ["import_a", "import_b"]) {
      it.effect(`finds 20 of 20 records of ${set} among the first eight on ${store.name}`, () =>
        Effect.gen(function* () {
          const recall = yield* Recall
          const report = yield* importRecords(owner, folderOf(set))
          assert.deepStrictEqual(report, { files: 3, kept: 24, refusals: [] })
          const pairs = readPairs(set)
          assert.strictEqual(pairs.length, 20)
          for (const { expect, query } of pairs) {
            const { memories } = yield* recall.recall(owner, query, { k: AMONG })
            assert.include(
              memories.map(({ key }) => key),
              expect,
              query,
            )
          }
        }).pipe(Effect.provide(layer, { local: true })),
      )
    }

    it.effect(`keeps nothing twice on ${store.name}`, () =>
      Effect.gen(function* () {
        yield* importRecords(owner, folderOf("import_a"))
        const once = yield* everything
        const again = yield* importRecords(owner, folderOf("import_a"))
        assert.strictEqual(again.kept, 24)
        assert.deepStrictEqual(yield* everything, once)
      }).pipe(Effect.provide(layer, { local: true })),
    )

    it.effect(`keeps what it may of a file and names the lines it may not on ${store.name}`, () =>
      Effect.gen(function* () {
        const folder = mkdtempSync(join(tmpdir(), "import-"))
        const sound = { aspects: ["semantic"], basis: "told" }
        const lines = [
          JSON.stringify({ ...sound, content: "the gate" }),
          "",
          "{ not json",
          JSON.stringify({ ...sound, content: token }),
          JSON.stringify({ ...sound, content: "the mill", key: "m_mill" }),
          JSON.stringify({ ...sound, content: "x", unheard: "of" }),
          "[]",
          " ".repeat(3 * 1_024 * 1_024),
          `${JSON.stringify({ ...sound, content: "the ford" })}\r`,
        ]
        const text = Buffer.from(`${lines.join("\n")}\n`)
        writeFileSync(join(folder, "b.jsonl"), Buffer.concat([text, Buffer.of(0x22, 0xff, 0x22)]))
        writeFileSync(join(folder, "a.txt"), "not a record")
        const report = yield* importRecords(owner, folder)
        rmSync(folder, { recursive: true })
        assert.deepStrictEqual([report.files, report.kept], [1, 3])
        assert.deepStrictEqual(
          report.refusals.map(({ file, line, refusal }) => [file, line, refusal._tag]),
          [
            ["b.jsonl", 3, "Invalid"],
            ["b.jsonl", 4, "SecretRefused"],
            ["b.jsonl", 6, "Invalid"],
            ["b.jsonl", 7, "Invalid"],
            ["b.jsonl", 8, "TooLarge"],
            ["b.jsonl", 10, "Invalid"],
          ],
        )
        assert.notInclude(JSON.stringify(report), token)
        const { memories } = yield* everything
        assert.sameMembers(
          memories.map(({ key }) => key),
          ["b:1", "b:9", "m_mill"],
        )
        const refused = yield* Effect.flip(importRecords(owner, join(folder, "nowhere")))
        assert.deepInclude(refused, { _tag: "Invalid", field: "directory", rule: "unreadable" })
      }).pipe(Effect.provide(layer, { local: true })),
    )
  }
})
