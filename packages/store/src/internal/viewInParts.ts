/**
 * The questions of a view asked in parts: large ones become several, and who asks them decides what
 * each part is asked of, and when.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import type { StoreError } from "../StoreError.ts"
import type { Ref, StoreLink } from "../StoreRecord.ts"
import { compareText } from "../Value.ts"
import type { View } from "../View.ts"

/** Rows asked for in one part, players whose links are, the first of these links, and rows of a list. */
const PART = { rows: 250, players: 50, first: 200, list: 1_000 } as const

/** Asks one part; `rows` is how many it is for, or how many may be answered. */
export type AskPart = <A>(
  question: (view: View) => Effect.Effect<A, StoreError>,
  rows: number,
) => Effect.Effect<A, StoreError>

export const viewInParts = (ask: AskPart): Omit<View, "owner" | "sequence" | "lastAt"> => {
  /** The answers to the parts, one behind the other. */
  const inParts = <Q, A>(
    asked: ReadonlyArray<Q>,
    size: number,
    question: (view: View, part: ReadonlyArray<Q>) => Effect.Effect<ReadonlyArray<A>, StoreError>,
  ): Effect.Effect<ReadonlyArray<A>, StoreError> =>
    Effect.map(
      Effect.forEach(partsOf(asked, size), (part) =>
        ask((view) => question(view, part), part.length),
      ),
      (answers) => answers.flat(),
    )
  /** A list page by page, each behind the one before. */
  const inPages = <O extends { readonly limit: number }, A>(
    options: O,
    question: (view: View, options: O) => Effect.Effect<ReadonlyArray<A>, StoreError>,
    behind: (last: A) => Partial<O>,
  ): Effect.Effect<ReadonlyArray<A>, StoreError> =>
    options.limit <= PART.list
      ? ask((view) => question(view, options), options.limit)
      : Effect.gen(function* () {
          const found: Array<A> = []
          let page = options
          for (;;) {
            const limit = Math.min(PART.list, options.limit - found.length)
            const part = { ...page, limit }
            const rows = yield* ask((view) => question(view, part), limit)
            for (const row of rows) found.push(row)
            const last = rows.at(-1)
            if (rows.length < limit || found.length === options.limit || last === undefined)
              return found
            page = { ...options, ...behind(last) }
          }
        })
  return {
    get: (type, keys) => inParts(keys, PART.rows, (view, part) => view.get(type, part)),
    atSlots: (type, slots) => inParts(slots, PART.rows, (view, part) => view.atSlots(type, part)),
    getLinks: (link, keys) => inParts(keys, PART.rows, (view, part) => view.getLinks(link, part)),
    page: (space, ids) => inParts(ids, PART.rows, (view, part) => view.page(space, part)),
    pages: (space, names) => inParts(names, PART.rows, (view, part) => view.pages(space, part)),
    linked: (link, role, players, options) => {
      const first = { ...options, limit: Math.min(options.limit, PART.first) }
      const rest = (part: ReadonlyArray<Ref>, found: ReadonlyArray<StoreLink>) => {
        const limit = options.limit - found.length
        const last = found.at(-1)
        return last === undefined || found.length < first.limit || limit === 0
          ? Effect.succeed(found)
          : Effect.map(
              inPages(
                { after: last.key, limit },
                (view, page) => view.linked(link, role, part, page),
                afterKey,
              ),
              (more) => [...found, ...more],
            )
      }
      const parts = Effect.forEach(partsOf(players, PART.players), (part) =>
        Effect.flatMap(
          ask((view) => view.linked(link, role, part, first), part.length),
          (found) => rest(part, found),
        ),
      )
      return Effect.map(parts, ([only = [], ...others]) =>
        others.length === 0 ? only : inOrder([only, ...others].flat()).slice(0, options.limit),
      )
    },
    slots: (type) => ask((view) => view.slots(type), 1),
    scan: (type, options) => inPages(options, (view, page) => view.scan(type, page), afterKey),
    range: (index, options) =>
      inPages(
        options,
        (view, page) => view.range(index, page),
        (after) => ({ after }),
      ),
    count: (index, prefix) => ask((view) => view.count(index, prefix), 1),
    scanLinks: (link, options) =>
      inPages(options, (view, page) => view.scanLinks(link, page), afterKey),
    pagesSince: (space, since) => ask((view) => view.pagesSince(space, since), 1),
    pageNames: (space, options) => ask((view) => view.pageNames(space, options), options.limit),
    changes: (after, limit) => ask((view) => view.changes(after, limit), limit),
  }
}

const afterKey = ({ key }: { readonly key: string }) => ({ after: key })

/** At least one part, so that a question with nothing asked is checked too. */
const partsOf = <Q>(asked: ReadonlyArray<Q>, size: number): ReadonlyArray<ReadonlyArray<Q>> =>
  asked.length <= size
    ? [asked]
    : Array.from({ length: Math.ceil(asked.length / size) }, (_, i) =>
        asked.slice(i * size, (i + 1) * size),
      )

/** Each link once, by key, as one question answers them. */
const inOrder = (links: Array<StoreLink>): ReadonlyArray<StoreLink> =>
  links
    .sort((a, b) => compareText(a.key, b.key))
    .filter(({ key }, i) => i === 0 || key !== links[i - 1]?.key)
