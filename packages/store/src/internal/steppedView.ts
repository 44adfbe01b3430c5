/**
 * A view whose every question is a read of its own at one sequence, in a turn of its own, and large
 * questions several of them. Fails with `Moved` when the owner has been written to meanwhile.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import type { MemoryStore } from "../MemoryStore.ts"
import type { Owner } from "../Owner.ts"
import { Moved, StoreError } from "../StoreError.ts"
import type { StoreLink } from "../StoreRecord.ts"
import { compareText } from "../Value.ts"
import type { View } from "../View.ts"

export const MOVED = new StoreError({ operation: "read", reason: new Moved() })

export const isMoved = (error: unknown): boolean =>
  error instanceof StoreError && error.reason._tag === "Moved"

/** Rows asked for in one read, and players whose links are. */
const PART = { rows: 250, players: 50 } as const

export const steppedView = (
  store: MemoryStore["Service"],
  owner: Owner,
): Effect.Effect<View, StoreError> =>
  Effect.map(
    store.read(owner, ({ sequence, lastAt }) => Effect.succeed({ sequence, lastAt })),
    (at) => ({ owner, ...at, ...questions(store, owner, at.sequence) }),
  )

const questions = (
  store: MemoryStore["Service"],
  owner: Owner,
  sequence: number,
): Omit<View, "owner" | "sequence" | "lastAt"> => {
  const ask = <A>(
    question: (view: View) => Effect.Effect<A, StoreError>,
  ): Effect.Effect<A, StoreError> =>
    Effect.andThen(
      Effect.yieldNow,
      store.read(owner, (view) =>
        view.sequence === sequence ? question(view) : Effect.fail(MOVED),
      ),
    )
  /** The answers to the parts, one behind the other. */
  const inParts = <Q, A>(
    asked: ReadonlyArray<Q>,
    size: number,
    question: (view: View, part: ReadonlyArray<Q>) => Effect.Effect<ReadonlyArray<A>, StoreError>,
  ): Effect.Effect<ReadonlyArray<A>, StoreError> =>
    Effect.map(
      Effect.forEach(partsOf(asked, size), (part) => ask((view) => question(view, part))),
      (answers) => answers.flat(),
    )
  return {
    get: (type, keys) => inParts(keys, PART.rows, (view, part) => view.get(type, part)),
    atSlots: (type, slots) => inParts(slots, PART.rows, (view, part) => view.atSlots(type, part)),
    getLinks: (link, keys) => inParts(keys, PART.rows, (view, part) => view.getLinks(link, part)),
    page: (space, ids) => inParts(ids, PART.rows, (view, part) => view.page(space, part)),
    pages: (space, names) => inParts(names, PART.rows, (view, part) => view.pages(space, part)),
    linked: (link, role, players, limit) =>
      limit !== undefined || players.length <= PART.players
        ? ask((view) => view.linked(link, role, players, limit))
        : Effect.map(
            inParts(players, PART.players, (view, part) => view.linked(link, role, part)),
            inOrder,
          ),
    slots: (type) => ask((view) => view.slots(type)),
    scan: (type, options) => ask((view) => view.scan(type, options)),
    range: (index, options) => ask((view) => view.range(index, options)),
    count: (index, prefix) => ask((view) => view.count(index, prefix)),
    scanLinks: (link, options) => ask((view) => view.scanLinks(link, options)),
    pagesSince: (space, since) => ask((view) => view.pagesSince(space, since)),
    pageNames: (space, options) => ask((view) => view.pageNames(space, options)),
    changes: (after, limit) => ask((view) => view.changes(after, limit)),
  }
}

/** At least one part, so that a question with nothing asked is checked too. */
const partsOf = <Q>(asked: ReadonlyArray<Q>, size: number): ReadonlyArray<ReadonlyArray<Q>> =>
  asked.length <= size
    ? [asked]
    : Array.from({ length: Math.ceil(asked.length / size) }, (_, i) =>
        asked.slice(i * size, (i + 1) * size),
      )

/** Each link once, by key, as one question answers them. */
const inOrder = (links: ReadonlyArray<StoreLink>): ReadonlyArray<StoreLink> =>
  [...new Map(links.map((link) => [link.key, link])).values()].sort((a, b) =>
    compareText(a.key, b.key),
  )
