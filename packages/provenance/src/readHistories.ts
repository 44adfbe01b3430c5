/**
 * Status histories of many memories at once.
 *
 * @module
 */
import { openRecords, type Status } from "@reminisce/schema"
import type { Attributes, StoreError, StoreRecord, View } from "@reminisce/store"
import * as Effect from "effect/Effect"
import type { StatusStep } from "./Explanation.ts"

/** Changes asked for at first for each memory; doubled for those that have more. */
const FIRST = 4

/**
 * Oldest first, by key. A change's key follows from its memory and its ordinal, so the changes of all
 * memories are asked for together, in rounds that double.
 */
export const readHistories = Effect.fnUntraced(function* (
  view: View,
  memories: ReadonlyArray<StoreRecord>,
): Effect.fn.Return<ReadonlyMap<string, ReadonlyArray<StatusStep>>, StoreError> {
  const histories = new Map<string, Array<StatusStep>>(
    memories.map(({ key, attributes }) => [
      key,
      [{ status: "active", at: Number(attributes.recordedAt) }],
    ]),
  )
  let open: ReadonlyArray<string> = [...histories.keys()]
  for (let from = 1, count = FIRST; open.length > 0; from += count, count *= 2) {
    const asked = open.flatMap((memory) =>
      Array.from({ length: count }, (_, i) => `${memory}#${from + i}`),
    )
    const changes = yield* openRecords(view.owner, yield* view.get("statusChange", asked))
    for (const change of changes) {
      if (change !== undefined) {
        histories.get(String(change.attributes.memory))?.push(toStep(change.attributes))
      }
    }
    open = open.filter((_, i) => changes[(i + 1) * count - 1] !== undefined)
  }
  return histories
})

const toStep = ({ status, at, reason, by }: Attributes): StatusStep => ({
  status: String(status) as Status,
  at: Number(at),
  ...(typeof reason === "string" ? { reason } : {}),
  ...(typeof by === "string" ? { by } : {}),
})
