/**
 * The program of the thread that makes postings: the default analyser, and no store. Several makings
 * may use it at a time; what one of them left behind goes with the thread.
 *
 * @module
 */
import { parentPort, workerData } from "node:worker_threads"
import { makeAnalyser } from "@reminisce/analyser"
import { GatheredPostings } from "./GatheredPostings.ts"
import { gather, somePages } from "./PostingsMaker.ts"
import { fromTermBatch, type TermBatch } from "./TermBatch.ts"

export interface AnalysisTask {
  /** It ends at once where its analyser is another. */
  readonly version: string
  /** After so long without a word it ends, in milliseconds; the second where the last word was that nobody wants it. */
  readonly idleMillis: number
  readonly restMillis: number
}

/** `making`: for whom. */
export type AnalysisQuestion =
  | {
      readonly _tag: "add"
      readonly making: number
      readonly first: number
      readonly batch: TermBatch
    }
  | { readonly _tag: "flush"; readonly making: number; readonly pagesAtOnce: number }
  /** Nobody wants it at the moment. */
  | { readonly _tag: "rest" }

export type AnalysisAnswer =
  /** `entries` since the flush of that number. */
  | {
      readonly _tag: "added"
      readonly making: number
      readonly first: number
      readonly digests: Uint32Array
      readonly entries: number
      readonly flushes: number
    }
  /** Pages of `bytes`, each up to its end. */
  | {
      readonly _tag: "pages"
      readonly making: number
      readonly names: ReadonlyArray<string>
      readonly numbers: Uint32Array
      readonly ends: Uint32Array
      readonly bytes: Uint8Array
    }
  | { readonly _tag: "flushed"; readonly making: number }

interface Making {
  readonly postings: GatheredPostings
  flushes: number
}

const serve = (
  port: NonNullable<typeof parentPort>,
  { version, idleMillis, restMillis }: AnalysisTask,
): void => {
  const analyser = makeAnalyser()
  const makings = new Map<number, Making>()
  const post = (answer: AnalysisAnswer, transfer: ReadonlyArray<ArrayBuffer> = []): void =>
    port.postMessage(answer, [...transfer])
  const makingOf = (number: number): Making => {
    const known = makings.get(number)
    if (known !== undefined) return known
    const made = { postings: new GatheredPostings(), flushes: 0 }
    makings.set(number, made)
    return made
  }
  const flush = (number: number, pagesAtOnce: number): void => {
    const making = makingOf(number)
    making.flushes++
    const pages = making.postings.take()
    for (;;) {
      const some = somePages(pages, pagesAtOnce)
      if (some.length === 0) break
      const ends = new Uint32Array(some.length)
      let end = 0
      for (const [i, page] of some.entries()) ends[i] = end += page.bytes.length
      const bytes = new Uint8Array(end)
      for (const [i, page] of some.entries()) bytes.set(page.bytes, ends[i - 1] ?? 0)
      const numbers = Uint32Array.from(some, (page) => page.number)
      const names = some.map(({ name }) => name)
      post({ _tag: "pages", making: number, names, numbers, ends, bytes }, [bytes.buffer])
    }
    post({ _tag: "flushed", making: number })
  }
  if (analyser.version !== version) port.close()
  let idle = setTimeout(() => port.close(), idleMillis)
  port.on("message", (question: AnalysisQuestion) => {
    clearTimeout(idle)
    const isResting = question._tag === "rest"
    idle = setTimeout(() => port.close(), isResting ? restMillis : idleMillis)
    if (question._tag === "rest") {
      makings.clear()
      return
    }
    if (question._tag === "flush") {
      flush(question.making, question.pagesAtOnce)
      return
    }
    const { making, first, batch } = question
    const { postings, flushes } = makingOf(making)
    const digests = gather(postings, analyser, first, fromTermBatch(batch))
    post({ _tag: "added", making, first, digests, entries: postings.entries, flushes })
  })
}

if (parentPort !== null) serve(parentPort, workerData)
