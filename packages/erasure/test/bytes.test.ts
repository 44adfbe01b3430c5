// Down to the bytes: no word and no term of an erased memory is in any file of the store, also where
// the process was killed at any point of the withdrawal, and once another reader has gone.
// Verifies: ER-25, LM-12, CR-03
import { spawnSync } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { DatabaseSync } from "node:sqlite"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { Erasure } from "@reminisce/erasure"
import { Lifecycle } from "@reminisce/lifecycle"
import { Provenance } from "@reminisce/provenance"
import { checkIndex, Recall } from "@reminisce/recall-engine"
import { StoreSqlite } from "@reminisce/store-sqlite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { afterAll, beforeAll } from "vitest"
import { about, alice, all, person, told, world } from "./support/world.ts"

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "reminisce-erasure-"))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

const over = (filename: string) => world(Layer.orDie(StoreSqlite.layer({ filename })))

/** Of each number a word of its own that no stemmer changes and no other text holds. */
const word = (kind: string, i: number): string =>
  `q${kind}${[...String(i)].map((digit) => "bdfgklmnprt"[Number(digit)]).join("a")}zuk`

const HERS = 100
/** Memories about nobody beside which hers are few, and leave the index by their terms. */
const MANY = 1_600
const numbers = Array.from({ length: HERS }, (_, i) => i)
const erased = numbers.flatMap((i) =>
  ["c", "f", "s", "t", ...(i % 10 === 0 ? ["r"] : [])].map((kind) => word(kind, i)),
)
const kept = numbers.map((i) => word("k", i))

/** Memories about her in turn with memories about nobody; every tenth forgotten with a reason. */
const fill = Effect.gen(function* () {
  const { forget, rememberMany } = yield* Lifecycle
  yield* rememberMany(
    alice,
    numbers.flatMap((i) => [
      told(`She said ${word("c", i)}`, {
        key: `h_${i}`,
        ...about(person),
        facets: [["note", word("f", i)]],
        sources: [`web:${word("s", i)}`],
        trail: word("t", i),
        ordinal: i,
      }),
      told(`Nobody in particular said ${word("k", i)}`, { key: `n_${i}` }),
    ]),
  )
  for (const i of numbers)
    if (i % 10 === 0) yield* forget(alice, `h_${i}`, { reason: word("r", i) })
})

/** Those of `words` that any file of the store holds. */
const heldBy = (filename: string, words: ReadonlyArray<string>): ReadonlyArray<string> => {
  const files = ["", "-wal", "-shm", "-journal"]
    .map((suffix) => filename + suffix)
    .filter((file) => fs.existsSync(file))
    .map((file) => fs.readFileSync(file))
  return words.filter((each) => files.some((bytes) => bytes.includes(each)))
}

const fillMore = Effect.gen(function* () {
  const { rememberMany } = yield* Lifecycle
  for (let from = 0; from < MANY; from += 800)
    yield* rememberMany(
      alice,
      Array.from({ length: 800 }, (_, i) => told("Nothing new", { key: `x_${from + i}` })),
    )
})

/** Hers are every second memory, or fewer than one in sixteen. */
const full = path.join(folder, "full.db")
const sparse = path.join(folder, "sparse.db")
const copyTo = (name: string, from = full): string => {
  const copy = path.join(folder, name)
  fs.copyFileSync(from, copy)
  return copy
}

const worker = fileURLToPath(new URL("./support/eraseWorker.ts", import.meta.url))
const runWorker = (filename: string, killAt = "") =>
  spawnSync(
    process.execPath,
    ["--no-warnings", "--conditions=@reminisce/source", worker, filename, killAt],
    { encoding: "utf8" },
  )

