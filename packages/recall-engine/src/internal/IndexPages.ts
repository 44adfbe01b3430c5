/**
 * Postings, keys and columns while they are made for many memories in a row, each page once.
 *
 * @module
 */
import type { Attributes, PageWrite, StoreError } from "@reminisce/store"
import * as Effect from "effect/Effect"
import type { PostingPage } from "./GatheredPostings.ts"
import { POSTINGS_SPACE } from "./IndexHead.ts"
import { encodeKeyPage, KEYS_NAME, PAGE_KEYS } from "./KeyPage.ts"
import { KeySlots } from "./KeySlots.ts"
import { memoryRow, NO_MOVES, NO_NEIGHBOURS } from "./memoryRow.ts"
import { OwnerColumns } from "./OwnerColumns.ts"
import { BLOCK_SLOTS, blockOf, joinBlocks } from "./PostingBlock.ts"
import type { OnDigests, PostingsMaker } from "./PostingsMaker.ts"

/** A memory as it is stored. */
export interface KeptMemory {
  readonly key: string
  readonly attributes: Attributes
}

/** The store, as far as it is needed here. */
export interface PagePlace {
  /** False when the pages are not wanted any more. */
  readonly write: (pages: ReadonlyArray<PageWrite>) => Effect.Effect<boolean, StoreError>
  /** Pages of the postings' space as they were written. */
  readonly pages: (
    ids: ReadonlyArray<{ readonly name: string; readonly number: number }>,
  ) => Effect.Effect<ReadonlyArray<Uint8Array | undefined>, StoreError>
  /** The memories of `slots`. */
  readonly memories: (
    slots: ReadonlyArray<number>,
  ) => Effect.Effect<ReadonlyArray<KeptMemory | undefined>, StoreError>
}

/** What is held at once, and what one plan takes. Of no consequence for the pages. */
export interface PageSteps {
  /** Memories of one reading. */
  readonly memories: number
  /** Pages of one plan. */
  readonly pages: number
  /** Entries of postings held: from so many on they are written at the end of a block, from twice as many at once. */
  readonly held: number
  /** Memories from which on another thread makes the postings. */
  readonly beside: number
}

/** Who makes the postings: this thread, and another one where there is one. */
export interface PostingsMakers {
  readonly here: (onDigests: OnDigests) => PostingsMaker
  readonly beside: ((onDigests: OnDigests) => PostingsMaker | undefined) | undefined
}

export interface IndexPages {
  readonly keys: KeySlots
  readonly columns: OwnerColumns
  /** Takes the memories of the next slots. False when the pages are not wanted any more. */
  readonly add: (
    memories: ReadonlyArray<KeptMemory | undefined>,
  ) => Effect.Effect<boolean, StoreError>
  /** Writes what is left of postings, and the keys; then all of `columns` is known but moves and neighbours. */
  readonly end: Effect.Effect<boolean, StoreError>
  readonly writeColumns: Effect.Effect<boolean, StoreError>
}

/** Pages of keys in one plan, each of which is many keys. */
const KEY_PAGES = 50

/** Characters of memories that wait at most. */
const WAITING_TEXT = 1_000_000

const NO_DIGESTS = { termsDigest: 0, wordsDigest: 0 }

