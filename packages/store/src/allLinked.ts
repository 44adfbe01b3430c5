/**
 * The links of very many players, or of one in very many links: a question at a time, each of bounded
 * size.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import { RefSet } from "./RefSet.ts"
import type { StoreError } from "./StoreError.ts"
import type { Ref, StoreLink } from "./StoreRecord.ts"
import { compareText } from "./Value.ts"
import { RANGE_LIMIT, type View } from "./View.ts"

/** Players of one question, and links of one player that are asked for at once. */
const PART = { players: 500, links: 1_000 } as const

/**
 * Hands all links in which any of `players` plays `role` to `use`, each once, at most `RANGE_LIMIT`
 * at a time: in the order of their keys where there is one player. Ends early when `use` answers false.
 */
export const eachLinked = Effect.fnUntraced(function* <E>(
  view: View,
  link: string,
  role: string,
  players: ReadonlyArray<Ref>,
  use: (links: ReadonlyArray<StoreLink>) => Effect.Effect<unknown, E>,
): Effect.fn.Return<void, E | StoreError> {
  const distinct = distinctRefs(players)
  for (let from = 0; from === 0 || from < distinct.length; from += PART.players) {
    const part = distinct.slice(from, from + PART.players)
    const few = part.length === 1 ? undefined : yield* unlessMany(view, link, role, part)
    if (few !== undefined) {
      if ((yield* use(few)) === false) return
      continue
    }
    for (const player of part) if (!(yield* eachOf(view, link, role, player, use))) return
  }
})

/** All of them by key, each once. For players that are known to be in few links, or whose links are wanted all. */
export const allLinked = (
  view: View,
  link: string,
  role: string,
  players: ReadonlyArray<Ref>,
): Effect.Effect<ReadonlyArray<StoreLink>, StoreError> =>
  Effect.suspend(() => {
    const parts: Array<ReadonlyArray<StoreLink>> = []
    const keep = (links: ReadonlyArray<StoreLink>) => Effect.sync(() => void parts.push(links))
    return Effect.map(eachLinked(view, link, role, players, keep), () =>
      parts.length < 2 ? (parts[0] ?? []) : parts.flat().sort((a, b) => compareText(a.key, b.key)),
    )
  })

/** Undefined when there are so many that each player is to be asked for alone. */
const unlessMany = (
  view: View,
  link: string,
  role: string,
  players: ReadonlyArray<Ref>,
): Effect.Effect<ReadonlyArray<StoreLink> | undefined, StoreError> =>
  Effect.map(view.linked(link, role, players, { limit: RANGE_LIMIT }), (links) =>
    links.length < RANGE_LIMIT ? links : undefined,
  )

/** Page by page. False when `use` has said that it is enough. */
const eachOf = Effect.fnUntraced(function* <E>(
  view: View,
  link: string,
  role: string,
  player: Ref,
  use: (links: ReadonlyArray<StoreLink>) => Effect.Effect<unknown, E>,
): Effect.fn.Return<boolean, E | StoreError> {
  let after: string | undefined
  for (;;) {
    const behind = after === undefined ? {} : { after }
    const links = yield* view.linked(link, role, [player], { ...behind, limit: PART.links })
    if ((yield* use(links)) === false) return false
    after = links.at(-1)?.key
    if (links.length < PART.links) return true
  }
})

const distinctRefs = (refs: ReadonlyArray<Ref>): ReadonlyArray<Ref> => {
  if (refs.length < 2) return refs
  const seen = new RefSet()
  return refs.filter((ref) => seen.add(ref))
}