describe("the files of a store", () => {
  beforeAll(async () => {
    await Effect.runPromise(fill.pipe(Effect.provide(over(full))))
    copyTo("sparse.db")
    await Effect.runPromise(fillMore.pipe(Effect.provide(over(sparse))))
  })

  it("hold every word before", () => {
    assert.deepStrictEqual(heldBy(full, [...erased, ...kept]), [...erased, ...kept])
  })

  it.effect("hold no erased word afterwards, while the store is open and when it is closed", () =>
    Effect.gen(function* () {
      const filename = copyTo("open.db")
      yield* Effect.gen(function* () {
        const { verifyErasure, withdraw } = yield* Erasure
        const receipt = yield* withdraw(person, "asked")
        assert.deepStrictEqual([receipt.bytes, receipt.total.memories], ["done", HERS])
        assert.deepStrictEqual(heldBy(filename, erased), [])
        const found = yield* verifyErasure(person, erased.slice(0, 20))
        assert.deepStrictEqual(found.index, { withdrawn: HERS, stray: 0 })
        assert.isTrue(found.isClean)
        const { recall } = yield* Recall
        const answer = yield* recall(alice, word("k", 7))
        assert.strictEqual(answer.memories[0]?.key, "n_7")
      }).pipe(Effect.provide(over(filename)))
      assert.deepStrictEqual(heldBy(filename, erased), [])
      assert.deepStrictEqual(heldBy(filename, kept), kept)
    }),
  )

  it.effect("are pending while another process reads, and done once it has gone", () =>
    Effect.gen(function* () {
      const filename = copyTo("read.db")
      yield* Effect.gen(function* () {
        const { verifyErasure, withdraw } = yield* Erasure
        const reader = new DatabaseSync(filename)
        reader.exec("BEGIN; SELECT count(*) FROM store")
        const receipt = yield* withdraw(person, "asked", { waitMillis: 50 })
        assert.strictEqual(receipt.bytes, "pending")
        const pending = yield* verifyErasure(person, [], { waitMillis: 0 })
        assert.deepStrictEqual([pending.bytes, pending.isClean], ["pending", false])
        assert.isNotEmpty(heldBy(filename, erased))
        reader.close()
        const done = yield* verifyErasure(person)
        assert.deepStrictEqual([done.bytes, done.isClean], ["done", true])
        assert.deepStrictEqual(heldBy(filename, erased), [])
      }).pipe(Effect.provide(over(filename)))
    }),
  )

  const pointsOf = (transactions: number): ReadonlyArray<string> => [
    ...Array.from({ length: 2 * transactions }, (_, i) =>
      i % 2 === 0 ? "before a transaction" : "after a transaction",
    ),
    "before the rewriting",
    "during the rewriting",
    "after the rewriting",
  ]
  // Two transactions that redact, one that completes, and between them those that sweep the index:
  // of all its terms in two steps, and of what the first of the redactions has noted in one.
  const points = pointsOf(5)

  it.each([
    ["many among all", full, points],
    ["few among all", sparse, pointsOf(4)],
  ])("are erased in these steps where hers are %s", (_, from, steps) => {
    const { stdout } = runWorker(copyTo("points.db", from))
    assert.deepStrictEqual(stdout.trim().split("\n"), steps)
  })

  /** Nothing happens after a transaction before the next, so that each of these states is left by one of them. */
  const killedAt = points.flatMap((point, i) => (point === "after a transaction" ? [] : [i]))
  /** Where the index has been told by term what was lost, until it is rid of it. */
  const killedByTerm = [2, 4, 6]

  for (const [from, killAt] of [
    ...killedAt.map((i) => [full, i] as const),
    ...killedByTerm.map((i) => [sparse, i] as const),
  ]) {
    const many = from === full ? "many" : "few"
    it.effect(
      `hold no erased word of ${many} once killed ${points[killAt]} (${killAt}) and repeated`,
      () =>
        Effect.gen(function* () {
          const filename = copyTo(`killed-${many}-${killAt}.db`, from)
          const { signal, stdout } = runWorker(filename, String(killAt))
          assert.strictEqual(signal, "SIGKILL")
          assert.lengthOf(stdout.split("\n"), killAt + 1)
          yield* Effect.gen(function* () {
            const { verifyErasure, withdraw } = yield* Erasure
            const { why } = yield* Provenance
            const before = yield* all(alice, "memory")
            const withdrawn = before.filter(({ attributes }) => attributes.status === "withdrawn")
            for (const { key, attributes } of before) {
              const isEmpty = attributes.content === undefined
              assert.strictEqual(isEmpty, attributes.status === "withdrawn", key)
            }
            const explained = yield* why(alice, "h_0", { subject: person })
            assert.strictEqual(
              explained.withdrawal,
              killAt === 0 ? "none" : killAt < 9 ? "incomplete" : "complete",
            )
            const receipt = yield* withdraw(person, "asked again")
            assert.strictEqual(receipt.total.memories, HERS - withdrawn.length)
            assert.strictEqual(receipt.bytes, "done")
            assert.deepStrictEqual(heldBy(filename, erased), [])
            assert.isTrue((yield* verifyErasure(person, erased.slice(0, 5))).isClean)
            assert.strictEqual((yield* checkIndex(alice))._tag, "Sound")
          }).pipe(Effect.provide(over(filename)))
        }),
    )
  }
})
