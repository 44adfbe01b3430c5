/**
 * Adds large notes until one fails. Says each key that was acknowledged, then `failed` and the
 * reason's name, then `kept` and how many notes there are. Argument: file.
 *
 * @module
 */
import { writeSync } from "node:fs"
import * as Effect from "effect/Effect"
import { addNote, noteKeys, withStore } from "./place.ts"

const [filename = ""] = process.argv.slice(2)
const text = "a long note ".repeat(5_000)

await Effect.runPromise(
  withStore({ filename, busyDeadlineMillis: 200 }, (opened) =>
    Effect.gen(function* () {
      for (let i = 0; ; i++) {
        const done = yield* Effect.result(addNote(opened, `n${i}`, { text }))
        if (done._tag === "Failure") {
          writeSync(1, `failed ${done.failure.reason._tag}\n`)
          break
        }
        writeSync(1, `n${i}\n`)
      }
      writeSync(1, `kept ${(yield* noteKeys(opened)).length}\n`)
    }),
  ),
)
