/**
 * ERASURE. A person's words are taken out of every memory of every owner that concerns them, out of
 * what was said about these memories, out of the index, and out of the bytes of the files; a receipt
 * says what was reached and what was not.
 *
 * @module
 */
import { Guard } from "@reminisce/guard"
import { decodeOwner, Held, Invalid, requireSealer } from "@reminisce/schema"
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
  type EraseOptions,
} from "./EraseOptions.ts"
import { checkSettings, ErasureOptions } from "./ErasureOptions.ts"
import type { ErasureService } from "./ErasureService.ts"
import {
  type CheckedErasure,
  checkErased,
  checkErasedKeys,
  NOTHING_CHECKED,
  sumChecked,
} from "./internal/checkErased.ts"
import { compactStore, WAIT_MILLIS } from "./internal/compactStore.ts"
import { type ErasedOwner, type ErasureTools, erasableNow } from "./internal/ErasureTools.ts"
import { type Done, issueReceipt } from "./internal/issueReceipt.ts"
import { makeReads } from "./internal/makeReads.ts"
import { makeRetention } from "./internal/makeRetention.ts"
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

  /** Destroys the person's key, where words are sealed. */
  const forgetKey = Effect.fnUntraced(function* (person: string) {
    const sealer = yield* requireSealer(store)
    if (sealer === undefined) return undefined
    return (yield* sealer.destroy(person)) ? "destroyed" : "none"
  })

  /** Reads everything again while the files are rewritten, and says what was done. */
  const conclude = Effect.fnUntraced(function* (
    done: Omit<Done, "completedAt" | "backups" | "bytes" | "hasPages" | "verification">,
    check: Effect.Effect<CheckedErasure, StoreError>,
    { waitMillis, backups }: EraseOptions,
  ) {
    const { bytes, verification } = yield* Effect.all(
      { bytes: compactStore(store, admin, waitMillis ?? WAIT_MILLIS), verification: check },
      { concurrency: 2 },
    )
    return issueReceipt({
      ...done,
      completedAt: yield* Clock.currentTimeMillis,
      backups: backups ?? [],
      bytes,
      hasPages: store.capabilities.transactionalPages,
      verification,
    })
  })

  return {
    ...makeReads(tools),
    ...makeRetention(tools, admit),

    withdraw: Effect.fnUntraced(function* (subject, reason, options) {
      const reference = yield* decodeSubject(subject)
      const why = yield* decodeReason(reason)
      const decoded = yield* decodeWithdrawOptions(options ?? {})
      const { only, by, batch } = decoded
      const erasable = yield* erasableNow(tools)
      yield* requireSealer(store)
      yield* admit({ reason: why, by })
      const startedAt = yield* Clock.currentTimeMillis
      const owners = yield* withdrawSubject(tools, erasable, {
        reference,
        reason: why,
        by,
        only,
        batch: batch ?? settings.withdrawBatch,
      })
      const key = only === undefined ? yield* forgetKey(reference) : undefined
      return yield* conclude(
        { operation: "withdraw", subject: reference, only, startedAt, owners, key },
        checkAll(owners, ({ owner }) => checkErased(store, owner, erasable, reference, only)),
        decoded,
      )
    }, quietSpan("Erasure.withdraw")),

    purge: Effect.fnUntraced(function* (subject, options) {
      const reference = yield* decodeSubject(subject)
      const decoded = yield* decodePurgeOptions(options)
      const { confirm, by, batch } = decoded
      if (confirm !== true) return yield* new Invalid({ field: "confirm", rule: "required" })
      const erasable = yield* erasableNow(tools)
      yield* requireSealer(store)
      yield* admit({ by })
      const startedAt = yield* Clock.currentTimeMillis
      const withdrawn = yield* withdrawSubject(tools, erasable, {
        reference,
        reason: PURGE_REASON,
        by,
        only: undefined,
        batch: batch ?? settings.withdrawBatch,
      })
      // Afterwards nothing leads to the memories any more.
      const verification = yield* checkAll(withdrawn, ({ owner }) =>
        checkErased(store, owner, erasable, reference, undefined),
      )
      const key = yield* forgetKey(reference)
      const owners = yield* purgeSubject(tools, reference, withdrawn)
      return yield* conclude(
        { operation: "purge", subject: reference, startedAt, owners, key },
        Effect.succeed(verification),
        decoded,
      )
    }, quietSpan("Erasure.purge")),

    redact: Effect.fnUntraced(function* (owner, key, reason, options) {
      const who = yield* decodeOwner(owner)
      const target = yield* decodeKey(key)
      const why = yield* decodeReason(reason)
      const decoded = yield* decodeEraseOptions(options ?? {})
      const { by } = decoded
      const erasable = yield* erasableNow(tools)
      yield* admit({ reason: why, by })
      const startedAt = yield* Clock.currentTimeMillis
      const { counts, sharedSources, dependents } = yield* store.update(who, (view, at) =>
        planRedact(view, erasable, target, { reason: why, by }, at),
      )
      const owners = [{ owner: who, counts, sharedSources }]
      return yield* conclude(
        { operation: "redact", memory: target, startedAt, owners, dependents },
        checkErasedKeys(store, who, erasable, [target]),
        decoded,
      )
    }, quietSpan("Erasure.redact")),
  }
}

const checkAll = Effect.fnUntraced(function* (
  owners: ReadonlyArray<ErasedOwner>,
  check: (owner: ErasedOwner) => Effect.Effect<CheckedErasure, StoreError>,
): Effect.fn.Return<CheckedErasure, StoreError> {
  let sum = NOTHING_CHECKED
  for (const owner of owners) sum = sumChecked(sum, yield* check(owner))
  return sum
})
