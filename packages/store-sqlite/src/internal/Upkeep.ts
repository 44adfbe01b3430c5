/**
 * Compaction, the moving of the log into the file, and the making of indexes over rows that are there:
 * all in threads of their own, for they take as long as disks take and would hold up the event loop.
 *
 * @module
 */
import * as fs from "node:fs"
import { Worker } from "node:worker_threads"
import type { StoreAdmin, StoreError } from "@reminisce/store"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Connection } from "./Connection.ts"
import { flushBeside } from "./flushBeside.ts"
import { attemptTo, codeExit } from "./sqliteFault.ts"
import { type UpkeepMessage, type UpkeepTask, upkeepSource } from "./upkeepThread.ts"

export interface Upkeep {
  readonly compact: StoreAdmin["Service"]["compact"]
  /** Runs the definitions that are missing, each a transaction of its own. What has begun is waited for, also when interrupted. */
  readonly define: (
    operation: string,
    missing: () => ReadonlyArray<string>,
  ) => Effect.Effect<void, StoreError>
  /**
   * To be called after every commit, with how many usual ones it is as large as, and whether it was one
   * that may be repeated: the log may then grow, so that a series of them is not held up.
   */
  readonly committed: (size: number, isRepeatable: boolean) => void
  /** Waits while the thread holds this process's writers off, for a second at most. Before every update. */
  readonly untilWelcome: Effect.Effect<void>
  /** Told when a transaction of many turns begins, and when it is through: the thread waits for it. */
  readonly inTurns: (isUnderWay: boolean) => void
  /** Frames of the log at which a commit moves it itself; 0: at none. */
  readonly framesOfCommit: () => number
}

/** Frames the log shall hold when it is moved. */
const LOG_FRAMES = 1_000
/** Fewest commits between two moves, and how many before the first. */
const COMMITS = 16
/** SQLite's code for a file that others hold. */
const SQLITE_BUSY = 5
/** Bytes of a log that is to be moved at once, whoever has left it or goes on with it. */
const LEFT_BYTES = 4 * 1_024 * 1_024
/** Frames at which a commit moves the log itself: never where a thread does, late where one can come, early where none can. */
export const FRAMES_OF_COMMIT = { tended: 0, untended: 12_000, threadless: 4_000 } as const
/** Calls without an answer from which on writers wait for one: the thread gets no time on a busy machine. */
const UNANSWERED = 8
/** Largest file that is rewritten in memory, and which part of the memory that is free it may take. */
const IN_MEMORY = { bytes: 256 * 1_024 * 1_024, part: 1 / 4 } as const
/** How long an update waits for the thread at most, in milliseconds. */
const WELCOME_MILLIS = 1_000
/** Where the words between the thread and its process stand, as `UpkeepTask` says. */
const WORD = { calls: 0, end: 1, held: 2, answered: 3, inTurns: 4, series: 5 } as const

type Outcome = Exclude<UpkeepMessage, { readonly _tag: "moved" }>

