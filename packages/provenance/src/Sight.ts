/**
 * What an audience can see of one owner: memories by key, each looked up once, and nothing of those
 * that concern someone outside the audience.
 *
 * @module
 */
import { type Audience, audienceKeys, isVisible } from "@reminisce/schema"
import type { StoreError, StoreRecord, View } from "@reminisce/store"
import * as Effect from "effect/Effect"

export interface Sight {
  readonly view: View
  /** The visible ones of these memories, by key. Unknown keys are left out like invisible ones. */
  readonly see: (
    keys: Iterable<string>,
  ) => Effect.Effect<ReadonlyMap<string, StoreRecord>, StoreError>
}

/** Most memories kept in mind, so that one in very many links does not bring them all. */
const MOST = 10_000

export const makeSight = Effect.fnUntraced(function* (
  view: View,
  audience: Audience,
): Effect.fn.Return<Sight, StoreError> {
  const subjects = yield* audienceKeys(view, audience)
  const seen = new Map<string, StoreRecord | undefined>()
  return {
    view,
    see: Effect.fnUntraced(function* (keys) {
      const wanted = [...new Set(keys)]
      const unread = wanted.filter((key) => !seen.has(key))
      if (unread.length > 0) {
        const records = yield* view.get("memory", unread)
        for (const [i, key] of unread.entries()) {
          const record = records[i]
          seen.set(key, record !== undefined && isVisible(record, subjects) ? record : undefined)
        }
      }
      const answer = new Map(
        wanted.flatMap((key) => {
          const record = seen.get(key)
          return record === undefined ? [] : [[key, record] as const]
        }),
      )
      if (seen.size > MOST) seen.clear()
      return answer
    }),
  }
})
