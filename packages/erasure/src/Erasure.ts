/**
 * ERASURE. A person's words are taken out of every memory of every owner that concerns them, out of
 * what was said about these memories, out of the index, and out of the bytes of the files; a receipt
 * says what was reached and what was not.
 *
 * @module
 */
import { Guard } from "@reminisce/guard"
import { decodeOwner, Held, Invalid } from "@reminisce/schema"
import { MemoryStore, quietSpan, StoreAdmin, type StoreError } from "@reminisce/store"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import {
  decodeEraseOptions,
  decodeKey,
  decodePurgeOptions,
  decodeReason,
  decodeSubject,
  decodeWithdrawOptions,
} from "./EraseOptions.ts"
import { checkSettings, ErasureOptions } from "./ErasureOptions.ts"
import type { ErasureService } from "./ErasureService.ts"
import { type CheckedErasure, checkErased, checkErasedKey } from "./internal/checkErased.ts"
import { compactStore, WAIT_MILLIS } from "./internal/compactStore.ts"
import { type ErasedOwner, type ErasureTools, erasableNow } from "./internal/ErasureTools.ts"
import { issueReceipt } from "./internal/issueReceipt.ts"
import { makeReads } from "./internal/makeReads.ts"
import { planRedact } from "./internal/planRedact.ts"
import { purgeSubject } from "./internal/purgeSubject.ts"
import { withdrawSubject } from "./internal/withdrawSubject.ts"

export class Erasure extends Context.Service<Erasure, ErasureService>()(
  "@reminisce/erasure/Erasure",
) {
  /** Fails with `Invalid` naming the option of `ErasureOptions` that is out of its range. */
  static readonly layer: Layer.Layer<Erasure, Invalid, MemoryStore | StoreAdmin | Guard> =
    Layer.effect(
      Erasure,
      Effect.gen(function* () {
        const tools: ErasureTools = {
          store: yield* MemoryStore,
          admin: yield* StoreAdmin,
          settings: yield* checkSettings(yield* ErasureOptions),
        }
        return Erasure.of(make(tools, yield* Guard))
      }),
    )
}

/** The reason of the withdrawal inside a purge, which removes it again. */
const PURGE_REASON = "purge"

const make = (tools: ErasureTools, guard: Guard["Service"]): ErasureService => {
  const { store, admin, settings } = tools
  const hasPages = store.capabilities.transactionalPages

  /** The host's own text is kept, so it passes the same door as all text. */
  const admit = Effect.fnUntraced(function* (said: {
    readonly reason?: string
    readonly by: string | undefined
  }) {
    const fields = Object.entries(said).flatMap(([field, text]) =>
      text === undefined ? [] : [{ field, text }],
    )
    const verdict = yield* guard.check(fields)
    if (verdict !== "clear" && said.by === undefined) return yield* new Held({ rule: "secret" })
  })

  /** Reads everything again while the files are rewritten. */
  const finish = (
    waitMillis: number | undefined,
    check: Effect.Effect<CheckedErasure, StoreError>,
  ) =>
    Effect.all(
      {
        bytes: compactStore(store, admin, waitMillis ?? WAIT_MILLIS),
        verification: check,
      },
      { concurrency: 2 },
    )

  return {
    ...makeReads(tools),

    withdraw: Effect.fnUntraced(function* (subject, reason, options) {
      const reference = yield* decodeSubject(subject)
      const why = yield* decodeReason(reason)
      const { only, by, batch, waitMillis, backups } = yield* decodeWithdrawOptions(options ?? {})
      const erasable = yield* erasableNow(tools)
      yield* admit({ reason: why, by })
      const startedAt = yield* Clock.currentTimeMillis
      const owners = yield* withdrawSubject(tools, erasable, {
        reference,
        reason: why,
        by,
        only,
        batch: batch ?? settings.withdrawBatch,
      })
      const { bytes, verification } = yield* finish(
        waitMillis,
        checkAll(owners, ({ owner }) => checkErased(store, owner, erasable, reference, only)),
      )
      return issueReceipt({
        operation: "withdraw",
        subject: reference,
        only,
        startedAt,
        completedAt: yield* Clock.currentTimeMillis,
        owners,
        backups: backups ?? [],
        bytes,
        hasPages,
        verification,
      })
    }, quietSpan("Erasure.withdraw")),

    purge: Effect.fnUntraced(function* (subject, options) {
      const reference = yield* decodeSubject(subject)
      const { confirm, by, batch, waitMillis, backups } = yield* decodePurgeOptions(options)
      if (confirm !== true) return yield* new Invalid({ field: "confirm", rule: "required" })
      const erasable = yield* erasableNow(tools)
      yield* admit({ by })
      const startedAt = yield* Clock.currentTimeMillis
      const withdrawn = yield* withdrawSubject(tools, erasable, {
        reference,
        reason: PURGE_REASON,
        by,
        only: undefined,
        batch: batch ?? settings.withdrawBatch,
      })
      const verification = yield* checkAll(withdrawn, ({ owner }) =>
        checkErased(store, owner, erasable, reference, undefined),
      )
      const owners = yield* purgeSubject(tools, reference, withdrawn)
      const { bytes } = yield* finish(waitMillis, Effect.succeed(verification))
      return issueReceipt({
        operation: "purge",
        subject: reference,
        startedAt,
        completedAt: yield* Clock.currentTimeMillis,
        owners,
        backups: backups ?? [],
        bytes,
        hasPages,
        verification,
      })
    }, quietSpan("Erasure.purge")),

    redact: Effect.fnUntraced(function* (owner, key, reason, options) {
      const who = yield* decodeOwner(owner)
      const target = yield* decodeKey(key)
      const why = yield* decodeReason(reason)
      const { by, waitMillis, backups } = yield* decodeEraseOptions(options ?? {})
      const erasable = yield* erasableNow(tools)
      yield* admit({ reason: why, by })
      const startedAt = yield* Clock.currentTimeMillis
      const { counts, sharedSources, dependents } = yield* store.update(who, (view, at) =>
        planRedact(view, erasable, target, { reason: why, by }, at),
      )
      const { bytes, verification } = yield* finish(
        waitMillis,
        checkErasedKey(store, who, erasable, target),
      )
      return issueReceipt({
        operation: "redact",
        startedAt,
        completedAt: yield* Clock.currentTimeMillis,
        owners: [{ owner: who, counts, sharedSources }],
        dependents,
        backups: backups ?? [],
        bytes,
        hasPages,
        verification,
      })
    }, quietSpan("Erasure.redact")),
  }
}

const checkAll = Effect.fnUntraced(function* (
  owners: ReadonlyArray<ErasedOwner>,
  check: (owner: ErasedOwner) => Effect.Effect<CheckedErasure, StoreError>,
): Effect.fn.Return<CheckedErasure, StoreError> {
  let sum: CheckedErasure = { memories: 0, leftovers: 0, withWords: 0 }
  for (const owner of owners) {
    const found = yield* check(owner)
    sum = {
      memories: sum.memories + found.memories,
      leftovers: sum.leftovers + found.leftovers,
      withWords: sum.withWords + found.withWords,
    }
  }
  return sum
})
