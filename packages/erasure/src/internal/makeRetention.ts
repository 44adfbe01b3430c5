/**
 * Retention over every owner: what is over its time is counted, or emptied.
 *
 * @module
 */
import type { SecretRefused } from "@reminisce/guard"
import { type Held, Invalid } from "@reminisce/schema"
import {
  type EpochMillis,
  formatOwner,
  type Owner,
  quietSpan,
  RANGE_LIMIT,
  type StoreError,
} from "@reminisce/store"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { decodeRetainOptions, toMillis } from "../EraseOptions.ts"
import { WithdrawalIncomplete } from "../ErasureError.ts"
import { ErasureProgress } from "../ErasureProgress.ts"
import type { ErasureService } from "../ErasureService.ts"
import { type Cutoffs, cutoffsOf } from "../Retention.ts"
import { type CheckedErasure, NOTHING_CHECKED, sumChecked } from "./checkErased.ts"
import { compactStore, WAIT_MILLIS } from "./compactStore.ts"
import { type ErasureTools, erasableNow } from "./ErasureTools.ts"
import { forEachDue } from "./findDue.ts"
import { issueReceipt } from "./issueReceipt.ts"
import { type RetainedOwner, retainOwner } from "./retainOwner.ts"

/** Most memories in one transaction. */
const BATCH = 100

type Retention = Pick<ErasureService, "retain" | "previewRetention">

export const makeRetention = (
  tools: ErasureTools,
  admit: (said: { readonly by: string | undefined }) => Effect.Effect<void, SecretRefused | Held>,
): Retention => {
  const { admin, settings, store } = tools

  const readUntil = Effect.fnUntraced(function* (given: EpochMillis | string | undefined) {
    const now = yield* Clock.currentTimeMillis
    const until = given === undefined ? now : toMillis(given)
    if (until > now) return yield* new Invalid({ field: "until", rule: "future" })
    const cutoffs = cutoffsOf(settings, until)
    if (cutoffs === undefined)
      return yield* new Invalid({ field: "subjectRetentionDays", rule: "required" })
    return { until, cutoffs }
  })

  const count = Effect.fnUntraced(function* (
    owner: Owner,
    cutoffs: Cutoffs,
  ): Effect.fn.Return<number, StoreError> {
    let memories = 0
    yield* forEachDue(store, owner, cutoffs, (keys) =>
      Effect.sync(() => {
        memories += keys.length
      }),
    )
    return memories
  })

  return {
    previewRetention: Effect.fnUntraced(function* (options) {
      const decoded = yield* decodeRetainOptions(options ?? {})
      const { cutoffs } = yield* readUntil(decoded.until)
      yield* erasableNow(tools)
      const found: Array<{ readonly owner: string; readonly memories: number }> = []
      for (const owner of yield* ownersWithPeople(tools)) {
        const memories = yield* count(owner, cutoffs)
        if (memories > 0) found.push({ owner: formatOwner(owner), memories })
      }
      return found
    }, quietSpan("Erasure.previewRetention")),

    retain: Effect.fnUntraced(function* (options) {
      const decoded = yield* decodeRetainOptions(options ?? {})
      const { by, waitMillis, backups = [] } = decoded
      const { cutoffs, until } = yield* readUntil(decoded.until)
      const erasable = yield* erasableNow(tools)
      yield* admit({ by })
      const startedAt = yield* Clock.currentTimeMillis
      const report = yield* ErasureProgress
      const owners = yield* ownersWithPeople(tools)
      const done: Array<RetainedOwner> = []
      let redacted = 0
      const batch = Math.min(BATCH, settings.withdrawBatch)
      for (const [i, owner] of owners.entries()) {
        const name = formatOwner(owner)
        const emptied = yield* retainOwner(
          store,
          erasable,
          owner,
          { cutoffs, by, batch },
          (step) => {
            redacted += step
            return report({ owner: name, redacted: step })
          },
        ).pipe(
          Effect.mapError((error) =>
            redacted === 0
              ? error
              : new WithdrawalIncomplete({
                  redacted,
                  done: done.map((each) => formatOwner(each.owner)),
                  open: owners.slice(i).map(formatOwner),
                  reason: error.reason,
                }),
          ),
        )
        if (emptied.counts.memories > 0) done.push(emptied)
      }
      const bytes = yield* compactStore(store, admin, waitMillis ?? WAIT_MILLIS)
      const verification = done.reduce(
        (sum: CheckedErasure, each) => sumChecked(sum, each.verification),
        NOTHING_CHECKED,
      )
      return issueReceipt({
        operation: "retain",
        retention: {
          until,
          ...(settings.subjectRetentionDays === undefined
            ? {}
            : { subjectRetentionDays: settings.subjectRetentionDays }),
          ...(settings.scopeRetentionDays === undefined
            ? {}
            : { scopeRetentionDays: settings.scopeRetentionDays }),
        },
        startedAt,
        completedAt: yield* Clock.currentTimeMillis,
        owners: done,
        backups,
        bytes,
        hasPages: store.capabilities.transactionalPages,
        verification,
      })
    }, quietSpan("Erasure.retain")),
  }
}

/** In the order of their names. */
const ownersWithPeople = Effect.fnUntraced(function* ({
  admin,
}: ErasureTools): Effect.fn.Return<ReadonlyArray<Owner>, StoreError> {
  const owners: Array<Owner> = []
  for (;;) {
    const after = owners.at(-1)
    const page = yield* admin.ownersWith("memoryByConcern", [], {
      limit: RANGE_LIMIT,
      ...(after === undefined ? {} : { after }),
    })
    owners.push(...page)
    if (page.length < RANGE_LIMIT) return owners
  }
})
