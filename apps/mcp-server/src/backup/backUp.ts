/**
 * Writes everything a store holds to a directory, or what changed since another backup, whatever the
 * store's version; under lock if asked.
 *
 * @module
 */
import { resolve } from "node:path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Backup, formatInstant, Guard, lockBackup, temporaryDirectory } from "reminisce"
import type { Place } from "../Command.ts"
import { say } from "../preflight.ts"
import { openedBackup, readLock } from "./keys.ts"
import { storeOpener, type WholeStore } from "./openStore.ts"
import { makeProgress, runOver, told } from "./runOver.ts"

export interface BackUp extends Place, WholeStore {
  readonly directory: string
  readonly marks: boolean
  readonly since: string | undefined
  readonly lock: boolean
}

export const backUp = async (place: BackUp): Promise<number> => {
  const open = await storeOpener(place, false)
  if (typeof open === "string") {
    say(`reminisce-mcp: ${open}`)
    return 1
  }
  const stored = open({ schema: "stored" })
  const layer = Backup.layer.pipe(Layer.provide(stored), Layer.provide(Guard.layer))
  return runOver(place, Effect.scoped(write(place)).pipe(Effect.provide(layer)))
}

const write = Effect.fnUntraced(function* ({
  directory,
  environment,
  lock: isLocking,
  marks,
  since,
}: BackUp) {
  const { backup } = yield* Backup
  const lock = isLocking ? yield* readLock(environment) : undefined
  const before = since === undefined ? undefined : yield* openedBackup(since, environment)
  const target = lock === undefined ? directory : yield* temporaryDirectory
  const { at, manifest } = yield* backup(target, {
    marks,
    ...(before === undefined ? {} : { since: before }),
    progress: makeProgress("backed up"),
  })
  if (lock !== undefined) yield* lockBackup(target, directory, lock)
  const what = before === undefined ? "backed up" : "backed up what changed:"
  say(`${what} ${told(manifest)}, as of ${formatInstant(at)}, to ${resolve(directory)}`)
  return 0
})
