/**
 * So many calls a second for each name, with a burst above it. Names used longest ago are let go.
 *
 * @module
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

export interface RateLimitOptions {
  /** Calls a second in the long run. */
  readonly perSecond: number
  /** Calls at once after a pause. */
  readonly burst: number
  /** Names kept; one that was let go begins with a whole burst. Default 10,000. */
  readonly capacity?: number
}

/** 0 when the call may go ahead, else the milliseconds until one may. */
export type RateLimit = (name: string) => Effect.Effect<number>

interface Bucket {
  /** Milliseconds of allowance spent; one call costs 1,000 / perSecond. */
  spent: number
  at: number
}

export const make = ({ burst, capacity = 10_000, perSecond }: RateLimitOptions): RateLimit => {
  const cost = 1_000 / perSecond
  const room = cost * burst
  const buckets = new Map<string, Bucket>()
  return (name) =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      const known = buckets.get(name)
      const bucket: Bucket = {
        spent: known === undefined ? 0 : Math.max(0, known.spent - Math.max(0, now - known.at)),
        at: now,
      }
      const over = bucket.spent + cost - room
      if (over <= 0) bucket.spent += cost
      buckets.delete(name)
      buckets.set(name, bucket)
      for (const [oldest] of buckets) {
        if (buckets.size <= capacity) break
        buckets.delete(oldest)
      }
      return over <= 0 ? 0 : Math.ceil(over)
    })
}
