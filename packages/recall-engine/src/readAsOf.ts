/**
 * Reading without ranking: what is kept now, and what was known and current at a past moment.
 *
 * @module
 */
import { recordsToMemories, STATUSES } from "@reminisce/schema"
import type { EpochMillis, StoreError, View } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { encodeListCursor, type ListPlace } from "./internal/cursor.ts"
import { findVisible, statusesAt } from "./internal/findVisible.ts"
import { listVisible } from "./internal/listVisible.ts"
import type { OwnerIndex } from "./internal/OwnerIndex.ts"
import type { ListAnswer } from "./RecallAnswer.ts"
import type { ListRequest } from "./RecallOptions.ts"

/** What a list shows, as it stood at one sequence. */
interface Listed {
  /** One byte a slot, 1 for visible; a copy. */
  readonly visible: Uint8Array
  readonly scanned: number
  /** The status of then for slots whose status has moved since; undefined for a list of now. */
  readonly then: ReadonlyMap<number, number> | undefined
}

/** `asOf` undefined: now. Validity is reported, not judged. */
export const findListed = (
  view: View,
  index: OwnerIndex,
  asOf: EpochMillis | undefined,
  request: ListRequest,
): Effect.Effect<Listed, StoreError> =>
  Effect.gen(function* () {
    const reading = { ...request, asOf, at: null, isReading: asOf !== undefined }
    const visible = yield* findVisible(index, view, reading)
    const then = asOf === undefined ? undefined : yield* statusesAt(index, view, asOf)
    return { visible: visible.bytes.slice(), scanned: visible.count, then }
  })

/** A page of what was found in a view of the same sequence. */
export const readListed = (
  view: View,
  { visible, scanned, then }: Listed,
  { limit }: ListRequest,
  after: ListPlace | undefined,
): Effect.Effect<ListAnswer, StoreError> =>
  Effect.gen(function* () {
    const { records, next } = yield* listVisible(view, visible, limit, after)
    const memories = yield* recordsToMemories(view, records)
    return {
      memories: memories.map((memory, i) => {
        const status = STATUSES[then?.get(records[i]?.slot ?? -1) ?? -1]
        return status === undefined ? memory : { ...memory, status }
      }),
      scanned,
      ...(next === undefined ? {} : { next: encodeListCursor(next) }),
    }
  })
