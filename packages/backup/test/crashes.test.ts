// A restore that is killed leaves an empty store, one that everybody refuses, or a whole one.
// Verifies: BA-06
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { filesOf, newFolder, openMemory, openSqlite } from "./support/places.ts"
import { fill, memoryOf, write } from "./support/richStore.ts"
import { runWorker, WORKERS } from "./support/runWorker.ts"

/** So that a memory is held on the way. */
const secret = ["ghp", "x7Kq2Vn9Rb4Tm1Zc8Wd5Yh3Jf6Lg0PsQaEuN"].join("_")

const restoreKilledAt = (filename: string, directory: string, step: number) =>
  runWorker("restoreWorker.ts", filename, directory, String(step))

/**
 * Before and after: the mark; for each of two owners a plan and four of its index, which are
 * postings, keys, columns and the end; a plan for what is held; the end.
 */
const STEPS = 2 * (1 + 2 * (1 + 4) + 1 + 1)

describe("a restore that is killed", () => {
  it.live(
    "at any of its steps is never taken for a whole one",
    () =>
      Effect.gen(function* () {
        const folder = yield* newFolder
        const source = yield* openMemory()
        yield* fill(source.store)
        yield* write(source.store, { create: [memoryOf("m_x", { content: secret })] })
        yield* source.backup.backup(join(folder, "backup"))

        const whole = join(folder, "whole.db")
        const { stdout, stderr } = yield* restoreKilledAt(whole, join(folder, "backup"), -1)
        assert.strictEqual(stdout, String(STEPS), stderr)

        // Before the first write and after each: before the next one the store is as after the last.
        const killedAt = Effect.fnUntraced(function* (step: number) {
          const filename = join(folder, `${step}.db`)
          const { signal } = yield* restoreKilledAt(filename, join(folder, "backup"), step)
          assert.strictEqual(signal, "SIGKILL", String(step))
          const opening = Effect.scoped(
            Effect.gen(function* () {
              const { admin, backup } = yield* openSqlite({ filename })
              yield* backup.backup(join(folder, `after ${step}`))
              return yield* admin.owners({ limit: 9 })
            }),
          )
          if (step === 0) {
            assert.deepStrictEqual(yield* opening, [])
            yield* Effect.scoped(
              Effect.gen(function* () {
                const { backup } = yield* openSqlite({ filename })
                yield* backup.restore(join(folder, "backup"), { onSecret: "hold" })
              }),
            )
          } else if (step === STEPS - 1) {
            assert.strictEqual((yield* opening).length, 2)
            const rows = filesOf(join(folder, `after ${step}`))["owners.jsonl"] ?? ""
            assert.include(rows, '"status":"held"')
          } else {
            for (const options of [{}, { schema: "stored" as const }]) {
              const error = yield* Effect.flip(openSqlite({ filename, ...options }))
              assert.strictEqual(error.message, "open: Unfinished work=restoring", String(step))
            }
          }
        })
        const ends = Array.from({ length: STEPS / 2 }, (_, i) => 2 * i + 1)
        // The second owner's index is made as the first one's.
        const killed = [0, ...ends.filter((step) => step < 14 || step > 20)]
        yield* Effect.forEach(killed, killedAt, WORKERS)
      }),
    300_000,
  )
})
