/**
 * An upgrade that is killed at one of its steps: `upgradeWorker.ts FILE BACKUP STEP`. Says how many
 * steps there were if it lived.
 *
 * @module
 */
import { Guard } from "@reminisce/guard"
import * as Effect from "effect/Effect"
import { upgradeStore } from "../../src/index.ts"
import { makeStepping } from "./steppingStore.ts"
import { next } from "./versions.ts"

const [filename = "", backup = "", at = ""] = process.argv.slice(2)
const { open, steps } = makeStepping(Number(at))

const upgraded = upgradeStore({
  open: (opening) => open({ filename, ...opening }),
  backup,
  to: next,
})
await Effect.runPromise(Effect.provide(upgraded, Guard.layer))
process.stdout.write(String(steps()))
