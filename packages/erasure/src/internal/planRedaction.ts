/**
 * Plans the emptying of some memories: their words, whatever was said about them, and the links and
 * sources that only they have. Reads in a number of questions that does not depend on how many there
 * are, but for sources that others cite very often.
 *
 * @module
 */
import { SEALED } from "@reminisce/schema"
import {
  type Draft,
  type EpochMillis,
  eachLinked,
  type RecordWrite,
  type Ref,
  type StoreError,
  type StoreRecord,
  type View,
} from "@reminisce/store"
import * as Effect from "effect/Effect"
import { type ErasureCounts, NO_COUNTS } from "../Receipt.ts"
import { type Erasable, memoryRef } from "./Erasable.ts"
import { eachClaim, hasNone } from "./linksOf.ts"
import { planSources } from "./planSources.ts"
import { Removals } from "./Removals.ts"
import { readMoves } from "./readMoves.ts"

export interface PlannedRedaction {
  readonly draft: Draft
  readonly counts: ErasureCounts
  /** Sources that stay because others cite them. */
  readonly sharedSources: ReadonlyArray<string>
}

/** As it was said, or sealed. */
const REASON = ["reason", SEALED]

const WITHDRAWN = { status: "withdrawn" }

/** `records`: memories that are not withdrawn yet, each once. `by`: who stands for it. */
export const planRedaction = Effect.fnUntraced(function* (
  view: View,
  erasable: Erasable,
  records: ReadonlyArray<StoreRecord>,
  at: EpochMillis,
  by: string | undefined,
): Effect.fn.Return<PlannedRedaction, StoreError> {
  if (records.length === 0) return { draft: {}, counts: NO_COUNTS, sharedSources: [] }
  const refs = records.map(({ key }) => memoryRef(key))
  const words = new Removals()
  for (const record of records) words.add(record, erasable.memory)

  const moves = yield* readMoves(view, records)
  const reasons = new Removals()
  for (const move of moves.values()) for (const each of move) reasons.add(each, REASON)
  yield* removeSupersessionReasons(view, refs, reasons)

  const links = new Removals()
  const contradictions = yield* removeLinkWords(view, erasable, refs, links)
  const groups = yield* removeGroupWords(view, erasable, refs)
  const sources = yield* planSources(view, refs)
  const standing = by === undefined ? {} : { by }
  return {
    draft: {
      set: records.map(({ key }) => ({ type: "memory", key, attributes: WITHDRAWN })),
      unset: [words, reasons, links, groups].flatMap((each) => each.toUnset()),
      create: records.map(({ key }) =>
        withdrawnMove(key, (moves.get(key)?.length ?? 0) + 1, at, standing),
      ),
      unlink: sources.unlink,
      drop: sources.drop,
    },
    counts: {
      ...NO_COUNTS,
      memories: records.length,
      statusReasons: reasons.count,
      contradictions,
      groups: groups.count,
      citations: sources.unlink.length,
      sources: sources.drop.length,
    },
    sharedSources: sources.shared,
  }
})

/** The reason of a withdrawal stands in its own record, where a purge finds it. */
const withdrawnMove = (
  memory: string,
  ordinal: number,
  at: EpochMillis,
  standing: { readonly by?: string },
): RecordWrite => ({
  type: "statusChange",
  key: `${memory}#${ordinal}`,
  attributes: { memory, ordinal, status: "withdrawn", at, ...standing },
})

/** Why another memory was replaced by one of these may be told in the words of this one. */
const removeSupersessionReasons = Effect.fnUntraced(function* (
  view: View,
  refs: ReadonlyArray<Ref>,
  reasons: Removals,
): Effect.fn.Return<void, StoreError> {
  if (yield* hasNone(view, "supersession")) return
  yield* eachLinked(
    view,
    "supersession",
    "newer",
    refs,
    Effect.fnUntraced(function* (links) {
      const older = links.flatMap(({ ends }) => ends.older?.key ?? [])
      if (older.length === 0) return
      const records = (yield* view.get("memory", older)).filter((each) => each !== undefined)
      for (const move of [...(yield* readMoves(view, records)).values()].flat()) {
        if (move.attributes.status === "superseded") reasons.add(move, REASON)
      }
    }),
  )
})

/** Answers how many contradictions lose their reason. */
const removeLinkWords = Effect.fnUntraced(function* (
  view: View,
  { links }: Erasable,
  refs: ReadonlyArray<Ref>,
  removals: Removals,
): Effect.fn.Return<number, StoreError> {
  let contradictions = 0
  for (const { type, roles, attributes } of links) {
    if (yield* hasNone(view, type)) continue
    const removeThoseOf = Effect.fnUntraced(function* (
      players: ReadonlyArray<Ref>,
    ): Effect.fn.Return<void, StoreError> {
      for (const role of roles) {
        yield* eachLinked(view, type, role, players, (found) =>
          Effect.sync(() => {
            for (const link of found)
              if (removals.add(link, attributes) && type === "contradiction") contradictions++
          }),
        )
      }
    })
    // A claim may also be that one memory follows from another.
    yield* type === "contradiction" ? eachClaim(view, refs, removeThoseOf) : removeThoseOf(refs)
  }
  return contradictions
})

const removeGroupWords = Effect.fnUntraced(function* (
  view: View,
  { groups }: Erasable,
  refs: ReadonlyArray<Ref>,
): Effect.fn.Return<Removals, StoreError> {
  const removals = new Removals()
  for (const { link, role, group, type, attributes } of groups) {
    if (yield* hasNone(view, link)) continue
    yield* eachLinked(
      view,
      link,
      role,
      refs,
      Effect.fnUntraced(function* (links) {
        const keys = new Set(links.flatMap(({ ends }) => ends[group]?.key ?? []))
        if (keys.size === 0) return
        for (const record of yield* view.get(type, [...keys])) {
          if (record !== undefined) removals.add(record, attributes)
        }
      }),
    )
  }
  return removals
})
