/**
 * What a memory replaced, and what replaced it.
 *
 * @module
 */
import { recordsToMemories } from "@reminisce/schema"
import { allLinked, compareText, type StoreError, type StoreRecord } from "@reminisce/store"
import * as Effect from "effect/Effect"
import type { Succession } from "./Explanation.ts"
import { readHistories } from "./readHistories.ts"
import type { Sight } from "./Sight.ts"

export const readSuccessions = Effect.fnUntraced(function* (
  sight: Sight,
  memory: StoreRecord,
): Effect.fn.Return<
  {
    readonly supersedes: ReadonlyArray<Succession>
    readonly supersededBy: ReadonlyArray<Succession>
  },
  StoreError
> {
  const self = { type: "memory", key: memory.key }
  const older = yield* allLinked(sight.view, "supersession", "newer", [self])
  const newer = yield* allLinked(sight.view, "supersession", "older", [self])
  if (older.length + newer.length === 0) return { supersedes: [], supersededBy: [] }
  const others = yield* sight.see([
    ...older.flatMap(({ ends }) => ends.older?.key ?? []),
    ...newer.flatMap(({ ends }) => ends.newer?.key ?? []),
  ])
  const memories = yield* recordsToMemories(sight.view, [...others.values()])
  const memoryByKey = new Map(memories.map((each) => [each.key, each]))
  const histories = yield* readHistories(sight.view, [memory, ...others.values()])
  const reasonOf = (key: string): { readonly reason?: string } => {
    const step = histories.get(key)?.find(({ status }) => status === "superseded")
    return step?.reason === undefined ? {} : { reason: step.reason }
  }
  const successions = (links: typeof older, role: "older" | "newer"): ReadonlyArray<Succession> =>
    links
      .flatMap(({ ends, attributes }) => {
        const other = memoryByKey.get(ends[role]?.key ?? "")
        return other === undefined
          ? []
          : [
              {
                memory: other,
                at: Number(attributes.recordedAt),
                ...reasonOf(ends.older?.key ?? ""),
              },
            ]
      })
      .sort((a, b) => compareText(a.memory.key, b.memory.key))
  return { supersedes: successions(older, "older"), supersededBy: successions(newer, "newer") }
})
