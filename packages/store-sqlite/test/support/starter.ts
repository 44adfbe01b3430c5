/**
 * Opens each file it is told on its input as soon as it is told, writes a note named after it, and
 * says so. Argument: its name.
 *
 * @module
 */
import { writeSync } from "node:fs"
import { createInterface } from "node:readline"
import * as Effect from "effect/Effect"
import { addNote, withStore } from "./place.ts"

const [name = ""] = process.argv.slice(2)

writeSync(1, "ready\n")
for await (const filename of createInterface({ input: process.stdin })) {
  const options = { filename, busyDeadlineMillis: 30_000 }
  await Effect.runPromise(withStore(options, (opened) => addNote(opened, name)))
  writeSync(1, "done\n")
}
