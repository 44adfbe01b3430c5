/**
 * The store as the making of an index sees it: pages are written while the index is still the one that
 * was begun, in plans that may be made again.
 *
 * @module
 */
import {
  Durability,
  type MemoryStore,
  type Owner,
  type StoreError,
  type View,
} from "@reminisce/store"
import * as Effect from "effect/Effect"
import { headWrite, type IndexHead, POSTINGS_SPACE, readHead } from "./IndexHead.ts"
import type { PagePlace } from "./IndexPages.ts"

export interface OwnPagePlace extends PagePlace {
  /** Plans written so far. */
  readonly plans: () => number
  /** Puts the head that ends the making in the place of `mark`, unless it answers undefined; whether it did. */
  readonly finish: (
    head: (view: View) => IndexHead | undefined,
  ) => Effect.Effect<boolean, StoreError>
}

/** `mark` stands while the index is made. It lags, so that no deriver touches the pages meanwhile. */
export const makePagePlace = (
  store: MemoryStore["Service"],
  owner: Owner,
  mark: IndexHead,
): OwnPagePlace => {
  let plans = 0
  return {
    plans: () => plans,
    write: (pages) =>
      store
        .update(owner, (view) =>
          Effect.map(readHead(view), (head) =>
            isSameHead(head, mark) ? { answer: true, draft: { pages } } : { answer: false },
          ),
        )
        .pipe(
          // Until its end the index is one that is to be cleared.
          Effect.provideService(Durability, "repeatable"),
          Effect.tap(() => {
            plans++
            return Effect.yieldNow
          }),
        ),
    pages: (ids) => store.read(owner, (view) => view.page(POSTINGS_SPACE, ids)),
    memories: (slots) => store.read(owner, (view) => view.atSlots("memory", slots)),
    finish: (made) =>
      store.update(owner, (view) =>
        Effect.map(readHead(view), (head) => {
          const last = isSameHead(head, mark) ? made(view) : undefined
          return last === undefined
            ? { answer: false }
            : { answer: true, draft: { pages: [headWrite(last)] } }
        }),
      ),
  }
}

const isSameHead = (a: IndexHead | undefined, b: IndexHead): boolean =>
  a !== undefined &&
  a.version === b.version &&
  a.watermark === b.watermark &&
  a.covered === b.covered &&
  a.clearing === b.clearing
