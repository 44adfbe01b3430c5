/**
 * Finds the memories of a person that still have their words: all of them a stretch at a time, and
 * those that were written since.
 *
 * @module
 */
import { texts } from "@reminisce/schema"
import {
  type MemoryStore,
  type Owner,
  RANGE_LIMIT,
  type StoreError,
  type StoreRecord,
  type View,
} from "@reminisce/store"
import * as Effect from "effect/Effect"
import { subjectKey } from "./subjectKey.ts"
import type { Only } from "./withdrawOwner.ts"

/** Memories read in one step. */
const STEP = 500
/** Steps in a stretch: so many keys are held and sorted together. The more, the fewer index pages are written twice. */
const STEPS = 200

/** A memory a withdrawal takes; `only` leaves all but affects, or all but strands, as they are. */
export const isRedactable = ({ attributes }: StoreRecord, only: Only): boolean => {
  if (attributes.status === "withdrawn") return false
  const aspects = texts(attributes.aspects)
  return (
    only === undefined ||
    (only === "affect" ? aspects.includes("affective") : aspects.includes("persona"))
  )
}

export interface Found {
  /** The owner's at the first step. */
  readonly sequence: number
  /** How many memories the owner ever had. */
  readonly among: number
  /** In the order in which they were recorded: neighbours share index pages. */
  readonly keys: ReadonlyArray<string>
  /** Aligned with `keys`. */
  readonly slots: ReadonlyArray<number>
  /** The last memory looked at. */
  readonly after: string | undefined
  /** Whether that was the last there is. */
  readonly isLast: boolean
}

/** Of up to 100,000 memories behind `from`, in the order of keys, those to be redacted. */
export const findUnredacted = Effect.fnUntraced(function* (
  store: MemoryStore["Service"],
  owner: Owner,
  reference: string,
  only: Only,
  from: string | undefined,
): Effect.fn.Return<Found, StoreError> {
  const found: Array<{ readonly key: string; readonly slot: number }> = []
  let after = from
  let sequence: number | undefined
  let among = 0
  let isLast = false
  for (let step = 0; step < STEPS && !isLast; step++) {
    const page = yield* store.read(owner, (view) => readPage(view, reference, after))
    sequence ??= page.sequence
    among = page.slots
    for (const record of page.records) {
      if (isRedactable(record, only)) found.push({ key: record.key, slot: record.slot ?? 0 })
    }
    after = page.last ?? after
    isLast = page.isLast
    yield* Effect.yieldNow
  }
  found.sort((a, b) => a.slot - b.slot)
  const keys = found.map(({ key }) => key)
  const slots = found.map(({ slot }) => slot)
  return { sequence: sequence ?? 0, among, keys, slots, after, isLast }
})

interface MemoryPage {
  readonly sequence: number
  readonly slots: number
  readonly records: ReadonlyArray<StoreRecord>
  readonly last: string | undefined
  readonly isLast: boolean
}

/** Memories concerning the person behind `after`, in the order of keys. */
export const readPage = Effect.fnUntraced(function* (
  view: View,
  reference: string,
  after: string | undefined,
): Effect.fn.Return<MemoryPage, StoreError> {
  const { sequence } = view
  const slots = yield* view.slots("memory")
  const subject = yield* subjectKey(view, reference)
  if (subject === undefined) return { sequence, slots, records: [], last: undefined, isLast: true }
  const entries = yield* view.range("memoryByConcern", {
    prefix: [subject],
    limit: STEP,
    ...(after === undefined ? {} : { after: { values: [subject], key: after } }),
  })
  const keys = entries.map(({ key }) => key)
  const records = keys.length === 0 ? [] : yield* view.get("memory", keys)
  return {
    sequence,
    slots,
    records: records.filter((record) => record !== undefined),
    last: keys.at(-1),
    isLast: entries.length < STEP,
  }
})

/** Memories others have touched since; undefined when that cannot be told any more. */
export const changedSince = Effect.fnUntraced(function* (
  view: View,
  sequence: number | undefined,
): Effect.fn.Return<ReadonlyArray<string> | undefined, StoreError> {
  if (sequence === undefined || sequence === view.sequence) return []
  const changes = yield* view.changes(sequence, RANGE_LIMIT).pipe(
    Effect.catchIf(
      (error) => error.reason._tag === "Behind",
      () => Effect.succeed([]),
    ),
  )
  if (changes.at(-1)?.sequence !== view.sequence) return undefined
  const touched = changes.flatMap((change) => change.touched)
  return [...new Set(touched.filter(({ type }) => type === "memory").map(({ key }) => key))]
})
