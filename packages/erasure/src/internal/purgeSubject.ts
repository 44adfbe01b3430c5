/**
 * Removes a person from the owners a withdrawal has been through.
 *
 * @module
 */
import { formatOwner, type StoreError } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { PurgeConflict } from "../ErasureError.ts"
import { addCounts } from "../Receipt.ts"
import type { ErasedOwner, ErasureTools } from "./ErasureTools.ts"
import { purgeOwner } from "./purgeOwner.ts"

/** Each owner whole or not at all; those done before a conflict stay done. */
export const purgeSubject = Effect.fnUntraced(function* (
  { store }: ErasureTools,
  reference: string,
  withdrawn: ReadonlyArray<ErasedOwner>,
): Effect.fn.Return<ReadonlyArray<ErasedOwner>, PurgeConflict | StoreError> {
  const done: Array<ErasedOwner> = []
  for (const each of withdrawn) {
    const counts = yield* purgeOwner(store, each.owner, reference).pipe(
      Effect.catchTag("WrittenMeanwhile", () =>
        Effect.fail(
          new PurgeConflict({
            done: done.map(({ owner }) => formatOwner(owner)),
            open: withdrawn.slice(done.length).map(({ owner }) => formatOwner(owner)),
          }),
        ),
      ),
    )
    done.push({ ...each, counts: addCounts(each.counts, counts) })
  }
  return done
})
