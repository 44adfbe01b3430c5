/**
 * What became of an owner's memories between two moments, by what was recorded and by the moves of
 * their status.
 *
 * @module
 */
import { type Audience, audienceKeys, isVisible, type Status } from "@reminisce/schema"
import {
  compareText,
  type EpochMillis,
  type MemoryStore,
  type Owner,
  type RangeEntry,
  type StoreError,
  type StoreRecord,
  type View,
} from "@reminisce/store"
import * as Effect from "effect/Effect"
import type { StatusStep } from "./Explanation.ts"
import { readHistories } from "./readHistories.ts"

/** A memory whose status was one at the first moment and is another at the second. */
export interface StatusChange {
  readonly key: string
  readonly from: Status
  readonly to: Status
}

/** Keys in the order of their bytes, but for `added`, which is in the order of recording. */
export interface Diff {
  /** Recorded after the first moment and by the second, with the status of the second. */
  readonly added: ReadonlyArray<{ readonly key: string; readonly status: Status }>
  /** Of memories that were there at the first moment. */
  readonly superseded: ReadonlyArray<string>
  readonly forgotten: ReadonlyArray<string>
  readonly withdrawn: ReadonlyArray<string>
  /** Every other move: brought back, decayed, fulfilled, held. */
  readonly otherwise: ReadonlyArray<StatusChange>
}

/** Rows of one view. */
const PAGE = 500

/** What is committed up to `to` does not change any more, so every page is a view of its own. */
export const readDiff = Effect.fnUntraced(function* (
  store: MemoryStore["Service"],
  owner: Owner,
  from: EpochMillis,
  to: EpochMillis,
  audience: Audience,
): Effect.fn.Return<Diff, StoreError> {
  const added: Array<Diff["added"][number]> = []
  for (let after: RangeEntry | undefined; ; ) {
    const behind = after === undefined ? {} : { after }
    const page = yield* store.read(owner, (view) =>
      Effect.gen(function* () {
        const bounds = { prefix: [], from: from + 1, to: to + 1, limit: PAGE }
        const entries = yield* view.range("memoryByRecorded", { ...bounds, ...behind })
        const seen = yield* readSeen(
          view,
          audience,
          entries.map(({ key }) => key),
        )
        return { entries, seen }
      }),
    )
    for (const { record, history } of page.seen) {
      added.push({ key: record.key, status: statusAt(history, to) ?? "active" })
    }
    after = page.entries.at(-1)
    if (page.entries.length < PAGE) break
    yield* Effect.yieldNow
  }
  return { added, ...(yield* readMoves(store, owner, from, to, audience)) }
})

/** Moves have no index by time: all are looked at, in the order of their keys. */
const readMoves = Effect.fnUntraced(function* (
  store: MemoryStore["Service"],
  owner: Owner,
  from: EpochMillis,
  to: EpochMillis,
  audience: Audience,
): Effect.fn.Return<Omit<Diff, "added">, StoreError> {
  const moved = new Map<string, StatusChange>()
  for (let after: string | undefined; ; ) {
    const options = { ...(after === undefined ? {} : { after }), limit: PAGE }
    const page = yield* store.read(owner, (view) =>
      Effect.gen(function* () {
        const moves = yield* view.scan("statusChange", options)
        const within = moves.filter(({ attributes }) => {
          const at = Number(attributes.at)
          return from < at && at <= to
        })
        const keys = new Set(within.map(({ attributes }) => String(attributes.memory)))
        return { moves, seen: yield* readSeen(view, audience, [...keys]) }
      }),
    )
    for (const { record, history } of page.seen) {
      const [before, then] = [statusAt(history, from), statusAt(history, to)]
      if (before !== undefined && then !== undefined && before !== then)
        moved.set(record.key, { key: record.key, from: before, to: then })
    }
    after = page.moves.at(-1)?.key
    if (page.moves.length < PAGE) break
    yield* Effect.yieldNow
  }
  const all = [...moved.values()].sort((a, b) => compareText(a.key, b.key))
  const keysOf = (status: Status) => all.filter(({ to }) => to === status).map(({ key }) => key)
  return {
    superseded: keysOf("superseded"),
    forgotten: keysOf("forgotten"),
    withdrawn: keysOf("withdrawn"),
    otherwise: all.filter(({ to }) => !NAMED.includes(to)),
  }
})

const NAMED: ReadonlyArray<Status> = ["superseded", "forgotten", "withdrawn"]

interface Seen {
  readonly record: StoreRecord
  readonly history: ReadonlyArray<StatusStep>
}

/** The memories the audience may see, with their histories, in the order of `keys`. */
const readSeen = Effect.fnUntraced(function* (
  view: View,
  audience: Audience,
  keys: ReadonlyArray<string>,
): Effect.fn.Return<ReadonlyArray<Seen>, StoreError> {
  if (keys.length === 0) return []
  const subjects = yield* audienceKeys(view, audience)
  const records = (yield* view.get("memory", keys))
    .filter((record) => record !== undefined)
    .filter((record) => isVisible(record, subjects))
  const histories = yield* readHistories(view, records)
  return records.map((record) => ({ record, history: histories.get(record.key) ?? [] }))
})

/** Undefined before the memory was recorded. */
const statusAt = (history: ReadonlyArray<StatusStep>, at: EpochMillis): Status | undefined =>
  history.findLast((step) => step.at <= at)?.status
