/**
 * Checks the index of every owner against its withdrawn memories.
 *
 * @module
 */
import { makeIndexAudit } from "@reminisce/recall-engine"
import {
  type MemoryStore,
  type Owner,
  RANGE_LIMIT,
  type RangeEntry,
  type StoreAdmin,
  type StoreError,
} from "@reminisce/store"
import * as Effect from "effect/Effect"

/** Memories read in one step. */
const STEP = 500
const WITHDRAWN = "withdrawn"

export interface IndexAudited {
  readonly withdrawn: number
  readonly stray: number
}

/** Undefined where the store keeps no pages. */
export const auditIndexes = Effect.fnUntraced(function* (
  store: MemoryStore["Service"],
  admin: StoreAdmin["Service"],
): Effect.fn.Return<IndexAudited | undefined, StoreError> {
  if (!store.capabilities.transactionalPages) return undefined
  let withdrawn = 0
  let stray = 0
  let after: Owner | undefined
  for (;;) {
    const owners = yield* admin.ownersWith("memoryByStatus", [WITHDRAWN], {
      limit: RANGE_LIMIT,
      ...(after === undefined ? {} : { after }),
    })
    for (const owner of owners) {
      const found = yield* auditIndex(store, owner)
      withdrawn += found.withdrawn
      stray += found.stray
    }
    if (owners.length < RANGE_LIMIT) return { withdrawn, stray }
    after = owners.at(-1)
  }
})

const auditIndex = Effect.fnUntraced(function* (
  store: MemoryStore["Service"],
  owner: Owner,
): Effect.fn.Return<IndexAudited, StoreError> {
  const audit = makeIndexAudit()
  let withdrawn = 0
  for (let after: RangeEntry | undefined; ; ) {
    const from = after
    const page = yield* store.read(
      owner,
      Effect.fnUntraced(function* (view) {
        const entries = yield* view.range("memoryByStatus", {
          prefix: [WITHDRAWN],
          limit: STEP,
          ...(from === undefined ? {} : { after: from }),
        })
        const records = yield* view.get(
          "memory",
          entries.map(({ key }) => key),
        )
        return { entries, records: records.filter((record) => record !== undefined) }
      }),
    )
    audit.add(page.records)
    withdrawn += page.records.length
    after = page.entries.at(-1)
    if (page.entries.length < STEP) break
    yield* Effect.yieldNow
  }
  let stray = 0
  for (let after: string | undefined; ; ) {
    const from = after
    const step = yield* store.read(owner, (view) => audit.step(view, from))
    stray += step.stray
    if (step.after === undefined) return { withdrawn, stray }
    after = step.after
    yield* Effect.yieldNow
  }
})
