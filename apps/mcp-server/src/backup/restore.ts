/**
 * Brings a backup, with its increments if it has any, into a store that is absent or empty, its index
 * with it.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import { Backup, layerOver, readManifest } from "reminisce"
import type { Place } from "../Command.ts"
import { say } from "../preflight.ts"
import type { StoreLayer, StoreOpening } from "../stores/serverStore.ts"
import { openedBackup } from "./keys.ts"
import { storeOpener, type WholeStore } from "./openStore.ts"
import { makeProgress, runOver, told } from "./runOver.ts"

export interface Restore extends Place, WholeStore {
  /** A backup, then increments in order. */
  readonly directories: ReadonlyArray<string>
  readonly onSecret: "refuse" | "hold"
}

export const restore = async (place: Restore): Promise<number> => {
  const open = await storeOpener(place, true)
  if (typeof open === "string") {
    say(`reminisce-mcp: ${open}`)
    return 1
  }
  return runOver(place, Effect.scoped(bringBack(place, open)))
}

const bringBack = Effect.fnUntraced(function* (
  { directories, environment, filename, onSecret }: Restore,
  open: (opening: StoreOpening) => StoreLayer,
) {
  const opened = yield* Effect.forEach(directories, (each) => openedBackup(each, environment))
  // Before a file is made. The backup's own schema brings a host's types, or an older version.
  const { schema } = yield* readManifest(opened.at(-1) ?? "")
  return yield* Effect.gen(function* () {
    const { restore: restoreAll } = yield* Backup
    const { manifest, held } = yield* restoreAll(opened, {
      onSecret,
      progress: makeProgress("restored"),
    })
    say(`restored ${told(manifest)} into ${filename}`)
    if (held > 0) say(`${held} memories hold what looks like a credential and are held`)
    say("repeat every erasure made since this backup was taken: reminisce-mcp repeat RECEIPT…")
    return 0
  }).pipe(Effect.provide(layerOver(open({ schema }))))
})
