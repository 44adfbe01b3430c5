/**
 * The change sequence.
 *
 * @module
 */
import { Behind, type Ref, StoreError, type View } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { OWN } from "./Layout.ts"
import { textLimit } from "./ownerQuestion.ts"
import type { ViewSource } from "./ViewSource.ts"

export const changeReads = ({ head, ask }: ViewSource): Pick<View, "changes"> => ({
  changes: (sequence, limit) => {
    if (sequence < head.floor) {
      const reason = new Behind({ horizon: head.floor })
      return Effect.fail(new StoreError({ operation: "changes", reason }))
    }
    const question = {
      given: { after: "integer" as const },
      rows: [{ after: sequence }],
      stages: `match $change isa ${OWN.change}, has ${OWN.ownerKey} == $owner,
          has ${OWN.changeSequence} $order; $order > $after;
        sort $order; limit ${textLimit(limit)};
        fetch { "sequence": $order, "plan": $change.${OWN.changePlan},
          "at": $change.${OWN.changeAt}, "touched": $change.${OWN.changeTouched} };`,
    }
    return Effect.map(ask("changes", question), (found) =>
      found
        .flat()
        .slice(0, limit)
        .map((each) => ({
          sequence: Number(each.sequence),
          planId: String(each.plan),
          at: Number(each.at),
          touched: parseTouched(String(each.touched)),
        })),
    )
  },
})

/**
 * Pairs of type and key, as JSON behind the plan's id: two owners' commits of one same long text at
 * once would be in each other's way.
 */
export const formatTouched = (planId: string, refs: ReadonlyArray<Ref>): string =>
  JSON.stringify([planId, ...refs.map(({ type, key }) => [type, key])])

const parseTouched = (text: string): ReadonlyArray<Ref> => {
  const [, ...pairs] = JSON.parse(text) as readonly [string, ...Array<readonly [string, string]>]
  return pairs.map(([type, key]) => ({ type, key }))
}
