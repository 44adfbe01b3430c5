// Killed at any point and repeated, an erasure leaves no byte of what it takes and every byte of the rest.
// Verifies: ER-14, ER-25, ER-34, LM-12, CR-03
import * as fs from "node:fs"
import * as path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Erasure, isReceiptIntact } from "@reminisce/erasure"
import { Provenance } from "@reminisce/provenance"
import { checkIndex } from "@reminisce/recall-engine"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { afterAll, beforeAll } from "vitest"
import { acts, withDays } from "./support/acts.ts"
import { DAY, TODAY } from "./support/erasing.ts"
import {
  erased,
  fillFile,
  fillMore,
  HERS,
  heldBy,
  kept,
  makeFolder,
  over,
  runWorker,
  wordsOf,
} from "./support/filledFile.ts"
import { alice, all, person } from "./support/world.ts"

const folder = makeFolder()
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

/** Hers are every second memory, or fewer than one in sixteen and leave the index by their terms. */
const full = path.join(folder, "full.db")
const sparse = path.join(folder, "sparse.db")

describe("the files of a store", () => {
  beforeAll(async () => {
    await fillFile(full)
    fs.copyFileSync(full, sparse)
    await fillMore(sparse)
  })

  const pointsOf = (transactions: number): ReadonlyArray<string> => [
    ...Array.from({ length: 2 * transactions }, (_, i) =>
      i % 2 === 0 ? "before a transaction" : "after a transaction",
    ),
    "before the rewriting",
    "during the rewriting",
    "after the rewriting",
  ]

  /**
   * Nothing happens after a transaction before the next, so that each of these states is left by one of
   * them. `from`: what is before is as it was, or tested with another act.
   */
  const killsOf = (points: ReadonlyArray<string>, from: number): ReadonlyArray<number> =>
    points.flatMap((point, i) => (i < from || point === "after a transaction" ? [] : [i]))

  const killed = (
    act: keyof typeof acts,
    points: ReadonlyArray<string>,
    killAt: number,
    from = full,
  ) => {
    const filename = path.join(folder, `${act}-${killAt}-${path.basename(from)}`)
    fs.copyFileSync(from, filename)
    const { signal, stdout } = runWorker(filename, act, killAt)
    assert.strictEqual(signal, "SIGKILL")
    assert.deepStrictEqual(stdout.split("\n").slice(0, -1), points.slice(0, killAt))
    return filename
  }

  /** Each memory whole or empty. Answers how many are empty. */
  const countEmpty = Effect.map(all(alice, "memory"), (memories) => {
    const empty = memories.filter(({ attributes }) => attributes.content === undefined)
    const withdrawn = memories.filter(({ attributes }) => attributes.status === "withdrawn")
    assert.deepStrictEqual(
      empty.map(({ key }) => key),
      withdrawn.map(({ key }) => key),
    )
    return empty.length
  })

  // Two transactions redact, two sweep the index of all its terms, one completes; or one sweeps of it
  // what the first has noted of a few.
  const withdrawing = pointsOf(5)
  for (const [from, points, kills] of [
    [full, withdrawing, killsOf(withdrawing, 0)],
    [sparse, pointsOf(4), [4]],
  ] as const) {
    const many = from === full ? "many" : "few"
    it.effect.each(kills)(
      `hold no erased word of ${many} once killed at %i of a withdrawal and repeated`,
      (killAt) =>
        Effect.gen(function* () {
          const filename = killed("withdraw", points, killAt, from)
          yield* Effect.gen(function* () {
            const { verifyErasure, withdraw } = yield* Erasure
            const { why } = yield* Provenance
            const empty = yield* countEmpty
            const explained = yield* why(alice, "h_0", { subject: person })
            assert.strictEqual(
              explained.withdrawal,
              killAt === 0 ? "none" : killAt < 9 ? "incomplete" : "complete",
            )
            const receipt = yield* withdraw(person, "asked again")
            assert.strictEqual(receipt.total.memories, HERS - empty)
            assert.strictEqual(receipt.bytes, "done")
            assert.deepStrictEqual(heldBy(filename, erased), [])
            assert.isTrue((yield* verifyErasure(person, erased.slice(0, 5))).isClean)
            assert.strictEqual((yield* checkIndex(alice))._tag, "Sound")
          }).pipe(Effect.provide(over(filename)))
        }),
    )
  }

  // Two transactions take those never forgotten, one the forgotten ones, and one sweeps the index of
  // what the first has noted.
  const retaining = pointsOf(4)
  it.effect.each(killsOf(retaining, 1))(
    "hold no word that was due, and all others, once killed at %i of retention and repeated",
    (killAt) =>
      Effect.gen(function* () {
        const filename = killed("retain", retaining, killAt)
        yield* TestClock.setTime(TODAY * DAY)
        yield* Effect.gen(function* () {
          const { verifyErasure } = yield* Erasure
          const empty = yield* countEmpty
          const receipt = yield* acts.retain
          const left = HERS - empty
          assert.strictEqual(receipt.total.memories, left)
          assert.deepStrictEqual(receipt.verification, {
            memories: left,
            leftovers: 0,
            withWords: 0,
          })
          assert.strictEqual(receipt.bytes, "done")
          assert.isTrue(isReceiptIntact(receipt))
          assert.deepStrictEqual(heldBy(filename, erased), [])
          assert.deepStrictEqual(heldBy(filename, kept), kept)
          assert.strictEqual(yield* countEmpty, HERS)
          // Each is told of once.
          const notes = yield* all(alice, "withdrawal")
          assert.lengthOf(new Set(notes.map(({ attributes }) => attributes.subject)), HERS)
          assert.lengthOf(notes, HERS)
          assert.isTrue((yield* verifyErasure(person, erased.slice(0, 5))).isClean)
          assert.strictEqual((yield* checkIndex(alice))._tag, "Sound")
        }).pipe(Effect.provide(over(filename)), withDays)
      }),
  )

  const redacting = pointsOf(1)
  const ofOne = wordsOf(0)
  const ofOthers = [...erased.filter((each) => !ofOne.includes(each)), ...kept]
  it.effect.each(killsOf(redacting, 1))(
    "hold no word of one memory, and all others, once killed at %i of a redaction and repeated",
    (killAt) =>
      Effect.gen(function* () {
        const filename = killed("redact", redacting, killAt)
        yield* Effect.gen(function* () {
          const { why } = yield* Provenance
          const empty = yield* countEmpty
          assert.strictEqual(empty, killAt === 0 ? 0 : 1)
          const receipt = yield* acts.redact
          assert.strictEqual(receipt.total.memories, 1 - empty)
          assert.deepStrictEqual(receipt.verification, { memories: 1, leftovers: 0, withWords: 0 })
          assert.strictEqual(receipt.bytes, "done")
          assert.deepStrictEqual(heldBy(filename, ofOne), [])
          assert.deepStrictEqual(heldBy(filename, ofOthers), ofOthers)
          assert.strictEqual((yield* why(alice, "h_0", { subject: person })).withdrawal, "complete")
          assert.strictEqual((yield* checkIndex(alice))._tag, "Sound")
        }).pipe(Effect.provide(over(filename)))
      }),
  )

  // Up to where the person goes it is a withdrawal.
  const purging = pointsOf(6)
  const beforePurge = 10
  it.effect.each(killsOf(purging, beforePurge))(
    "hold no erased word and no person once killed at %i of a purge, and repeated or verified",
    (killAt) =>
      Effect.gen(function* () {
        const filename = killed("purge", purging, killAt)
        yield* Effect.gen(function* () {
          const { verifyErasure } = yield* Erasure
          const { why } = yield* Provenance
          assert.strictEqual(yield* countEmpty, HERS)
          // Once the person is gone there is nobody to purge: what is pending of the files is verified.
          const again = yield* Effect.result(acts.purge)
          assert.strictEqual(again._tag, killAt === beforePurge ? "Success" : "Failure")
          assert.isTrue((yield* verifyErasure(person, erased.slice(0, 5))).isClean)
          assert.deepStrictEqual(heldBy(filename, [...erased, person]), [])
          assert.deepStrictEqual(heldBy(filename, kept), kept)
          assert.strictEqual((yield* why(alice, "h_0")).withdrawal, "purged")
          assert.strictEqual((yield* checkIndex(alice))._tag, "Sound")
        }).pipe(Effect.provide(over(filename)))
      }),
  )
})
