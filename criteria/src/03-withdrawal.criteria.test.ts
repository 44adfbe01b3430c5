// Criterion 3: after a withdrawal the words are in no backup, no content and no public output; also
// where it ran in small batches, and where it was interrupted and repeated.
// Verifies: CR-03, ER-13, ER-26, ER-30
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { memoryTools } from "@reminisce/mcp"
import { MemoryStore, type StoreAdmin, StoreError, Unavailable } from "@reminisce/store"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Backup, Erasure, Lifecycle, layerOver, type Owner, Provenance, Recall } from "reminisce"
import { recallStores, STORE_MILLIS } from "./stores.ts"

const owner: Owner = { kind: "agent", name: "alice" }
const person = "person-1"
const COUNT = 24
const numbers = Array.from({ length: COUNT }, (_, i) => i)

/** Of each number a word of its own; the first five letters survive every stemmer. */
const word = (kind: string, i: number): string =>
  `q${kind}${"bdfgklmnprt"[i % 11]}${"aou"[i % 3]}${"bdfgkl"[Math.floor(i / 11)]}zuk`
const hers = numbers.flatMap((i) => ["c", "f", "s", "r"].map((kind) => word(kind, i)))
const kept = numbers.map((i) => word("k", i))

const story = Effect.gen(function* () {
  const { forget, relate, remember, rememberMany } = yield* Lifecycle
  yield* rememberMany(
    owner,
    numbers.flatMap((i) => [
      {
        key: `h_${i}`,
        content: `She said ${word("c", i)}`,
        aspects: ["semantic"],
        basis: "told" as const,
        subjects: [{ ref: person, consentScope: "care" }],
        facets: [["note", word("f", i)] as const],
        sources: [`web:${word("s", i)}`],
      },
      {
        key: `n_${i}`,
        content: `Nobody said ${word("k", i)}`,
        aspects: ["semantic"],
        basis: "told" as const,
      },
    ]),
  )
  for (const i of numbers.slice(0, COUNT / 2))
    yield* forget(owner, `h_${i}`, { reason: word("r", i) })
  for (const i of numbers.slice(COUNT / 2)) {
    yield* relate(owner, "contradiction", [`h_${i}`, `n_${i}`], { reason: word("r", i) })
  }
  yield* remember(owner, {
    key: "h_derived",
    content: `So ${word("c", 0)} it is`,
    aspects: ["semantic"],
    basis: "inferred",
    derivedFrom: ["h_0"],
  })
})

/** All a host or a model can be answered about these memories, to nobody and to her. */
const outputs = Effect.gen(function* () {
  const { listMemories, reach, recall, whyNot } = yield* Recall
  const { history, why } = yield* Provenance
  const { subjectReport, verifyErasure } = yield* Erasure
  const said: Array<unknown> = [yield* subjectReport(person), yield* verifyErasure(person)]
  for (const subject of [[], [person]]) {
    said.push(yield* listMemories(owner, { subject, limit: 1_000 }))
    for (const i of numbers) {
      const query = `${word("c", i)} ${word("k", i)} ${word("f", i)}`
      said.push(strip(yield* recall(owner, query, { subject })))
      said.push(strip(yield* reach([owner], query, { subject })))
      for (const key of [`h_${i}`, `n_${i}`]) {
        said.push(yield* Effect.option(whyNot(owner, "nobody said", key, { subject })))
        said.push(yield* Effect.option(why(owner, key, { subject })))
        said.push(yield* Effect.option(history(owner, key, { subject })))
      }
    }
  }
  return JSON.stringify(said)
})

/** An answer tells the terms it was asked for; what matters is what it tells beyond them. */
const strip = (answer: object): object =>
  Object.fromEntries(
    Object.entries(answer).filter(([name]) => !["terms", "focus", "query"].includes(name)),
  )

const backedUp = Effect.gen(function* () {
  const { backup } = yield* Backup
  const folder = mkdtempSync(join(tmpdir(), "reminisce-criterion-"))
  const directory = join(folder, "backup")
  yield* backup(directory)
  const files = readdirSync(directory, { recursive: true, withFileTypes: true })
  const text = files
    .filter((file) => file.isFile())
    .map((file) => readFileSync(join(file.parentPath, file.name), "latin1"))
    .join("\n")
  rmSync(folder, { recursive: true, force: true })
  return text
})

const heldBy = (text: string, words: ReadonlyArray<string>): ReadonlyArray<string> =>
  words.filter((each) => text.includes(each.slice(0, 6)))

/** Fails the update of this number, counted from when it is armed. */
const failing = (trap: { at: number | undefined }) => (store: MemoryStore["Service"]) => {
  let updates = 0
  return {
    ...store,
    schema: store.schema,
    update: (...asked: Parameters<typeof store.update>) =>
      Effect.suspend(() =>
        trap.at !== undefined && updates++ === trap.at
          ? Effect.fail(
              new StoreError({ operation: "update", reason: new Unavailable({ what: "planted" }) }),
            )
          : store.update(...asked),
      ),
  } as MemoryStore["Service"]
}

const over = (
  store: Layer.Layer<MemoryStore | StoreAdmin, StoreError>,
  trap: { at: number | undefined },
) =>
  layerOver(
    Layer.effect(MemoryStore, Effect.map(MemoryStore, failing(trap))).pipe(
      Layer.provideMerge(store),
    ),
  )

describe("criterion 3", () => {
  for (const store of recallStores) {
    for (const [how, batch, stopsAt] of [
      ["whole", 500, undefined],
      ["in batches", 7, undefined],
      ["interrupted and repeated", 7, 2],
    ] as const) {
      const trap: { at: number | undefined } = { at: undefined }
      it.live(
        `holds on ${store.name}, ${how}`,
        () =>
          Effect.gen(function* () {
            trap.at = undefined
            yield* story
            assert.lengthOf(heldBy(yield* backedUp, hers), hers.length)
            assert.isNotEmpty(heldBy(yield* outputs, hers))
            const { withdraw } = yield* Erasure
            if (stopsAt !== undefined) {
              trap.at = stopsAt
              const stopped = yield* Effect.flip(withdraw(person, "asked", { batch }))
              assert.containSubset(stopped, { _tag: "WithdrawalIncomplete", redacted: 14 })
              const { why } = yield* Provenance
              const explained = yield* why(owner, "h_0", { subject: person })
              assert.strictEqual(explained.withdrawal, "incomplete")
              trap.at = undefined
            }
            const receipt = yield* withdraw(person, "asked", { batch })
            const { why } = yield* Provenance
            const explained = yield* why(owner, "h_derived", { subject: person })
            assert.strictEqual(explained.withdrawal, "complete")
            assert.deepStrictEqual(heldBy(JSON.stringify(receipt), hers), [])
            assert.deepStrictEqual(heldBy(yield* backedUp, hers), [])
            const said = yield* outputs
            assert.deepStrictEqual(heldBy(said, hers), [])
            assert.deepStrictEqual(heldBy(said, kept), kept)
          }).pipe(Effect.provide(over(store.layer, trap))),
        STORE_MILLIS,
      )
    }
  }

  it("is the host's act alone: no tool offers an erasure", () => {
    const tools = memoryTools(owner).map(({ definition }) => definition.name)
    assert.include(tools, "memory_forget")
    assert.deepStrictEqual(
      tools.filter((name) => /withdraw|purge|redact|erase|report/.test(name)),
      [],
    )
  })
})
