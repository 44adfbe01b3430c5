/**
 * Removes a person from one owner after a withdrawal has emptied every memory: the links, the records
 * of withdrawals and the person's own record go in one plan, or in several where the store's cap asks
 * for it, the person's record last.
 *
 * @module
 */
import { texts } from "@reminisce/schema"
import {
  type Decision,
  eachLinked,
  keyOfEnds,
  type MemoryStore,
  mapInTurns,
  type Owner,
  RANGE_LIMIT,
  type RangeEntry,
  type Ref,
  type StoreError,
  type StoreRecord,
  type View,
} from "@reminisce/store"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { addCounts, type ErasureCounts, NO_COUNTS } from "../Receipt.ts"
import { hasNone } from "./linksOf.ts"
import { subjectKey } from "./subjectKey.ts"

/** A memory about the person has words again. Nothing of this plan was written. */
export class WrittenMeanwhile extends Schema.TaggedError<WrittenMeanwhile>(
  "@reminisce/erasure/internal/purgeOwner/WrittenMeanwhile",
)("WrittenMeanwhile", {}) {}

/** Bytes of a plan reckoned for each memory: its keys, twice, and its part of an index. */
const BYTES_EACH = 2_048

export const purgeOwner = Effect.fnUntraced(function* (
  store: MemoryStore["Service"],
  owner: Owner,
  reference: string,
): Effect.fn.Return<ErasureCounts, WrittenMeanwhile | StoreError> {
  const most = Math.max(1, Math.floor(store.capabilities.maxPlanBytes / BYTES_EACH))
  let counts = NO_COUNTS
  for (;;) {
    const step = yield* store.update(owner, (view) => decidePurge(view, store, reference, most))
    counts = addCounts(counts, step.counts)
    if (step.isLast) return counts
    yield* Effect.yieldNow
  }
})

interface Purged {
  readonly counts: ErasureCounts
  readonly isLast: boolean
}

const decidePurge = Effect.fnUntraced(function* (
  view: View,
  { schema }: Pick<MemoryStore["Service"], "schema">,
  reference: string,
  most: number,
): Effect.fn.Return<Decision<Purged>, WrittenMeanwhile | StoreError> {
  const key = yield* subjectKey(view, reference)
  if (key === undefined) return { answer: { counts: NO_COUNTS, isLast: true } }
  const subject: Ref = { type: "subject", key }
  const { records, isLast } = yield* readConcerned(view, key, most)
  if (records.some(({ attributes }) => attributes.status !== "withdrawn")) {
    return yield* new WrittenMeanwhile()
  }
  const unlink = yield* mapInTurns(records, (record) => ({
    type: "concerning",
    key: keyOfEnds(schema, "concerning", { memory: ref(record), subject }),
  }))
  const withdrawals = isLast ? yield* readWithdrawals(view, key) : []
  const others = isLast ? yield* hostLinks(view, schema, subject) : []
  return {
    answer: {
      counts: {
        ...NO_COUNTS,
        subjectLinks: unlink.length + others.length,
        withdrawals: withdrawals.length,
      },
      isLast,
    },
    draft: {
      set: yield* mapInTurns(records, (record) => ({
        ...ref(record),
        attributes: {
          concerns: texts(record.attributes.concerns).filter((each) => each !== key),
        },
      })),
      unlink: [...unlink, ...others],
      drop: isLast ? [...withdrawals, subject] : [],
    },
  }
})

const ref = ({ key }: StoreRecord): Ref => ({ type: "memory", key })

/** Up to `most` memories concerning the person. */
const readConcerned = Effect.fnUntraced(function* (
  view: View,
  subject: string,
  most: number,
): Effect.fn.Return<
  { readonly records: ReadonlyArray<StoreRecord>; readonly isLast: boolean },
  StoreError
> {
  const records: Array<StoreRecord> = []
  let after: RangeEntry | undefined
  for (;;) {
    const limit = Math.min(RANGE_LIMIT, most - records.length)
    const entries = yield* view.range("memoryByConcern", {
      prefix: [subject],
      limit,
      ...(after === undefined ? {} : { after }),
    })
    const found =
      entries.length === 0
        ? []
        : yield* view.get(
            "memory",
            entries.map(({ key }) => key),
          )
    for (const record of found) if (record !== undefined) records.push(record)
    after = entries.at(-1)
    if (entries.length < limit) return { records, isLast: true }
    if (records.length >= most) return { records, isLast: false }
  }
})

const readWithdrawals = (
  view: View,
  subject: string,
): Effect.Effect<ReadonlyArray<Ref>, StoreError> =>
  Effect.map(
    view.range("withdrawalBySubject", { prefix: [subject], limit: RANGE_LIMIT }),
    (entries) => entries.map(({ key }) => ({ type: "withdrawal", key })),
  )

/** Links of a host's own types that the person takes part in. */
const hostLinks = Effect.fnUntraced(function* (
  view: View,
  schema: MemoryStore["Service"]["schema"],
  subject: Ref,
): Effect.fn.Return<ReadonlyArray<Ref>, StoreError> {
  const found = new Map<string, Ref>()
  for (const [type, { roles }] of Object.entries(schema.links)) {
    if (type === "concerning" || (yield* hasNone(view, type))) continue
    for (const { name, players } of roles) {
      if (!players.includes("subject")) continue
      yield* eachLinked(view, type, name, [subject], (links) =>
        Effect.sync(() => {
          for (const { key } of links) found.set(`${type} ${key}`, { type, key })
        }),
      )
    }
  }
  return [...found.values()]
})
