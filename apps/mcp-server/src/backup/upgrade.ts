/**
 * Takes a store of an older release to this one, after a backup beside it.
 *
 * @module
 */
import { existsSync } from "node:fs"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Analyser, Guard, indexed, StoreSqlite, upgradeStore } from "reminisce"
import type { Place } from "../Command.ts"
import { absentStore, say } from "../preflight.ts"
import { runOver } from "./runOver.ts"

/** The first name beside the store that is free. */
const freeDirectory = (filename: string): string => {
  for (let number = 1; ; number++) {
    const directory = `${filename}.backup-${number}`
    if (!existsSync(directory)) return directory
  }
}

export const upgrade = (place: Place): Promise<number> => {
  const absent = absentStore(place, false)
  if (absent !== undefined) {
    say(`reminisce-mcp: ${absent}`)
    return Promise.resolve(1)
  }
  const backup = freeDirectory(place.filename)
  return runOver(
    place,
    Effect.gen(function* () {
      const report = yield* upgradeStore({
        open: (opening) => indexed(StoreSqlite.layer({ filename: place.filename, ...opening })),
        backup,
      }).pipe(
        Effect.tapError(() =>
          Effect.sync(() => {
            if (existsSync(backup)) say(`a backup of the store as it was lies in ${backup}`)
          }),
        ),
      )
      if (report._tag === "Current") {
        say(`${place.filename} is current (schema ${report.version})`)
        return 0
      }
      if (report.manifest !== undefined) say(`a backup of the store as it was lies in ${backup}`)
      say(`${place.filename} was upgraded from schema ${report.from} to ${report.to}`)
      return 0
    }).pipe(Effect.provide(Layer.merge(Guard.layer, Analyser.layer))),
  )
}
