/**
 * A search of pages, from its process's side: what the thread finds waits here until it is taken.
 *
 * @module
 */
import { Worker } from "node:worker_threads"
import { formatOwner, type Page, type StorePrimitives } from "@reminisce/store"
import * as Effect from "effect/Effect"
import type { OpenFile } from "./openFile.ts"
import { type SearchMessage, type SearchTask, searchSource } from "./searchThread.ts"

/** What is found is held in memory, some 200 bytes a page. */
const LIMITS = { read: 2_000, together: 1_000, most: 1_000_000 } as const

type Found = Extract<SearchMessage, { readonly _tag: "found" }>

/** Of a file that is where it was; undefined answers where no thread is to be had. */
export const makeSearchPages =
  ({
    file,
    isInPlace,
    schema,
  }: Pick<OpenFile, "file" | "isInPlace" | "schema">): NonNullable<
    StorePrimitives["searchPages"]
  > =>
  (owner, { space, test, data }) =>
    Effect.gen(function* () {
      const table = schema.current.layout.pages.get(space)?.name
      if (file === undefined || table === undefined || !isInPlace()) return undefined
      const words = new Int32Array(new SharedArrayBuffer(4))
      const task = { file, owner: formatOwner(owner), table, test, data, limits: LIMITS, words }
      const search = yield* Effect.acquireRelease(
        Effect.sync(() => begin(task)),
        (begun) =>
          begun === undefined
            ? Effect.void
            : Effect.promise(() => {
                Atomics.store(words, 0, 1)
                return begun.ended
              }),
      )
      return search && { take: search.take }
    })

interface Search {
  readonly take: Effect.Effect<ReadonlyArray<Page> | undefined>
  /** When the thread has let go of the file. */
  readonly ended: Promise<void>
}

const begin = (task: SearchTask): Search | undefined => {
  const worker = makeWorker(task)
  if (worker === undefined) return undefined
  const waiting: Array<Found> = []
  let state: "running" | "done" | "lost" = "running"
  let wake = (): void => undefined
  worker.on("message", (message: SearchMessage) => {
    if (message._tag === "done") state = "done"
    else waiting.push(message)
    wake()
  })
  worker.on("error", () => undefined)
  const ended = new Promise<void>((resolve) => {
    worker.once("exit", () => {
      if (state === "running") state = "lost"
      wake()
      resolve()
    })
  })
  const next = (): ReadonlyArray<Page> | undefined =>
    state === "lost" ? undefined : pagesOf(waiting.shift())
  return {
    ended,
    take: Effect.callback((resume) => {
      wake = () => {
        if (state === "running" && waiting.length === 0) return
        wake = () => undefined
        resume(Effect.sync(next))
      }
      wake()
    }),
  }
}

const pagesOf = (found: Found | undefined): ReadonlyArray<Page> =>
  found === undefined
    ? []
    : found.names.map((name, i) => ({
        name,
        number: found.numbers[i] ?? 0,
        bytes: found.bytes.subarray(found.ends[i - 1] ?? 0, found.ends[i]),
      }))

const makeWorker = (workerData: SearchTask): Worker | undefined => {
  try {
    // Node 22 calls SQLite experimental, once more in each thread.
    return new Worker(searchSource, { eval: true, workerData, execArgv: ["--no-warnings"] })
  } catch {
    return undefined
  }
}
