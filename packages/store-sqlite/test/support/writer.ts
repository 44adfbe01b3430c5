/**
 * Writes notes named after it, one a commit, and says each key once it is acknowledged.
 * Arguments: file, name, how many.
 *
 * @module
 */
import { writeSync } from "node:fs"
import * as Effect from "effect/Effect"
import { addNote, withStore } from "./place.ts"

const [filename = "", name = "", count = "0"] = process.argv.slice(2)

await Effect.runPromise(
  withStore({ filename, busyDeadlineMillis: 30_000 }, (opened) =>
    Effect.gen(function* () {
      for (let i = 0; i < Number(count); i++) {
        const key = `${name}-${i}`
        yield* addNote(opened, key, { text: `note ${i} of ${name}`, rank: i, tags: [name] })
        writeSync(1, `${key}\n`)
      }
    }),
  ),
)
