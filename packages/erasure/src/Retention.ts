/**
 * How long what is about people is kept, in days: what a host settles, and the instants that follow.
 *
 * @module
 */
import { Invalid } from "@reminisce/schema"
import type { EpochMillis } from "@reminisce/store"
import * as Effect from "effect/Effect"
import type { EraseOptions } from "./EraseOptions.ts"

/** Whole days, 1 to 36,500. Nothing is said by default, and then nothing is ever erased by age. */
export interface RetentionRules {
  /** Affects about people. */
  readonly subjectRetentionDays?: number
  /** Memories about people by the consent scope they are kept on, such as `{ support: 90 }`. */
  readonly scopeRetentionDays?: { readonly [scope: string]: number }
}

export interface RetainOptions extends EraseOptions {
  /** Days are counted back from here: an instant that is not in the future. Default now. */
  readonly until?: EpochMillis | string
}

/** What was recorded before is over its time; absent where nothing is said of it. */
export interface Cutoffs {
  readonly affects: EpochMillis | undefined
  readonly scopes: ReadonlyMap<string, EpochMillis>
  /** Nothing recorded from here on is over its time. */
  readonly latest: EpochMillis
}

const DAY_MILLIS = 86_400_000
const DAYS_MOST = 36_500

/** Fails with `Invalid` naming the option and the rule it breaks. */
export const checkRetention = ({
  subjectRetentionDays,
  scopeRetentionDays = {},
}: RetentionRules): Effect.Effect<void, Invalid> => {
  const fields = [
    ...(subjectRetentionDays === undefined
      ? []
      : [["subjectRetentionDays", subjectRetentionDays] as const]),
    ...Object.values(scopeRetentionDays).map((days) => ["scopeRetentionDays", days] as const),
  ]
  for (const [field, days] of fields) {
    if (!Number.isSafeInteger(days)) return Effect.fail(new Invalid({ field, rule: "integer" }))
    if (days < 1 || days > DAYS_MOST)
      return Effect.fail(new Invalid({ field, rule: "out-of-range" }))
  }
  return Effect.void
}

/** Undefined where nothing is to be erased by age. */
export const cutoffsOf = (
  { subjectRetentionDays, scopeRetentionDays = {} }: RetentionRules,
  until: EpochMillis,
): Cutoffs | undefined => {
  const before = (days: number): EpochMillis => until - days * DAY_MILLIS
  const affects = subjectRetentionDays === undefined ? undefined : before(subjectRetentionDays)
  const scopes = new Map(
    Object.entries(scopeRetentionDays).map(([scope, days]) => [scope, before(days)]),
  )
  const all = [...scopes.values(), ...(affects === undefined ? [] : [affects])]
  return all.length === 0 ? undefined : { affects, scopes, latest: Math.max(...all) }
}
