/**
 * Opens a file and says how that went: `open`, or the reason as JSON. Arguments: file, schema version.
 *
 * @module
 */
import { writeSync } from "node:fs"
import * as Effect from "effect/Effect"
import { addNote, noteSchema, refusalOf, withStore } from "./place.ts"

const [filename = "", version = "1"] = process.argv.slice(2)
const options = { filename, schema: { ...noteSchema, version: Number(version) } }

const said = await Effect.runPromise(
  Effect.orElseSucceed(
    Effect.map(refusalOf(options), (reason) => JSON.stringify(reason)),
    () => "open",
  ),
)
if (said === "open")
  await Effect.runPromise(withStore(options, (opened) => addNote(opened, `n${process.pid}`)))
writeSync(1, `${said}\n`)
