/**
 * The key an owner keeps a person under, and the owners that keep one.
 *
 * @module
 */
import type { Owner, StoreAdmin, StoreError, View } from "@reminisce/store"
import * as Effect from "effect/Effect"

export const INDEX = "subjectByReference"

/** Owners asked for at once. */
const PAGE = 1_000

export const subjectKey = (
  view: View,
  reference: string,
): Effect.Effect<string | undefined, StoreError> =>
  Effect.map(view.range(INDEX, { prefix: [reference], limit: 1 }), ([entry]) => entry?.key)

/** Every owner that has the person now, in the order of their names. */
export const ownersOf = Effect.fnUntraced(function* (
  admin: StoreAdmin["Service"],
  reference: string,
): Effect.fn.Return<ReadonlyArray<Owner>, StoreError> {
  const owners: Array<Owner> = []
  for (;;) {
    const after = owners.at(-1)
    const page = yield* admin.ownersWith(INDEX, [reference], {
      limit: PAGE,
      ...(after === undefined ? {} : { after }),
    })
    owners.push(...page)
    if (page.length < PAGE) return owners
  }
})
