/**
 * The memories of a visible set by time of recording, the latest first, page by page.
 *
 * @module
 */
import type { RangeEntry, StoreError, StoreRecord, View } from "@reminisce/store"
import * as Effect from "effect/Effect"
import type { ListPlace } from "./cursor.ts"

export interface ListPage {
  readonly records: ReadonlyArray<StoreRecord>
  /** The last one's place, if there are more behind it. */
  readonly next: ListPlace | undefined
}

/** Most memories looked at with one question. */
const MOST = 1_000

export const listVisible = (
  view: View,
  visible: Uint8Array,
  limit: number,
  after: ListPlace | undefined,
): Effect.Effect<ListPage, StoreError> =>
  Effect.gen(function* () {
    const records: Array<StoreRecord> = []
    let behind: RangeEntry | undefined =
      after === undefined ? undefined : { values: [after.recordedAt], key: after.key }
    for (let most = Math.min(limit + 1, MOST); ; most = Math.min(most * 4, MOST)) {
      const entries: ReadonlyArray<RangeEntry> = yield* view.range("memoryByRecorded", {
        prefix: [],
        order: "descending",
        limit: most,
        ...(behind === undefined ? {} : { after: behind }),
      })
      const keys = entries.map(({ key }) => key)
      for (const record of keys.length === 0 ? [] : yield* view.get("memory", keys)) {
        if (record !== undefined && visible[record.slot ?? -1] === 1) records.push(record)
        if (records.length > limit)
          return { records: records.slice(0, limit), next: placeOf(records[limit - 1]) }
      }
      behind = entries[entries.length - 1]
      if (behind === undefined || entries.length < most) return { records, next: undefined }
    }
  })

const placeOf = (record: StoreRecord | undefined): ListPlace | undefined =>
  record === undefined
    ? undefined
    : { recordedAt: Number(record.attributes.recordedAt), key: record.key }
