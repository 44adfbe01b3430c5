/**
 * Plans the redaction of one memory, with a record of it under the memory's own key.
 *
 * @module
 */
import { NotFound } from "@reminisce/schema"
import {
  type Decision,
  type EpochMillis,
  Identifiers,
  joinDrafts,
  type StoreError,
  type View,
} from "@reminisce/store"
import * as Effect from "effect/Effect"
import type { RedactPreview } from "../ErasureService.ts"
import { NO_COUNTS } from "../Receipt.ts"
import { type Erasable, memoryRef } from "./Erasable.ts"
import { planRedaction } from "./planRedaction.ts"

/** Most dependents named. */
const DEPENDENTS = 1_000

/** Of a memory that is empty already nothing is written. */
export const planRedact = Effect.fnUntraced(function* (
  view: View,
  erasable: Erasable,
  key: string,
  asked: { readonly reason: string; readonly by: string | undefined },
  at: EpochMillis,
): Effect.fn.Return<Decision<RedactPreview>, NotFound | StoreError> {
  const [record] = yield* view.get("memory", [key])
  if (record === undefined) return yield* new NotFound()
  const dependents = yield* readDependents(view, key)
  if (record.attributes.status === "withdrawn") {
    return { answer: { counts: NO_COUNTS, sharedSources: 0, dependents } }
  }
  const { draft, counts, sharedSources } = yield* planRedaction(
    view,
    erasable,
    [record],
    at,
    asked.by,
  )
  const { reason, by } = asked
  const note = {
    type: "withdrawal",
    key: yield* (yield* Identifiers).key("w_"),
    attributes: {
      subject: key,
      reason,
      startedAt: at,
      completedAt: at,
      redacted: 1,
      ...(by === undefined ? {} : { by }),
    },
  }
  return {
    answer: { counts, sharedSources: sharedSources.length, dependents },
    draft: joinDrafts(draft, { create: [note] }),
  }
})

const readDependents = Effect.fnUntraced(function* (
  view: View,
  key: string,
): Effect.fn.Return<ReadonlyArray<string>, StoreError> {
  const self = [memoryRef(key)]
  const conclusions = yield* view.linked("derivation", "ground", self, { limit: DEPENDENTS })
  const newer = yield* view.linked("supersession", "older", self, { limit: DEPENDENTS })
  return [
    ...new Set([
      ...conclusions.flatMap(({ ends }) => ends.conclusion?.key ?? []),
      ...newer.flatMap(({ ends }) => ends.newer?.key ?? []),
    ]),
  ]
})
