/**
 * The disk's word for what has been committed, waited for beside the event loop: SQLite itself would
 * wait within the commit, for as long as disks take.
 *
 * @module
 */
import * as fs from "node:fs"
import { OutcomeUnknown, StoreError } from "@reminisce/store"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Connection } from "./Connection.ts"
import { openLog, synchronise } from "./logFile.ts"

export interface LogSync {
  /** Ends when all that this process has committed is on the disk. `OutcomeUnknown` where the disk cannot say so. */
  readonly synchronised: Effect.Effect<void, StoreError>
}

/** Undefined where the log is not to be opened: then commits have to wait themselves. */
export const makeLogSync = (
  connection: Connection,
  file: string,
): Effect.Effect<LogSync | undefined, never, Scope.Scope> =>
  Effect.gen(function* () {
    const log = openLog(file)
    if (log === undefined) return undefined
    /** After a failure the system may take for written what is not. */
    let isDoubtful = false
    let running: Promise<void> | undefined
    let next: Promise<void> | undefined

    const start = (): Promise<void> => {
      running = synchronise(log).finally(() => {
        running = undefined
      })
      return running
    }
    /** What runs already may have begun before the commit; those that come meanwhile share the one after it. */
    const join = (): Promise<void> => {
      if (running === undefined) return start()
      next ??= running
        .catch(() => undefined)
        .then(() => {
          next = undefined
          return start()
        })
      return next
    }
    const confirm = async (): Promise<void> => {
      try {
        await join()
      } catch (error) {
        isDoubtful = true
        throw error
      }
      // Moved into the file it is on the disk, whatever became of the log.
      if (isDoubtful && !isMoved(connection)) throw new Error("the log is in doubt")
      isDoubtful = false
    }
    yield* Effect.addFinalizer(() =>
      Effect.promise(async () => {
        await next?.catch(() => undefined)
        await running?.catch(() => undefined)
        fs.closeSync(log)
      }),
    )
    return {
      synchronised: Effect.tryPromise({
        try: confirm,
        catch: () => new StoreError({ operation: "update", reason: new OutcomeUnknown() }),
      }),
    }
  })

const isMoved = (connection: Connection): boolean => {
  const [busy, frames, moved] = connection.row("PRAGMA wal_checkpoint(PASSIVE)") ?? []
  return busy === 0 && frames === moved
}
