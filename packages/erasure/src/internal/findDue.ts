/**
 * Finds an owner's memories that were kept for longer than the host allows.
 *
 * @module
 */
import { STATUSES, texts } from "@reminisce/schema"
import type {
  MemoryStore,
  Owner,
  RangeEntry,
  StoreError,
  StoreRecord,
  View,
} from "@reminisce/store"
import * as Effect from "effect/Effect"
import type { Cutoffs } from "../Retention.ts"
import { memoryRef } from "./Erasable.ts"
import { linksOf } from "./linksOf.ts"

/** Memories read in one step. */
const STEP = 500

const KEPT = STATUSES.filter((status) => status !== "withdrawn")

/** Those among `records` that are over their time. */
export const dueAmong = Effect.fnUntraced(function* (
  view: View,
  records: ReadonlyArray<StoreRecord | undefined>,
  { affects, scopes, latest }: Cutoffs,
): Effect.fn.Return<ReadonlyArray<StoreRecord>, StoreError> {
  const old = records
    .filter((record) => record !== undefined)
    .filter(
      ({ attributes }) =>
        attributes.status !== "withdrawn" &&
        texts(attributes.concerns).length > 0 &&
        Number(attributes.recordedAt) < latest,
    )
  const cutoff = new Map<string, number>()
  const allow = (key: string, before: number): void =>
    void cutoff.set(key, Math.max(before, cutoff.get(key) ?? before))
  if (affects !== undefined) {
    for (const { key, attributes } of old) {
      if (texts(attributes.aspects).includes("affective")) allow(key, affects)
    }
  }
  if (scopes.size > 0 && old.length > 0) {
    const refs = old.map(({ key }) => memoryRef(key))
    for (const { attributes, ends } of yield* linksOf(view, "concerning", "memory", refs)) {
      const before = scopes.get(String(attributes.consentScope))
      if (before !== undefined && ends.memory !== undefined) allow(ends.memory.key, before)
    }
  }
  return old.filter(({ key, attributes }) => Number(attributes.recordedAt) < (cutoff.get(key) ?? 0))
})

/** Calls `use` with the keys found, a step at a time. */
export const forEachDue = Effect.fnUntraced(function* <E>(
  store: MemoryStore["Service"],
  owner: Owner,
  cutoffs: Cutoffs,
  use: (keys: ReadonlyArray<string>) => Effect.Effect<void, E>,
): Effect.fn.Return<void, StoreError | E> {
  for (const status of KEPT) {
    for (let after: RangeEntry | undefined; ; ) {
      const from = after
      const page = yield* store.read(
        owner,
        Effect.fnUntraced(function* (view) {
          const entries = yield* view.range("memoryByStatus", {
            prefix: [status],
            to: cutoffs.latest,
            limit: STEP,
            ...(from === undefined ? {} : { after: from }),
          })
          const keys = entries.map(({ key }) => key)
          const records = keys.length === 0 ? [] : yield* view.get("memory", keys)
          return { entries, due: yield* dueAmong(view, records, cutoffs) }
        }),
      )
      yield* use(page.due.map(({ key }) => key))
      after = page.entries.at(-1)
      if (page.entries.length < STEP) break
      yield* Effect.yieldNow
    }
  }
})
