/**
 * The work on a whole file that would hold up the event loop, as a thread does it. The function is
 * handed over as source, so that it works the same from sources, built, and bundled into one file;
 * it uses nothing but its arguments.
 *
 * @module
 */
import type * as fs from "node:fs"
import type * as sqlite from "node:sqlite"
import type * as threads from "node:worker_threads"

export interface UpkeepTask {
  readonly file: string
  /**
   * `compact`: rewrites the file and empties the log, once. `define`: runs the statements. `tend`: moves
   * the log into the file now and at every call, until there has been none for a while.
   */
  readonly work: "compact" | "define" | "tend"
  /** `compact` and `define`: how long to go on trying while others are in the way, in milliseconds. */
  readonly deadlineMillis: number
  /** `compact`: how large a file may be to be rewritten in memory, in bytes; a larger one is in unlinked files. */
  readonly inMemoryBytes: number
  /** `define`: each a transaction of its own. */
  readonly statements: ReadonlyArray<string>
  /**
   * The words between the thread and its process, of each thread that tends a file's log:
   * [0] counts calls; [1] is 1 when the thread is to end, both notified at [0];
   * [2] is 1 while the thread holds this process's writers off; [3] is the last call it has answered;
   * [4] is 1 while the process has a transaction open over many turns, which the thread waits for;
   * [5] is 1 when its last commit was one of a series that may be repeated, which is not held off.
   */
  readonly calls: Int32Array<SharedArrayBuffer>
}

/** `pending`: others were in the way until the deadline or the end. `failed`: with SQLite's result code, if it was SQLite. */
export type UpkeepMessage =
  | { readonly _tag: "done" }
  | { readonly _tag: "pending" }
  | { readonly _tag: "failed"; readonly errcode: number | undefined }
  /** How many frames the log held. */
  | { readonly _tag: "moved"; readonly frames: number }

