/**
 * The contradictions a memory takes part in, as a claim itself or as an end of a derivation that is
 * one, and whether each still stands.
 *
 * @module
 */
import {
  allLinked,
  compareText,
  type EpochMillis,
  eachLinked,
  type Ref,
  type StoreError,
  type StoreLink,
  type StoreRecord,
} from "@reminisce/store"
import * as Effect from "effect/Effect"
import type { Claim, Contradiction, StatusStep } from "./Explanation.ts"
import { readHistories } from "./readHistories.ts"
import type { Sight } from "./Sight.ts"

/** One is shown only to an audience that may see every memory it involves. */
export const readContradictions = Effect.fnUntraced(function* (
  { view, see }: Sight,
  key: string,
): Effect.fn.Return<ReadonlyArray<Contradiction>, StoreError> {
  const self = { type: "memory", key }
  // A memory may be the ground of very many others; most owners have no contradiction at all.
  if ((yield* view.scanLinks("contradiction", { limit: 1 })).length === 0) return []
  const linkByKey = new Map<string, StoreLink>()
  const addThoseOf = Effect.fnUntraced(function* (
    players: ReadonlyArray<Ref>,
  ): Effect.fn.Return<void, StoreError> {
    for (const side of ["left", "right"]) {
      for (const link of yield* allLinked(view, "contradiction", side, players))
        linkByKey.set(link.key, link)
    }
  })
  yield* addThoseOf([self])
  for (const role of ["conclusion", "ground"])
    yield* eachLinked(view, "derivation", role, [self], addThoseOf)
  const links = [...linkByKey.values()].sort((a, b) => compareText(a.key, b.key))
  if (links.length === 0) return []
  const ends = links.flatMap(sidesOf)
  const pairs = new Map(
    (yield* view.getLinks("derivation", [...new Set(ends.filter(isDerivation).map((r) => r.key))]))
      .filter((link) => link !== undefined)
      .map((link) => [link.key, link]),
  )
  const involvedBy = new Map(
    links.map((link) => [link.key, sidesOf(link).flatMap((end) => keysOf(end, pairs))]),
  )
  const records = yield* see([...involvedBy.values()].flat())
  const ended = [...records.values()].filter((record) => !isCurrent(record))
  const histories = yield* readHistories(view, ended)
  return links.flatMap((link) => {
    const involved = involvedBy.get(link.key) ?? []
    const seen = involved.flatMap((each) => records.get(each) ?? [])
    return seen.length < involved.length ? [] : [toContradiction(link, pairs, seen, histories)]
  })
})

const sidesOf = ({ ends }: StoreLink): ReadonlyArray<Ref> => [
  ends.left ?? { type: "", key: "" },
  ends.right ?? { type: "", key: "" },
]

const isDerivation = ({ type }: Ref): boolean => type === "derivation"

const isCurrent = ({ attributes }: StoreRecord): boolean =>
  attributes.status === "active" || attributes.status === "inactive"

/** Keys of the memories behind one side of a contradiction. */
const keysOf = (end: Ref, pairs: ReadonlyMap<string, StoreLink>): ReadonlyArray<string> => {
  if (!isDerivation(end)) return [end.key]
  const { conclusion, ground } = pairs.get(end.key)?.ends ?? {}
  return conclusion === undefined || ground === undefined ? [end.key] : [conclusion.key, ground.key]
}

const toClaim = (end: Ref | undefined, pairs: ReadonlyMap<string, StoreLink>): Claim => {
  if (end === undefined) return ""
  const [first = "", second] = keysOf(end, pairs)
  return second === undefined ? first : { derivation: [first, second] }
}

const toContradiction = (
  link: StoreLink,
  pairs: ReadonlyMap<string, StoreLink>,
  involved: ReadonlyArray<StoreRecord>,
  histories: ReadonlyMap<string, ReadonlyArray<StatusStep>>,
): Contradiction => {
  const { reason } = link.attributes
  const recordedAt = Number(link.attributes.recordedAt)
  const ends = involved
    .filter((record) => !isCurrent(record))
    .map(({ key }) => notCurrentSince(histories.get(key) ?? []))
  return {
    id: link.key,
    claims: [toClaim(link.ends.left, pairs), toClaim(link.ends.right, pairs)],
    ...(typeof reason === "string" ? { reason } : {}),
    recordedAt,
    standing: ends.length === 0,
    ...(ends.length === 0 ? {} : { endedAt: Math.max(recordedAt, Math.min(...ends)) }),
  }
}

/** The instant of the first step after the last on which the memory was current. */
const notCurrentSince = (history: ReadonlyArray<StatusStep>): EpochMillis => {
  const last = history.findLastIndex(({ status }) => status === "active" || status === "inactive")
  return history[last + 1]?.at ?? history.at(-1)?.at ?? 0
}
