/**
 * An item that is counted up: the smallest thing that shows whether a write was lost or made twice.
 *
 * @module
 */
import type { Owner, StoreError } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { item, ref } from "./drafts.ts"
import { alice, type Opened, read } from "./opened.ts"

/** Adds one to a counter, which begins at 0, and answers what it then is. */
export const increment = (
  { store }: Pick<Opened, "store">,
  key: string,
  owner: Owner = alice,
): Effect.Effect<number, StoreError> =>
  store.update(owner, (view) =>
    Effect.map(view.get("item", [key]), ([found]) => {
      const rank = Number(found?.attributes.rank ?? 0) + 1
      const draft =
        found === undefined
          ? { create: [item(key, { rank })] }
          : { set: [{ ...ref("item", key), attributes: { rank } }] }
      return { answer: rank, draft }
    }),
  )

export const counterOf = (
  opened: Opened,
  key: string,
  owner: Owner = alice,
): Effect.Effect<number, StoreError> =>
  read(
    opened,
    (view) => Effect.map(view.get("item", [key]), ([found]) => Number(found?.attributes.rank ?? 0)),
    owner,
  )