export const keepUpInThread = (
  DatabaseSync: typeof sqlite.DatabaseSync,
  statSync: typeof fs.statSync,
  port: typeof threads.parentPort,
  { file, work, deadlineMillis, inMemoryBytes, statements, calls }: UpkeepTask,
): void => {
  /** A log of so many frames does not start anew by itself, as it does in any pause. */
  const LONG_FRAMES = 4_000
  /** A log's file of so many bytes is cut when nobody writes any more. */
  const LEFT_BYTES = 4 * 1_024 * 1_024
  /** A log's file of so many bytes has been long and is cut: SQLite itself never makes it smaller. */
  const HUGE_BYTES = 64 * 1_024 * 1_024
  /** The same while a series goes on that writers are not to be held off in. */
  const SERIES_BYTES = 256 * 1_024 * 1_024
  /** How long to wait for a call before ending, between looks at a reader, and for other processes between their writes. */
  const IDLE_MILLIS = 2_000
  const READER_MILLIS = 64
  const WRITER_MILLIS = 100
  /** Longest pause between tries, where nobody waits for them and where this process's writers do. */
  const PAUSE_MILLIS = 64
  const HELD_PAUSE_MILLIS = 4
  /** With what the log adds to the file. */
  const FILE_BYTES =
    "SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size"

  const post = (message: UpkeepMessage): void => port?.postMessage(message)
  const codeOf = (error: unknown): number | undefined =>
    error instanceof Error && "errcode" in error ? Number(error.errcode) : undefined
  const isToEnd = (): boolean => Atomics.load(calls, 1) === 1
  const sleep = (millis: number): unknown =>
    Atomics.wait(calls, 0, Atomics.load(calls, 0), isToEnd() ? 0 : millis)

  /** False where `step` answers so, and where SQLite says that others are in the way. */
  const succeeds = (step: () => boolean): boolean => {
    try {
      return step()
    } catch (error) {
      const primary = (codeOf(error) ?? 0) & 0xff
      if (primary === 5 || primary === 6) return false
      throw error
    }
  }
  /** Repeats `step` until it succeeds; false when it has not by `end`. */
  const untilDone = (end: number, longestPause: number, step: () => boolean): boolean => {
    for (let pause = 1; ; pause = Math.min(pause * 2, longestPause)) {
      if (succeeds(step)) return true
      if (performance.now() >= end || isToEnd()) return false
      sleep(pause)
    }
  }
  const inMillis = (millis: number): number => performance.now() + millis

  const database = new DatabaseSync(file, { timeout: 0, enableForeignKeyConstraints: false })
  database.exec(
    "PRAGMA secure_delete = ON; PRAGMA synchronous = FULL; PRAGMA checkpoint_fullfsync = ON",
  )
  /** Frames in the log when it was last looked at. */
  let frames = 0
  /** Moves what no reader of an old state needs, beside readers and writers. */
  const moveLog = (): boolean => {
    const row = database.prepare("PRAGMA wal_checkpoint(PASSIVE)").get()
    if (row?.busy !== 0) return false
    frames = Number(row.log)
    return row.log === row.checkpointed
  }
  /** The next writer begins at the log's start: as it is, or cut to nothing. */
  const beginAnew = (mode: "RESTART" | "TRUNCATE") => (): boolean =>
    moveLog() && database.prepare(`PRAGMA wal_checkpoint(${mode})`).get()?.busy === 0

  const compact = (): UpkeepMessage => {
    const end = inMillis(deadlineMillis)
    const rewrite = (): boolean => {
      const size = database.prepare(FILE_BYTES).get()
      const isSmall = Number(size?.bytes) <= inMemoryBytes
      database.exec(`PRAGMA temp_store = ${isSmall ? "MEMORY" : "FILE"}; VACUUM`)
      return true
    }
    const isDone =
      untilDone(end, PAUSE_MILLIS, rewrite) && untilDone(end, PAUSE_MILLIS, beginAnew("TRUNCATE"))
    return { _tag: isDone ? "done" : "pending" }
  }

  /** Does `work` while no writer of this process begins, from when the one that has begun is through. */
  const betweenWriters = (work: () => void): void => {
    Atomics.store(calls, 2, 1)
    try {
      while (Atomics.load(calls, 4) === 1 && !isToEnd()) Atomics.wait(calls, 4, 1, WRITER_MILLIS)
      work()
    } finally {
      Atomics.store(calls, 2, 0)
      Atomics.notify(calls, 2)
    }
  }
  const logBytes = (): number => statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0

  /** What is sorted goes to files that are unlinked as soon as they are made, as those of `VACUUM`. */
  const define = (): UpkeepMessage => {
    database.exec("PRAGMA cache_size = -16384")
    const run = (sql: string) => (): boolean => {
      database.exec(sql)
      return true
    }
    const isDone = statements.every((sql) =>
      untilDone(inMillis(deadlineMillis), PAUSE_MILLIS, run(sql)),
    )
    return { _tag: isDone ? "done" : "pending" }
  }

  const tend = (): UpkeepMessage => {
    for (;;) {
      const call = Atomics.load(calls, 0)
      const isMoved = succeeds(moveLog)
      if (isToEnd()) return { _tag: "done" }
      if (call !== Atomics.load(calls, 3)) {
        post({ _tag: "moved", frames })
        Atomics.store(calls, 3, call)
        Atomics.notify(calls, 3)
      }
      const isSeries = Atomics.load(calls, 5) === 1
      const isHuge = logBytes() > (isSeries ? SERIES_BYTES : HUGE_BYTES)
      if (isMoved && (isHuge || (frames > LONG_FRAMES && !isSeries))) {
        const begin = beginAnew(isHuge ? "TRUNCATE" : "RESTART")
        betweenWriters(() => untilDone(inMillis(WRITER_MILLIS), HELD_PAUSE_MILLIS, begin))
      }
      const waited = Atomics.wait(calls, 0, call, isMoved ? IDLE_MILLIS : READER_MILLIS)
      if (waited !== "timed-out" || !isMoved) continue
      if (logBytes() > LEFT_BYTES) betweenWriters(() => succeeds(beginAnew("TRUNCATE")))
      return { _tag: "done" }
    }
  }

  try {
    post(work === "compact" ? compact() : work === "define" ? define() : tend())
  } catch (error) {
    post({ _tag: "failed", errcode: codeOf(error) })
  } finally {
    database.close()
  }
}

/** What a worker evaluates. */
export const upkeepSource = `(${keepUpInThread.toString()})(
  require("node:sqlite").DatabaseSync,
  require("node:fs").statSync,
  require("node:worker_threads").parentPort,
  require("node:worker_threads").workerData,
)`