export const makeIndexPages = (
  place: PagePlace,
  steps: PageSteps,
  { here, beside }: PostingsMakers,
): IndexPages => {
  const keys = new KeySlots()
  const columns = new OwnerColumns()
  const onDigests: OnDigests = (first, terms, words) => columns.setDigests(first, terms, words)
  /** Memories until it is known whether another thread is worth its start. */
  let waiting: Array<KeptMemory | undefined> | undefined = beside === undefined ? undefined : []
  let waitingText = 0
  let postings = here(onDigests)
  /** The block that the last pages were of before all its memories were there, and that of those before. */
  let torn = -1
  let tornBefore = -1

  const writePages = Effect.fnUntraced(function* (pages: ReadonlyArray<PostingPage>) {
    const joined = pages.filter(({ number }) => number === tornBefore)
    const held = joined.length === 0 ? [] : yield* place.pages(joined)
    let next = 0
    return yield* place.write(
      pages.map(({ name, number, bytes }) => {
        const before = number === tornBefore ? held[next++] : undefined
        const whole = before === undefined ? bytes : joinBlocks(before, bytes, number)
        return { space: POSTINGS_SPACE, name, number, bytes: whole }
      }),
    )
  })

  const writeAll: Effect.Effect<boolean, StoreError> = Effect.gen(function* () {
    for (;;) {
      const pages = yield* postings.take
      if (pages.length === 0) return true
      if (!(yield* writePages(pages))) return false
    }
  })

  const flush = Effect.fnUntraced(function* (taken: number) {
    if (!(yield* writeAll)) return false
    tornBefore = torn
    torn = taken % BLOCK_SLOTS === 0 ? -1 : blockOf(taken)
    yield* postings.flush
    return true
  })

  /** `first`: the slot of the first of `memories`, which are of one block. */
  const addToPostings = Effect.fnUntraced(function* (
    first: number,
    memories: ReadonlyArray<KeptMemory | undefined>,
  ) {
    yield* postings.add(
      first,
      memories.map((memory) => memory?.attributes),
    )
    const taken = first + memories.length
    const most = steps.held * (taken % BLOCK_SLOTS === 0 ? 1 : 2)
    return postings.entries() < most || (yield* flush(taken))
  })

  /** Memories of any number, block by block. */
  const addAll = Effect.fnUntraced(function* (
    start: number,
    memories: ReadonlyArray<KeptMemory | undefined>,
  ) {
    for (let from = 0; from < memories.length; ) {
      const first = start + from
      const some = memories.slice(from, from + BLOCK_SLOTS - (first % BLOCK_SLOTS))
      from += some.length
      if (!(yield* addToPostings(first, some))) return false
    }
    return true
  })

  /** Those that waited, from slot 0 on. */
  const addWaiting = Effect.suspend(() => {
    const memories = waiting ?? []
    waiting = undefined
    return addAll(0, memories)
  })

  const keep = (memory: KeptMemory | undefined): void => {
    const slot = keys.count
    keys.push(memory?.key ?? "")
    columns.makeRoom(slot + 1)
    if (memory === undefined) return
    columns.set(slot, memoryRow(memory.attributes, NO_DIGESTS, NO_MOVES, NO_NEIGHBOURS))
  }

  const add: IndexPages["add"] = Effect.fnUntraced(function* (memories) {
    const first = keys.count
    for (const memory of memories) keep(memory)
    if (waiting === undefined) {
      if (!(yield* addAll(first, memories))) return false
    } else {
      for (const memory of memories) {
        waiting.push(memory)
        waitingText += String(memory?.attributes.content ?? "").length
      }
      if (waiting.length < steps.beside && waitingText < WAITING_TEXT) return true
      postings = beside?.(onDigests) ?? postings
      if (!(yield* addWaiting)) return false
    }
    const ready = yield* postings.takeReady
    return ready === undefined || ready.length === 0 || (yield* writePages(ready))
  })

  /** Where who made the postings was lost on the way: all of them once more, in this thread. */
  const addAgain = Effect.gen(function* () {
    postings = here(onDigests)
    torn = -1
    for (let from = 0; from < keys.count; ) {
      const room = Math.min(steps.memories, BLOCK_SLOTS - (from % BLOCK_SLOTS), keys.count - from)
      const slots = Array.from({ length: room }, (_, i) => from + i)
      if (!(yield* addToPostings(from, yield* place.memories(slots)))) return false
      from += room
    }
    return true
  })

  const endPostings = Effect.gen(function* () {
    return (yield* flush(keys.count)) && (yield* writeAll)
  })

  const writeKeys = Effect.gen(function* () {
    let pages: Array<PageWrite> = []
    for (let first = 0; first < keys.count; first += PAGE_KEYS) {
      const count = Math.min(PAGE_KEYS, keys.count - first)
      const bytes = encodeKeyPage(Array.from({ length: count }, (_, i) => keys.keyAt(first + i)))
      pages.push({ space: POSTINGS_SPACE, name: KEYS_NAME, number: first / PAGE_KEYS, bytes })
      if (pages.length < KEY_PAGES && first + PAGE_KEYS < keys.count) continue
      if (!(yield* place.write(pages))) return false
      pages = []
    }
    return true
  })

  const end: IndexPages["end"] = Effect.gen(function* () {
    if (!(yield* addWaiting)) return false
    const isWritten = yield* endPostings
    const isDone = postings.isLost() ? (yield* addAgain) && (yield* endPostings) : isWritten
    return isDone && (yield* writeKeys)
  }).pipe(Effect.ensuring(Effect.suspend(() => postings.close)))

  const writeColumns: IndexPages["writeColumns"] = Effect.gen(function* () {
    for (let number = 0; number < columns.pages; number += steps.pages) {
      const count = Math.min(steps.pages, columns.pages - number)
      const pages = Array.from({ length: count }, (_, i) => columns.page(number + i))
      if (!(yield* place.write(pages))) return false
    }
    return true
  })

  return { keys, columns, add, end, writeColumns }
}
