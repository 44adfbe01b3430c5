// Down to the bytes: no word and no term of an erased memory is in any file of the store, also once
// another reader has gone.
// Verifies: ER-25, LM-12, CR-03
import * as fs from "node:fs"
import * as path from "node:path"
import { DatabaseSync } from "node:sqlite"
import { assert, describe, it } from "@effect/vitest"
import { Erasure } from "@reminisce/erasure"
import { Recall } from "@reminisce/recall-engine"
import * as Effect from "effect/Effect"
import { afterAll, beforeAll } from "vitest"
import {
  erased,
  fillFile,
  HERS,
  heldBy,
  kept,
  makeFolder,
  over,
  word,
} from "./support/filledFile.ts"
import { alice, person } from "./support/world.ts"

const folder = makeFolder()
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

const full = path.join(folder, "full.db")
const copyTo = (name: string): string => {
  const copy = path.join(folder, name)
  fs.copyFileSync(full, copy)
  return copy
}

describe("the files of a store", () => {
  beforeAll(() => fillFile(full))

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
})