export const makeUpkeep = (
  connection: Connection,
  file: string,
  busyMillis: number,
): Effect.Effect<Upkeep, never, Scope.Scope> =>
  Effect.gen(function* () {
    const calls = new Int32Array(new SharedArrayBuffer(Object.keys(WORD).length * 4))
    const task = { file, calls, deadlineMillis: 0, inMemoryBytes: 0, statements: [] }
    const wordAt = (word: keyof typeof WORD): number => Atomics.load(calls, WORD[word])
    const change = (word: keyof typeof WORD, value: number): void => {
      Atomics.store(calls, WORD[word], value)
      Atomics.notify(calls, WORD[word])
    }
    let adjust = (_frames: number): void => undefined
    let compacting: Thread | undefined
    /** All compactions that have begun: over when their threads are, and what is done beside these. */
    let compactions: Promise<void> = Promise.resolve()
    let tending: Thread | undefined
    let isThreadless = false
    let framesOfCommit: number = FRAMES_OF_COMMIT.untended
    let commits = 0
    let interval = COMMITS

    yield* Effect.addFinalizer(() =>
      Effect.promise(() => {
        change("end", 1)
        call()
        // From here on somebody waits for it.
        tending?.keepProcess()
        return Promise.all([compactions, tending?.outcome])
      }),
    )
    const call = (): void => change("calls", wordAt("calls") + 1)

    /** Calls that come while a compaction runs join it. */
    const compact: Upkeep["compact"] = ({ deadlineMillis }) =>
      Effect.promise(() => {
        if (compacting !== undefined) return compacting.outcome
        const inMemoryBytes = Math.min(IN_MEMORY.bytes, process.availableMemory() * IN_MEMORY.part)
        const thread = start({ ...task, work: "compact", deadlineMillis, inMemoryBytes })
        if (thread === undefined) return Promise.resolve(NO_THREAD)
        thread.keepProcess()
        compacting = thread
        const work = [compactions, thread.outcome, flushBeside(file, thread.outcome)]
        compactions = Promise.all(work).then(() => undefined)
        return thread.outcome.finally(() => {
          compacting = undefined
        })
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

    const define: Upkeep["define"] = (operation, missing) =>
      Effect.flatMap(attemptTo(operation, missing), (statements) => {
        if (statements.length === 0) return Effect.void
        const thread = start({ ...task, work: "define", statements, deadlineMillis: busyMillis })
        thread?.keepProcess()
        return Effect.promise(() => thread?.outcome ?? Promise.resolve(NO_THREAD)).pipe(
          Effect.flatMap((outcome) => {
            if (outcome._tag === "done") return Effect.void
            if (outcome._tag === "pending") return codeExit(operation, SQLITE_BUSY)
            return outcome.errcode === undefined
              ? defineHere(connection, operation, missing)
              : codeExit(operation, outcome.errcode)
          }),
        )
      }).pipe(Effect.uninterruptible)

    const leaveToCommits = (frames: number): void => {
      framesOfCommit = frames
      connection.execute(`PRAGMA wal_autocheckpoint = ${frames}`)
    }
    const haveNoThread = (): void => {
      isThreadless = true
      leaveToCommits(FRAMES_OF_COMMIT.threadless)
    }
    const isDue = (): boolean =>
      commits >= interval || (tending === undefined && !isThreadless && logBytes(file) > LEFT_BYTES)

    const committed: Upkeep["committed"] = (size, isRepeatable) => {
      commits += size
      Atomics.store(calls, WORD.series, isRepeatable ? 1 : 0)
      if (!isDue()) return
      const since = commits
      commits = 0
      adjust = (frames) => {
        interval = Math.max(COMMITS, Math.ceil((LOG_FRAMES * since) / Math.max(frames, 1)))
      }
      if (tending !== undefined) {
        call()
        return
      }
      const thread = start({ ...task, work: "tend" }, (frames) => adjust(frames))
      if (thread === undefined) {
        haveNoThread()
        return
      }
      isThreadless = false
      // It has the first call yet to answer.
      change("answered", wordAt("calls") - 1)
      leaveToCommits(FRAMES_OF_COMMIT.tended)
      tending = thread
      void thread.outcome.then(({ _tag }) => {
        tending = undefined
        // However it has ended, nobody is to wait for it.
        change("held", 0)
        change("answered", wordAt("calls"))
        if (wordAt("end") === 1) return
        if (_tag === "failed") haveNoThread()
        else leaveToCommits(FRAMES_OF_COMMIT.untended)
      })
    }

    /** Settled when the thread has told writers to go on, if it keeps them waiting. */
    const welcomed = (): Promise<unknown> | undefined => {
      const answered = wordAt("answered")
      const wait =
        wordAt("held") === 1
          ? Atomics.waitAsync(calls, WORD.held, 1)
          : wordAt("calls") - answered > UNANSWERED
            ? Atomics.waitAsync(calls, WORD.answered, answered)
            : undefined
      return wait?.async === true ? wait.value : undefined
    }
    const untilWelcome = Effect.suspend(() => {
      const wait = welcomed()
      if (wait === undefined) return Effect.void
      const told = Effect.promise(() => wait)
      return Effect.asVoid(Effect.raceFirst(told, Effect.sleep(WELCOME_MILLIS)))
    })
    return {
      compact,
      define,
      committed,
      untilWelcome,
      inTurns: (isUnderWay) => change("inTurns", isUnderWay ? 1 : 0),
      framesOfCommit: () => framesOfCommit,
    }
  })

/** Of a database without a file. */
export const upkeepInMemory = (connection: Connection): Upkeep => ({
  compact: () => Effect.succeed("done"),
  define: (operation, missing) => defineHere(connection, operation, missing),
  committed: () => undefined,
  untilWelcome: Effect.void,
  inTurns: () => undefined,
  framesOfCommit: () => FRAMES_OF_COMMIT.tended,
})

/** Where no thread is to be had: everything else has its turn between one statement and the next. */
const defineHere = (
  connection: Connection,
  operation: string,
  missing: () => ReadonlyArray<string>,
): Effect.Effect<void, StoreError> =>
  Effect.flatMap(attemptTo(operation, missing), (statements) =>
    Effect.forEach(
      statements,
      (sql) =>
        Effect.andThen(
          Effect.yieldNow,
          attemptTo(operation, () => connection.execute(sql)),
        ),
      { discard: true },
    ),
  )

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
