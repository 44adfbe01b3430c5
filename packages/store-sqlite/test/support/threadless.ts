/**
 * Adds notes until the log has to have been moved, then compacts, and says what became of that.
 * Argument: file.
 *
 * @module
 */
import { statSync, writeSync } from "node:fs"
import * as Effect from "effect/Effect"
import { addNote, withStore } from "./place.ts"

const [filename = ""] = process.argv.slice(2)
const text = "a long note ".repeat(50_000)

await Effect.runPromise(
  withStore({ filename, durability: "relaxed" }, (opened) =>
    Effect.gen(function* () {
      for (let i = 0; i < 100; i++) yield* addNote(opened, `n${i}`, { text })
      const log = statSync(`${filename}-wal`).size
      if (log > 32 * 1_024 * 1_024) writeSync(1, `the log has ${log} bytes\n`)
      const error = yield* Effect.flip(opened.admin.compact({ deadlineMillis: 10_000 }))
      writeSync(1, `${error.message}\n`)
    }),
  ),
)
