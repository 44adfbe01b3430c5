/**
 * The owners whose columns are held in memory: as many as fit, the least recently used leave. Opens
 * an owner's view with its index complete, whoever wrote last.
 *
 * @module
 */
import type { AnalyserShape } from "@reminisce/analyser"
import {
  formatOwner,
  isMoved,
  type MemoryStore,
  Moved,
  type Owner,
  type PageWrite,
  StoreError,
  steppedView,
  type View,
} from "@reminisce/store"
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import { buildIndex } from "./buildIndex.ts"
import { followIndex, isComplete, restartIndex } from "./followIndex.ts"
import { indexVersion, readHead } from "./IndexHead.ts"
import {
  type IndexView,
  makePlaces,
  ownPages,
  type PagesBeside,
  pagesBeside,
} from "./IndexPlace.ts"
import { makeOwnerIndex, type OwnerIndex, refreshOwnerIndex, takeStep } from "./OwnerIndex.ts"

/** Of these, how many are in steps where the owner has very many memories. */
const STEPPED_ATTEMPTS = 4

/** How often a reader brings up an index that others keep leaving behind, before it gives up. */
const FOLLOW_ATTEMPTS = 8

interface Resident {
  readonly index: OwnerIndex
  /** Held while an owner is read, since ranking works in its scratch space. */
  readonly lock: Semaphore.Semaphore
}

type Use<A, E> = (view: View, index: OwnerIndex, pause: Effect.Effect<void>) => Effect.Effect<A, E>

export interface OwnerIndexes {
  /**
   * Runs `use` on one owner at one sequence, its index refreshed to it: in one read, or, where it has
   * very many memories, outside any, each question of the view one of its own and `pause` the event
   * loop's turn. It may run several times.
   */
  readonly read: <A, E>(owner: Owner, use: Use<A, E>) => Effect.Effect<A, E | StoreError>
  /** Makes an owner's index anew. */
  readonly rebuild: (owner: Owner) => Effect.Effect<void, StoreError>
}

export interface OwnerIndexesOptions {
  readonly store: MemoryStore["Service"]
  readonly analyser: AnalyserShape
  /** Memories held for all owners together; the owner in use is always held. */
  readonly mostSlots: number
  /** Memories of one owner from which on it is read in steps. */
  readonly steppedFrom: number
  /** Keeps the pages of a store that keeps none; undefined for this process's memory. */
  readonly beside: MemoryStore["Service"] | undefined
}

