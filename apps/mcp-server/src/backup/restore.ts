/**
 * Brings a backup, with its increments if it has any, into a store that is absent or empty, its index
 * with it.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import { Backup, layer, readManifest } from "reminisce"
import type { Environment, Place } from "../Command.ts"
import { say } from "../preflight.ts"
import { openedBackup } from "./keys.ts"
import { count, makeProgress, runOver } from "./runOver.ts"

export interface Restore extends Place {
  /** A backup, then increments in order. */
  readonly directories: ReadonlyArray<string>
  readonly onSecret: "refuse" | "hold"
  readonly environment: Environment
}

export const restore = (place: Restore): Promise<number> =>
  runOver(place, Effect.scoped(bringBack(place)))

const bringBack = Effect.fnUntraced(function* ({
  directories,
  environment,
  filename,
  onSecret,
}: Restore) {
  const opened = yield* Effect.forEach(directories, (each) => openedBackup(each, environment))
  // Before a file is made. The backup's own schema brings a host's types, or an older version.
  const { schema } = yield* readManifest(opened.at(-1) ?? "")
  return yield* Effect.gen(function* () {
    const { restore: restoreAll } = yield* Backup
    const { manifest, held } = yield* restoreAll(opened, {
      onSecret,
      progress: makeProgress("restored"),
    })
    say(
      `restored ${manifest.owners} owners, ${count(manifest.records)} records and ${count(manifest.links)} links into ${filename}`,
    )
    if (held > 0) say(`${held} memories hold what looks like a credential and are held`)
    say("repeat every withdrawal made since this backup was taken")
    return 0
  }).pipe(Effect.provide(layer({ filename, schema })))
})
