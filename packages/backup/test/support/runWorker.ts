/**
 * A process of its own that may be killed on the way.
 *
 * @module
 */
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import * as Effect from "effect/Effect"

export interface Ended {
  readonly signal: string | undefined
  readonly stdout: string
  readonly stderr: string
}

/** `worker`: a file beside this one. */
export const runWorker = (worker: string, ...args: ReadonlyArray<string>): Effect.Effect<Ended> =>
  Effect.promise(
    () =>
      new Promise((resolve) => {
        const file = fileURLToPath(new URL(worker, import.meta.url))
        execFile(
          process.execPath,
          ["--conditions=@reminisce/source", "--no-warnings", file, ...args],
          (error, stdout, stderr) =>
            resolve({ signal: error?.signal ?? undefined, stdout, stderr }),
        )
      }),
  )

/** Processes at once. */
export const WORKERS = { concurrency: 2, discard: true } as const
