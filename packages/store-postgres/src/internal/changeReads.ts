/**
 * The change sequence.
 *
 * @module
 */
import { Behind, type Ref, StoreError, type View } from "@reminisce/store"
import * as Effect from "effect/Effect"
import type { ViewSource } from "./ViewSource.ts"

export const changeReads = ({ layout, head, ask }: ViewSource): Pick<View, "changes"> => ({
  changes: (sequence, limit) => {
    if (sequence < head.floor) {
      const reason = new Behind({ horizon: head.floor })
      return Effect.fail(new StoreError({ operation: "changes", reason }))
    }
    const text = `select sequence, plan, at, touched from ${layout.change}
      where owner = $1::uuid and sequence > $2::bigint order by sequence limit $3::bigint`
    return Effect.map(ask("changes", { text, values: [head.id, sequence, limit] }), (rows) =>
      rows.map(([number, plan, at, touched]) => ({
        sequence: Number(number),
        planId: String(plan),
        at: Number(at),
        touched: parseTouched(String(touched)),
      })),
    )
  },
})

/** Pairs of type and key, as JSON. */
export const formatTouched = (refs: ReadonlyArray<Ref>): string =>
  JSON.stringify(refs.map(({ type, key }) => [type, key]))

const parseTouched = (text: string): ReadonlyArray<Ref> =>
  (JSON.parse(text) as ReadonlyArray<readonly [string, string]>).map(([type, key]) => ({
    type,
    key,
  }))
