/**
 * The owners whose columns are held in memory: as many as fit, the least recently used leave. Opens
 * an owner's view with its index complete, whoever wrote last.
 *
 * @module
 */
import type { AnalyserShape } from "@reminisce/analyser"
import {
  formatOwner,
  type MemoryStore,
  Moved,
  type Owner,
  StoreError,
  type View,
} from "@reminisce/store"
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import { followIndex, isComplete, restartIndex } from "./followIndex.ts"
import { indexVersion, readHead } from "./IndexHead.ts"
import { makeOwnerIndex, type OwnerIndex, refreshOwnerIndex } from "./OwnerIndex.ts"

/** How often a reader brings up an index that others keep leaving behind, before it gives up. */
const FOLLOW_ATTEMPTS = 8

interface Resident {
  readonly index: OwnerIndex
  /** Held while an owner is read, since ranking works in its scratch space. */
  readonly lock: Semaphore.Semaphore
}

export interface OwnerIndexes {
  /** Runs `use` on one owner at one sequence, its index refreshed to it. */
  readonly read: <A, E>(
    owner: Owner,
    use: (view: View, index: OwnerIndex) => Effect.Effect<A, E>,
  ) => Effect.Effect<A, E | StoreError>
  /** Makes an owner's index anew. */
  readonly rebuild: (owner: Owner) => Effect.Effect<void, StoreError>
}

/** `mostSlots`: memories held for all owners together; the one in use is always held. */
export const makeOwnerIndexes = (
  store: MemoryStore["Service"],
  analyser: AnalyserShape,
  mostSlots: number,
): OwnerIndexes => {
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

  const step = (owner: Owner, take: boolean): Effect.Effect<boolean, StoreError> =>
    store.update(owner, (view) =>
      Effect.map(followIndex(view, analyser, take), (pages) => ({
        answer: pages.length > 0,
        draft: { pages },
      })),
    )

  const follow = Effect.fnUntraced(function* (owner: Owner, take: boolean) {
    while (yield* step(owner, take)) yield* Effect.yieldNow
  })

  const read: OwnerIndexes["read"] = (owner, use) =>
    Effect.gen(function* () {
      const { index, lock } = residentOf(owner)
      for (let attempt = 0; attempt < FOLLOW_ATTEMPTS; attempt++) {
        const answer = yield* lock.withPermit(
          store.read(owner, (view) =>
            Effect.gen(function* () {
              if (view.sequence !== index.sequence) {
                if (!(yield* isComplete(view, yield* readHead(view), version))) return undefined
                yield* refreshOwnerIndex(index, view)
              }
              return { value: yield* use(view, index) }
            }),
          ),
        )
        if (answer !== undefined) {
          evict()
          return answer.value
        }
        yield* follow(owner, false)
      }
      return yield* new StoreError({ operation: "recall", reason: new Moved() })
    })

  return {
    read,
    rebuild: Effect.fnUntraced(function* (owner) {
      yield* store.update(owner, (view) =>
        Effect.succeed({ answer: undefined, draft: { pages: [restartIndex(view, analyser)] } }),
      )
      yield* follow(owner, true)
    }),
  }
}
