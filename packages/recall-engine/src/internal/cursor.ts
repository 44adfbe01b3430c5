/**
 * Cursors: places in an order, as text a caller hands back. What is no cursor of ours is refused.
 *
 * @module
 */
import { Invalid } from "@reminisce/schema"
import * as Effect from "effect/Effect"
import type { Place } from "./selectTop.ts"

/** Longest cursor accepted, in UTF-16 units: two numbers and a key. */
export const CURSOR_UNITS = 640

const RANKED = /^r (\d{1,16}) (-?\d{1,16}|-) (.{1,512})$/s
const LISTED = /^t (-?\d{1,16}) (.{1,512})$/s

export const encodeRankCursor = ({ score, ownTime, key }: Place): string =>
  `r ${score} ${Number.isFinite(ownTime) ? ownTime : "-"} ${key}`

export const decodeRankCursor = (text: string): Effect.Effect<Place, Invalid> => {
  const [, score, ownTime, key] = RANKED.exec(text) ?? []
  return score === undefined || key === undefined
    ? refuse
    : Effect.succeed({
        score: Number(score),
        ownTime: ownTime === "-" ? Number.NEGATIVE_INFINITY : Number(ownTime),
        key,
      })
}

/** A place by time of recording. */
export interface ListPlace {
  readonly recordedAt: number
  readonly key: string
}

export const encodeListCursor = ({ recordedAt, key }: ListPlace): string => `t ${recordedAt} ${key}`

export const decodeListCursor = (text: string): Effect.Effect<ListPlace, Invalid> => {
  const [, recordedAt, key] = LISTED.exec(text) ?? []
  return key === undefined ? refuse : Effect.succeed({ recordedAt: Number(recordedAt), key })
}

const refuse = Effect.fail(new Invalid({ field: "after", rule: "cursor" }))
