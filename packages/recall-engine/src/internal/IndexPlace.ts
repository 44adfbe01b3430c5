/**
 * Where the index pages of an owner are: in the store itself, or beside it for a store that keeps
 * none; and one view over records and pages alike.
 *
 * @module
 */
import {
  compareText,
  formatOwner,
  type MemoryStore,
  type Owner,
  type Page,
  type PageWrite,
  type StoreError,
  type View,
} from "@reminisce/store"
import * as Effect from "effect/Effect"

/** Records of the store, pages of wherever they are. */
export interface IndexView extends View {
  /** What `pagesSince` counts by. The store's own sequence where the store keeps the pages. */
  readonly pagesSequence: number
  /** By how much writing pages moves `sequence`. */
  readonly pagesMove: 0 | 1
}

/** The pages of one owner, kept beside its store. */
export interface PagesBeside extends Pick<View, "page" | "pages" | "pagesSince" | "pageNames"> {
  readonly sequence: number
  readonly write: (pages: ReadonlyArray<PageWrite>) => Effect.Effect<void, StoreError>
}

export const ownPages = (view: View): IndexView => ({
  ...view,
  pagesSequence: view.sequence,
  pagesMove: 1,
})

export const pagesBeside = (view: View, place: PagesBeside): IndexView => ({
  ...view,
  page: place.page,
  pages: place.pages,
  pagesSince: place.pagesSince,
  pageNames: place.pageNames,
  pagesSequence: place.sequence,
  pagesMove: 0,
})

/** Kept in this process, and made anew by the next. */
export const makePagesInMemory = (): PagesBeside => {
  const spaces = new Map<string, Map<string, Map<number, { bytes: Uint8Array; at: number }>>>()
  const namesOf = (space: string) => spaces.get(space) ?? new Map()
  const all = (space: string, name: string, since: number): ReadonlyArray<Page> =>
    [...(spaces.get(space)?.get(name) ?? [])]
      .filter(([, { at }]) => at > since)
      .map(([number, { bytes }]) => ({ name, number, bytes }))
      .sort((a, b) => a.number - b.number)
  let sequence = 0
  return {
    get sequence() {
      return sequence
    },
    page: (space, ids) =>
      Effect.sync(() =>
        ids.map(({ name, number }) => spaces.get(space)?.get(name)?.get(number)?.bytes),
      ),
    pages: (space, names) => Effect.sync(() => names.map((name) => all(space, name, -1))),
    pagesSince: (space, since) =>
      Effect.sync(() =>
        [...namesOf(space).keys()].sort(compareText).flatMap((name) => all(space, name, since)),
      ),
    pageNames: (space, { after, limit }) =>
      Effect.sync(() =>
        [...namesOf(space).keys()]
          .sort(compareText)
          .filter((name) => after === undefined || compareText(name, after) > 0)
          .slice(0, limit),
      ),
    write: (pages) =>
      Effect.sync(() => {
        sequence++
        for (const { space, name, number, bytes } of pages) {
          const names = spaces.get(space) ?? new Map()
          const numbers = names.get(name) ?? new Map()
          if (bytes === undefined) numbers.delete(number)
          else numbers.set(number, { bytes, at: sequence })
          if (numbers.size === 0) names.delete(name)
          else names.set(name, numbers)
          spaces.set(space, names)
        }
      }),
  }
}

/** Kept in another store, which must keep pages and be written by nobody else. */
export const makePagesInStore = (
  store: MemoryStore["Service"],
  owner: Owner,
): Effect.Effect<PagesBeside, StoreError> =>
  Effect.map(
    store.read(owner, (view) => Effect.succeed(view.sequence)),
    (start) => {
      let sequence = start
      return {
        get sequence() {
          return sequence
        },
        page: (space, ids) => store.read(owner, (view) => view.page(space, ids)),
        pages: (space, names) => store.read(owner, (view) => view.pages(space, names)),
        pagesSince: (space, since) => store.read(owner, (view) => view.pagesSince(space, since)),
        pageNames: (space, options) => store.read(owner, (view) => view.pageNames(space, options)),
        write: (pages) =>
          store.update(owner, (view) => {
            sequence = view.sequence + 1
            return Effect.succeed({ answer: undefined, draft: { pages } })
          }),
      }
    },
  )

/** Finds the places of owners, each made once. */
export const makePlaces = (beside: MemoryStore["Service"] | undefined) => {
  const places = new Map<string, PagesBeside>()
  return (owner: Owner): Effect.Effect<PagesBeside, StoreError> =>
    Effect.suspend(() => {
      const name = formatOwner(owner)
      const known = places.get(name)
      if (known !== undefined) return Effect.succeed(known)
      const made =
        beside === undefined ? Effect.sync(makePagesInMemory) : makePagesInStore(beside, owner)
      return Effect.map(made, (place) => {
        places.set(name, place)
        return place
      })
    })
}
