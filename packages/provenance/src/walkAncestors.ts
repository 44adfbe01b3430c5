/**
 * The derivations beneath a memory, walked level by level: each memory once, at its least depth, so
 * that a cycle ends the walk. A memory the audience may not see is not walked through.
 *
 * @module
 */
import { recordsToMemories } from "@reminisce/schema"
import { allLinked, compareText, type StoreError, type StoreRecord } from "@reminisce/store"
import * as Effect from "effect/Effect"
import type { Ancestor } from "./Explanation.ts"
import type { Sight } from "./Sight.ts"

/** Most ancestors in one answer. */
export const ANCESTORS_MOST = 10_000

export interface Ancestry {
  /** Of the memory itself. */
  readonly grounds: ReadonlyArray<string>
  readonly ancestors: ReadonlyArray<Ancestor>
  readonly truncated: boolean
}

export interface WalkBounds {
  /** Steps of derivation. */
  readonly depth: number
  /** Ancestors. */
  readonly most: number
}

export const walkAncestors = Effect.fnUntraced(function* (
  sight: Sight,
  key: string,
  { depth, most }: WalkBounds,
): Effect.fn.Return<Ancestry, StoreError> {
  const grounds = new Map<string, ReadonlyArray<string>>()
  const found = new Map<string, { readonly record: StoreRecord; readonly depth: number }>()
  let level: ReadonlyArray<string> = [key]
  let truncated = false
  for (let next = 1; level.length > 0; next++) {
    const below = yield* readGrounds(sight, level)
    for (const [conclusion, keys] of below.grounds) grounds.set(conclusion, keys)
    const fresh = [...below.records.values()]
      .filter((record) => record.key !== key && !found.has(record.key))
      .sort((a, b) => compareText(a.key, b.key))
    const taken = next > depth ? [] : fresh.slice(0, most - found.size)
    for (const record of taken) found.set(record.key, { record, depth: next })
    if (taken.length < fresh.length) {
      // The last ones taken name their grounds like all others.
      const last = yield* readGrounds(
        sight,
        taken.map((record) => record.key),
      )
      for (const [conclusion, keys] of last.grounds) grounds.set(conclusion, keys)
      truncated = true
      break
    }
    level = taken.map((record) => record.key)
  }
  const memories = yield* recordsToMemories(
    sight.view,
    [...found.values()].map(({ record }) => record),
  )
  return {
    grounds: grounds.get(key) ?? [],
    ancestors: memories.map((memory) => ({
      memory,
      depth: found.get(memory.key)?.depth ?? 0,
      grounds: grounds.get(memory.key) ?? [],
    })),
    truncated,
  }
})

/** What a level rests on, as far as it can be seen: keys by conclusion, in the order of links and so sorted, and the records. */
const readGrounds = Effect.fnUntraced(function* (
  sight: Sight,
  conclusions: ReadonlyArray<string>,
): Effect.fn.Return<
  {
    readonly grounds: ReadonlyMap<string, ReadonlyArray<string>>
    readonly records: ReadonlyMap<string, StoreRecord>
  },
  StoreError
> {
  const links =
    conclusions.length === 0
      ? []
      : yield* allLinked(
          sight.view,
          "derivation",
          "conclusion",
          conclusions.map((key) => ({ type: "memory", key })),
        )
  const records = yield* sight.see(links.flatMap(({ ends }) => ends.ground?.key ?? []))
  const grounds = new Map<string, Array<string>>()
  for (const { ends } of links) {
    const ground = ends.ground?.key
    if (ends.conclusion === undefined || ground === undefined || !records.has(ground)) continue
    const known = grounds.get(ends.conclusion.key)
    if (known === undefined) grounds.set(ends.conclusion.key, [ground])
    else known.push(ground)
  }
  return { grounds, records }
})
