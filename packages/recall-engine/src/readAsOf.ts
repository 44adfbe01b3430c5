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

/** `asOf` undefined: now. Validity is reported, not judged. */
export const readAsOf = (
  view: View,
  index: OwnerIndex,
  asOf: EpochMillis | undefined,
  request: ListRequest,
  after: ListPlace | undefined,
): Effect.Effect<ListAnswer, StoreError> =>
  Effect.gen(function* () {
    const visible = yield* findVisible(index, view, {
      ...request,
      asOf,
      at: null,
      isReading: asOf !== undefined,
    })
    const { records, next } = yield* listVisible(view, visible.bytes, request.limit, after)
    const memories = yield* recordsToMemories(view, records)
    const then = asOf === undefined ? undefined : yield* statusesAt(index, view, asOf)
    return {
      memories: memories.map((memory, i) => {
        const status = STATUSES[then?.get(records[i]?.slot ?? -1) ?? -1]
        return status === undefined ? memory : { ...memory, status }
      }),
      scanned: visible.count,
      ...(next === undefined ? {} : { next: encodeListCursor(next) }),
    }
  })
