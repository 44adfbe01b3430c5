/**
 * Takes a store of an older release to this one, after a backup.
 *
 * @module
 */
import { existsSync } from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Analyser, Guard, indexed, StoreError, upgradeStore } from "reminisce"
import type { Place } from "../Command.ts"
import { dataFolder } from "../dataFolder.ts"
import { say } from "../preflight.ts"
import { storeOpener, type WholeStore } from "./openStore.ts"
import { runOver } from "./runOver.ts"

export interface Upgrade extends Place, WholeStore {
  /** Where the backup goes; undefined: beside a file, or for a server into the data folder. */
  readonly backup: string | undefined
  /** Whether a store that is not there is one that needs nothing; default: it is an error. */
  readonly mayBeAbsent?: boolean
}

export const upgrade = async (place: Upgrade): Promise<number> => {
  const { filename, mayBeAbsent = false } = place
  const open = await storeOpener(place, false)
  if (typeof open === "string") {
    // Whoever serves it next meets the same, or makes it.
    if (mayBeAbsent) return 0
    say(`reminisce-mcp: ${open}`)
    return 1
  }
  const backup = place.backup ?? freeDirectory(backupPrefix(place))
  return runOver(
    place,
    Effect.gen(function* () {
      const report = yield* upgradeStore({
        open: (opening) => indexed(open(opening)),
        backup,
      }).pipe(
        Effect.tapError(() =>
          Effect.sync(() => {
            if (existsSync(backup)) say(`a backup of the store as it was lies in ${backup}`)
          }),
        ),
      )
      if (report._tag === "Current") {
        say(`${filename} is current (schema ${report.version})`)
        return 0
      }
      if (report.manifest !== undefined) say(`a backup of the store as it was lies in ${backup}`)
      say(`${filename} was upgraded from schema ${report.from} to ${report.to}`)
      return 0
    }).pipe(
      Effect.catchIf(
        (error) => mayBeAbsent && error instanceof StoreError && isEmpty(error),
        () => Effect.succeed(0),
      ),
      Effect.provide(Layer.merge(Guard.layer, Analyser.layer)),
    ),
  )
}

const isEmpty = ({ reason }: StoreError): boolean =>
  reason._tag === "NotAStore" && reason.rule === "empty"

const backupPrefix = ({ environment, store }: Upgrade): string =>
  store.kind === "sqlite"
    ? `${store.filename}.backup`
    : join(dataFolder(environment, process.platform), `${store.kind}.backup`)

/** The first of these names that is free. */
const freeDirectory = (prefix: string): string => {
  for (let number = 1; ; number++) {
    const directory = `${prefix}-${number}`
    if (!existsSync(directory)) return directory
  }
}
