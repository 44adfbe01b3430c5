// Criterion 7: what was imported is found by questions put in other words, written by the same hand
// before anything that imports. Until the importer is there, its records come through the write path.
import { readdirSync, readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Lifecycle, layerOver, type Owner, Recall, type RememberRequest } from "reminisce"
import { stores } from "./stores.ts"

const owner: Owner = { kind: "agent", name: "alice" }
const AMONG = 8

interface Pair {
  readonly query: string
  /** File and line of the record. */
  readonly expect: string
}

const folderOf = (set: string) => new URL(`../../fixtures/${set}/`, import.meta.url)

const readPairs = (set: string): ReadonlyArray<Pair> =>
  JSON.parse(readFileSync(new URL("pairs.json", folderOf(set)), "utf8"))

/** Every line of every file, in the order of their names. */
const readRecords = (set: string): ReadonlyArray<RememberRequest> =>
  readdirSync(folderOf(set))
    .filter((name) => name.endsWith(".jsonl"))
    .sort()
    .flatMap((name) =>
      readFileSync(new URL(name, folderOf(set)), "utf8")
        .trimEnd()
        .split("\n")
        .map((line, i) => ({ ...JSON.parse(line), key: `${name.slice(0, -6)}:${i + 1}` })),
    )

describe("criterion 7", () => {
  for (const set of ["import_a", "import_b"]) {
    for (const store of stores) {
      it.effect(`finds 20 of 20 records of ${set} among the first eight on ${store.name}`, () =>
        Effect.gen(function* () {
          const { rememberMany } = yield* Lifecycle
          const recall = yield* Recall
          yield* rememberMany(owner, readRecords(set))
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
        }).pipe(Effect.provide(layerOver(store.layer), { local: true })),
      )
    }
  }
})
