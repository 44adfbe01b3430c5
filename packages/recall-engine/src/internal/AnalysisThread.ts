/**
 * The thread that makes postings, from its process's side. It is begun when it is first wanted, ends by
 * itself, and does not keep the process alive but while somebody waits for it.
 *
 * @module
 */
import { Worker } from "node:worker_threads"
import { type AnalyserShape, makeAnalyser } from "@reminisce/analyser"
import * as Effect from "effect/Effect"
import type { AnalysisAnswer, AnalysisQuestion, AnalysisTask } from "./analyseInThread.ts"
import type { PostingPage } from "./GatheredPostings.ts"
import { digestsOfWords, type OnDigests, type PostingsMaker } from "./PostingsMaker.ts"
import { sizeOfBatch, toTermBatch } from "./TermBatch.ts"

/** Characters under way to the thread from which on its answers are waited for. */
const UNDER_WAY = 12_000_000
/** After so long without a word the thread ends: while a making is under way, and when none is. */
const IDLE = { idleMillis: 30_000, restMillis: 1_000 }

const NO_DIGESTS = new Uint32Array()

interface Thread {
  readonly worker: Worker
  /** Whom to tell, by number; undefined: the thread is no more. */
  readonly makings: Map<number, (answer: AnalysisAnswer | undefined) => void>
  isOver: boolean
}

let current: Thread | undefined
let numbers = 0

/** Another one where the last has ended; undefined where threads are not to be had. */
const threadFor = (version: string): Thread | undefined => {
  if (current?.isOver === false) return current
  const worker = begin({ version, ...IDLE })
  if (worker === undefined) return undefined
  worker.unref()
  const thread: Thread = { worker, makings: new Map(), isOver: false }
  worker.on("message", (answer: AnalysisAnswer) => thread.makings.get(answer.making)?.(answer))
  worker.on("error", () => undefined)
  worker.once("exit", () => {
    thread.isOver = true
    for (const tell of thread.makings.values()) tell(undefined)
  })
  current = thread
  return thread
}

/** In MiB. Most of what it makes is of no use a moment later: with the usual room for it the process grows by half. */
const resourceLimits = { maxYoungGenerationSizeMb: 32 }

const begin = (workerData: AnalysisTask): Worker | undefined => {
  try {
    // Where sources run as they are, its own are sources as well.
    const isSource = import.meta.url.endsWith(".ts")
    const file = new URL(`./analyseInThread.${isSource ? "ts" : "js"}`, import.meta.url)
    const execArgv = ["--conditions=@reminisce/source", "--no-warnings"]
    return new Worker(file, { workerData, resourceLimits, ...(isSource ? { execArgv } : {}) })
  } catch {
    return undefined
  }
}

let defaultVersion: string | undefined

/** Undefined for an analyser that the thread does not have. */
export const threadPostings = (
  { version }: AnalyserShape,
  pagesAtOnce: number,
): ((onDigests: OnDigests) => PostingsMaker | undefined) | undefined => {
  defaultVersion ??= makeAnalyser().version
  if (version !== defaultVersion) return undefined
  return (onDigests) => {
    const thread = threadFor(version)
    return thread === undefined ? undefined : makeMaking(thread, pagesAtOnce, onDigests)
  }
}

const makeMaking = (thread: Thread, pagesAtOnce: number, onDigests: OnDigests): PostingsMaker => {
  const making = ++numbers
  const chunks: Array<PagesAnswer> = []
  /** Of the batches under way, the oldest first. The thread has enough to do without their words' digests. */
  const asked: Array<{ readonly size: number; readonly words: Uint32Array }> = []
  let underWay = 0
  let entries = 0
  let flushes = 0
  let isFlushing = false
  let isLost = thread.isOver
  let wake = (): void => undefined

  const hear = (answer: AnalysisAnswer | undefined): void => {
    if (answer === undefined) isLost = true
    else if (answer._tag === "pages") chunks.push(answer)
    else if (answer._tag === "flushed") isFlushing = false
    else {
      const { size = 0, words = NO_DIGESTS } = asked.shift() ?? {}
      underWay -= size
      if (answer.flushes === flushes) entries = answer.entries
      onDigests(answer.first, answer.digests, words)
    }
    wake()
  }
  thread.makings.set(making, hear)

  const nextPages = (): ReadonlyArray<PostingPage> => {
    const next = chunks.shift()
    return next === undefined ? [] : pagesOf(next)
  }
  const ask = (question: AnalysisQuestion): void => thread.worker.postMessage(question)
  /** Looks again where it begins to wait: an answer may have come since it was asked for. */
  const until = (isSo: () => boolean): Effect.Effect<void> =>
    Effect.callback<void>((resume) => {
      if (isSo()) {
        resume(Effect.void)
        return undefined
      }
      thread.worker.ref()
      const stop = (): void => {
        thread.worker.unref()
        wake = () => undefined
      }
      wake = () => {
        if (!isSo()) return
        stop()
        resume(Effect.void)
      }
      return Effect.sync(stop)
    })

  return {
    add: (first, memories) =>
      Effect.suspend(() => {
        if (isLost) return Effect.void
        const batch = toTermBatch(memories)
        const size = sizeOfBatch(batch)
        asked.push({ size, words: digestsOfWords(memories) })
        underWay += size
        ask({ _tag: "add", making, first, batch })
        return until(() => isLost || underWay < UNDER_WAY)
      }),
    entries: () => entries,
    flush: Effect.sync(() => {
      if (isLost) return
      flushes++
      entries = 0
      isFlushing = true
      ask({ _tag: "flush", making, pagesAtOnce })
    }),
    take: Effect.map(
      until(() => isLost || !isFlushing || chunks.length > 0),
      nextPages,
    ),
    takeReady: Effect.sync(() =>
      chunks.length === 0 && isFlushing && !isLost ? undefined : nextPages(),
    ),
    isLost: () => isLost,
    close: Effect.sync(() => {
      thread.makings.delete(making)
      if (thread.makings.size === 0) ask({ _tag: "rest" })
    }),
  }
}

type PagesAnswer = Extract<AnalysisAnswer, { readonly _tag: "pages" }>

const pagesOf = ({ names, numbers: at, ends, bytes }: PagesAnswer): ReadonlyArray<PostingPage> =>
  names.map((name, i) => ({
    name,
    number: at[i] ?? 0,
    bytes: bytes.subarray(ends[i - 1] ?? 0, ends[i]),
  }))
