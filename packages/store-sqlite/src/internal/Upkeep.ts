/**
 * Compaction, and the moving of the log into the file: both in threads of their own, for they take
 * as long as disks take and would hold up the event loop.
 *
 * @module
 */
import * as fs from "node:fs"
import { Worker } from "node:worker_threads"
import type { StoreAdmin, StoreError } from "@reminisce/store"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Connection } from "./Connection.ts"
import { codeExit } from "./sqliteFault.ts"
import { type UpkeepMessage, type UpkeepTask, upkeepSource } from "./upkeepThread.ts"

export interface Upkeep {
  readonly compact: StoreAdmin["Service"]["compact"]
  /** To be called after every commit, with how many usual ones it is as large as. */
  readonly committed: (size: number) => void
  /** Whether writers are to wait, as for another process. Never for long. */
  readonly isHeldOff: () => boolean
}

/** Frames the log shall hold when it is moved. */
const LOG_FRAMES = 1_000
/** Fewest commits between two moves, and how many before the first. */
const COMMITS = 16
/** Frames at which a commit moves the log itself, where no thread tends it: many processes that write little. */
export const UNTENDED_FRAMES = 4_000
/** Frames at which it does so although a thread tends it: the thread gets no time on a busy machine. */
export const STARVED_FRAMES = 12_000
/** Bytes of a log that somebody has left behind and that is better moved at once. */
const LEFT_BYTES = 4 * 1_024 * 1_024

type Outcome = Exclude<UpkeepMessage, { readonly _tag: "moved" }>

export const makeUpkeep = (
  connection: Connection,
  file: string,
): Effect.Effect<Upkeep, never, Scope.Scope> =>
  Effect.gen(function* () {
    const calls = new Int32Array(new SharedArrayBuffer(12))
    let adjust = (_frames: number): void => undefined
    let compacting: Thread | undefined
    let tending: Thread | undefined
    let commits = 0
    let interval = logBytes(file) > LEFT_BYTES ? 1 : COMMITS

    yield* Effect.addFinalizer(() =>
      Effect.promise(() => {
        Atomics.store(calls, 1, 1)
        call()
        // From here on somebody waits for it.
        tending?.keepProcess()
        return Promise.all([compacting?.outcome, tending?.outcome])
      }),
    )
    const call = (): void => {
      Atomics.add(calls, 0, 1)
      Atomics.notify(calls, 0)
    }

    /** Calls that come while a compaction runs join it. */
    const compact: Upkeep["compact"] = ({ deadlineMillis }) =>
      Effect.promise(() => {
        if (compacting !== undefined) return compacting.outcome
        const thread = start({ file, work: "compact", deadlineMillis, calls })
        thread?.keepProcess()
        compacting = thread
        return (
          thread?.outcome.finally(() => {
            compacting = undefined
          }) ?? Promise.resolve(NO_THREAD)
        )
      }).pipe(
        Effect.timeoutOrElse({
          duration: deadlineMillis,
          orElse: () => Effect.succeed({ _tag: "pending" as const }),
        }),
        Effect.flatMap(
          (outcome): Effect.Effect<"done" | "pending", StoreError> =>
            outcome._tag === "failed"
              ? codeExit("compact", outcome.errcode)
              : Effect.succeed(outcome._tag),
        ),
      )

    const leaveToCommits = (frames: number): void =>
      connection.execute(`PRAGMA wal_autocheckpoint = ${frames}`)

    const committed = (size: number): void => {
      commits += size
      if (commits < interval) return
      const since = commits
      commits = 0
      adjust = (frames) => {
        interval = Math.max(COMMITS, Math.ceil((LOG_FRAMES * since) / Math.max(frames, 1)))
      }
      if (tending !== undefined) {
        call()
        return
      }
      const thread = start({ file, work: "tend", deadlineMillis: 0, calls }, (frames) =>
        adjust(frames),
      )
      // Without one the commits go on moving the log, each time it has grown long.
      if (thread === undefined) return
      leaveToCommits(STARVED_FRAMES)
      tending = thread
      void thread.outcome.then(() => {
        tending = undefined
        Atomics.store(calls, 2, 0)
        if (Atomics.load(calls, 1) === 0) leaveToCommits(UNTENDED_FRAMES)
      })
    }
    return { compact, committed, isHeldOff: () => Atomics.load(calls, 2) === 1 }
  })

/** Of a database without a file. */
export const upkeepInMemory: Upkeep = {
  compact: () => Effect.succeed("done"),
  committed: () => undefined,
  isHeldOff: () => false,
}

const logBytes = (file: string): number =>
  fs.statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0

interface Thread {
  /** Known when the thread has let go of the file. */
  readonly outcome: Promise<Outcome>
  /** The process waits for the thread, which else is no reason for it to stay. */
  readonly keepProcess: () => void
}

/** Undefined where threads are not to be had. */
const start = (task: UpkeepTask, onMoved?: (frames: number) => void): Thread | undefined => {
  const worker = makeWorker(task)
  if (worker === undefined) return undefined
  worker.unref()
  const outcome = new Promise<Outcome>((resolve) => {
    let last: Outcome = NO_THREAD
    worker.on("message", (message: UpkeepMessage) => {
      if (message._tag === "moved") onMoved?.(message.frames)
      else last = message
    })
    worker.on("error", () => undefined)
    worker.once("exit", () => resolve(last))
  })
  return { outcome, keepProcess: () => worker.ref() }
}

const NO_THREAD: Outcome = { _tag: "failed", errcode: undefined }

const makeWorker = (task: UpkeepTask): Worker | undefined => {
  try {
    // Node 22 calls SQLite experimental, once more in each thread.
    const execArgv = ["--no-warnings"]
    return new Worker(upkeepSource, { eval: true, workerData: task, execArgv })
  } catch {
    return undefined
  }
}
