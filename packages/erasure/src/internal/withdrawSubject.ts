/**
 * A withdrawal over every owner that knows the person, one after the other, until no owner is left
 * that has not been through.
 *
 * @module
 */
import { NotFound } from "@reminisce/schema"
import { formatOwner, type Owner, type StoreError } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { WithdrawalIncomplete } from "../ErasureError.ts"
import { ErasureProgress } from "../ErasureProgress.ts"
import type { Erasable } from "./Erasable.ts"
import type { ErasedOwner, ErasureTools } from "./ErasureTools.ts"
import { ownersOf } from "./subjectKey.ts"
import { type Withdrawing, withdrawOwner } from "./withdrawOwner.ts"

/** Answers the owners in the order they were done. Fails with the store's error only before anything was written. */
export const withdrawSubject = Effect.fnUntraced(function* (
  { store, admin }: ErasureTools,
  erasable: Erasable,
  asked: Withdrawing,
): Effect.fn.Return<ReadonlyArray<ErasedOwner>, NotFound | WithdrawalIncomplete | StoreError> {
  const report = yield* ErasureProgress
  const done = new Map<string, ErasedOwner>()
  let open: ReadonlyArray<Owner> = yield* ownersOf(admin, asked.reference)
  if (open.length === 0) return yield* new NotFound()
  let redacted = 0
  const incomplete = ({ reason }: StoreError) =>
    new WithdrawalIncomplete({
      redacted,
      done: [...done.keys()],
      open: open.map(formatOwner).filter((name) => !done.has(name)),
      reason,
    })
  let wrote = false
  const orIncomplete = <A, R>(effect: Effect.Effect<A, StoreError, R>) =>
    Effect.mapError(effect, (error) => (wrote ? incomplete(error) : error))
  while (open.length > 0) {
    for (const owner of open) {
      const name = formatOwner(owner)
      const { counts, sharedSources } = yield* orIncomplete(
        withdrawOwner(store, erasable, owner, asked, (step) => {
          redacted += step
          wrote = true
          return report({ owner: name, redacted: step })
        }),
      )
      wrote = true
      done.set(name, { owner, counts, sharedSources: sharedSources.size })
    }
    // An owner may have met the person meanwhile.
    const now = yield* orIncomplete(ownersOf(admin, asked.reference))
    open = now.filter((owner) => !done.has(formatOwner(owner)))
  }
  return [...done.values()]
})