export const makeOwnerIndexes = ({
  store,
  analyser,
  mostSlots,
  steppedFrom,
  beside,
}: OwnerIndexesOptions): OwnerIndexes => {
  const placeOf = store.capabilities.transactionalPages ? undefined : makePlaces(beside)
  const residents = new Map<string, Resident>()
  const version = indexVersion(analyser.version)

  const residentOf = (owner: Owner): Resident => {
    const name = formatOwner(owner)
    const resident = residents.get(name) ?? {
      index: makeOwnerIndex(),
      lock: Semaphore.makeUnsafe(1),
    }
    residents.delete(name)
    residents.set(name, resident)
    return resident
  }

  const evict = (): void => {
    let slots = 0
    for (const { index } of residents.values()) slots += index.capacity
    for (const [name, { index }] of residents) {
      if (slots <= mostSlots || residents.size === 1) return
      slots -= index.capacity
      residents.delete(name)
    }
  }

  /** Writes the pages `decide` answers, wherever they are kept; tells whether there were any. */
  const writePages = (
    owner: Owner,
    decide: (view: IndexView) => Effect.Effect<ReadonlyArray<PageWrite>, StoreError>,
  ): Effect.Effect<boolean, StoreError> =>
    Effect.gen(function* () {
      const place = yield* placed(owner)
      if (place === undefined) {
        return yield* store.update(owner, (view) =>
          Effect.map(decide(ownPages(view)), (pages) => ({
            answer: pages.length > 0,
            draft: { pages },
          })),
        )
      }
      const pages = yield* store.read(owner, (view) => decide(pagesBeside(view, place)))
      if (pages.length > 0) yield* place.write(pages)
      return pages.length > 0
    })

  const placed = (owner: Owner): Effect.Effect<PagesBeside | undefined, StoreError> =>
    placeOf === undefined ? Effect.succeed(undefined) : placeOf(owner)

  const follow = Effect.fnUntraced(function* (owner: Owner, take: boolean) {
    while (yield* writePages(owner, (view) => followIndex(view, analyser, take))) {
      yield* Effect.yieldNow
    }
  })

  /** False when the index does not tell the view's state yet. */
  const refreshed = Effect.fnUntraced(function* (index: OwnerIndex, view: IndexView) {
    if (!(yield* isComplete(view, yield* readHead(view), version))) return false
    yield* refreshOwnerIndex(index, view)
    return true
  })

  /** Takes a large index that is not held yet in short reads, between which others have their turn. */
  const takeInSteps = Effect.fnUntraced(function* (
    owner: Owner,
    { index, lock }: Resident,
    place: PagesBeside | undefined,
  ) {
    const step = store.read(owner, (records) =>
      Effect.gen(function* () {
        const view = place === undefined ? ownPages(records) : pagesBeside(records, place)
        if (yield* isComplete(view, yield* readHead(view), version))
          return yield* takeStep(index, view)
        index.begun = undefined
        return false
      }),
    )
    while (index.sequence < 0 && (yield* lock.withPermit(step))) yield* Effect.yieldNow
  })

  const viewOf = (records: View, place: PagesBeside | undefined): IndexView =>
    place === undefined ? ownPages(records) : pagesBeside(records, place)

  const read = <A, E>(owner: Owner, use: Use<A, E>): Effect.Effect<A, E | StoreError> =>
    Effect.gen(function* () {
      const resident = residentOf(owner)
      const { index, lock } = resident
      const place = yield* placed(owner)
      yield* takeInSteps(owner, resident, place)
      const inSteps = Effect.gen(function* () {
        const records = yield* steppedView(store, owner)
        if (records.sequence !== index.sequence) return undefined
        return { value: yield* use(viewOf(records, place), index, Effect.yieldNow) }
      })
      const isLong = (attempt: number): boolean =>
        index.slots >= steppedFrom && attempt < STEPPED_ATTEMPTS
      /** Undefined: not ready, or written to meanwhile. */
      const tryOnce = (attempt: number) =>
        Effect.flatMap(
          store.read(owner, (records) =>
            Effect.suspend(() => {
              const view = viewOf(records, place)
              const used = Effect.suspend(
                (): Effect.Effect<"long" | { readonly value: A }, E> =>
                  isLong(attempt)
                    ? Effect.succeed("long")
                    : Effect.map(use(view, index, Effect.void), (value) => ({ value })),
              )
              return view.sequence === index.sequence
                ? used
                : Effect.flatMap(refreshed(index, view), (isReady) =>
                    isReady ? used : Effect.succeed(undefined),
                  )
            }),
          ),
          (found) => (found === "long" ? unlessMoved(inSteps) : Effect.succeed(found)),
        )
      for (let attempt = 0; attempt < FOLLOW_ATTEMPTS; attempt++) {
        const answer = yield* lock.withPermit(tryOnce(attempt))
        if (answer !== undefined) {
          evict()
          return answer.value
        }
        yield* lock.withPermit(follow(owner, false))
      }
      return yield* new StoreError({ operation: "recall", reason: new Moved() })
    })

  return {
    read,
    rebuild: Effect.fnUntraced(function* (owner) {
      const { index, lock } = residentOf(owner)
      yield* lock.withPermit(
        Effect.gen(function* () {
          // What is held may be of the pages that are to be mended.
          Object.assign(index, makeOwnerIndex())
          if (placeOf === undefined) yield* buildIndex(store, owner, analyser)
          else yield* writePages(owner, (view) => Effect.succeed([restartIndex(view, analyser)]))
          yield* follow(owner, true)
        }),
      )
    }),
  }
}

/** Undefined in place of an owner that was written to on the way. */
const unlessMoved = <A, E>(reading: Effect.Effect<A, E>): Effect.Effect<A | undefined, E> =>
  Effect.catch(reading, (error) =>
    isMoved(error) ? Effect.succeed(undefined) : Effect.fail(error),
  )
