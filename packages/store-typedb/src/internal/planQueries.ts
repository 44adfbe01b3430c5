/**
 * A plan as a query. Its only precondition stands first: the owner at the plan's base, in a store of
 * the schema it was decided under. Its last writes move the owner, so that of two commits on one base
 * the server undoes one.
 *
 * @module
 */
import { compareRefs, keyOfEnds, type Plan, type Ref } from "@reminisce/store"
import { formatTouched } from "./changeReads.ts"
import type { GivenRow, OneShot } from "./GivenRowsDriver.ts"
import { type Layout, OWN, slotsLabel } from "./Layout.ts"
import type { OwnerHead } from "./OwnerHead.ts"
import { groupSteps, joinSteps, type Step } from "./Pipeline.ts"
import { type Current, planSteps } from "./planSteps.ts"
import { changeKey } from "./thingKey.ts"

export interface PlanTarget {
  readonly layout: Layout
  readonly revision: number
}

/** Every row passes every step, so that many rows are quicker in queries of their own. */
const MOST_ROWS_TOGETHER = 400
const MOST_ROWS = 1_000

/**
 * One query, or for a large plan several, to be sent in one transaction. Each answers one row or more
 * when it was carried out, and none when the owner was no longer at the plan's base.
 */
export const planQueries = (
  target: PlanTarget,
  head: OwnerHead,
  plan: Plan,
  current: Current,
  floor: number,
): ReadonlyArray<OneShot> => {
  const groups = groupSteps([
    ...planSteps(target.layout, head, plan, current),
    changeStep(head.owner, plan, touchedBy(target.layout, plan)),
  ])
  const rows = groups.reduce((sum, group) => sum + group.length, 0)
  if (rows <= MOST_ROWS_TOGETHER) return [planQuery(target, head, plan, floor, groups, true)]
  const parts = groups.flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / MOST_ROWS) }, (_, i) =>
      group.slice(i * MOST_ROWS, (i + 1) * MOST_ROWS),
    ),
  )
  return parts.map((part, i) =>
    planQuery(target, head, plan, floor, [part], i === parts.length - 1),
  )
}

const planQuery = (
  { layout, revision }: PlanTarget,
  head: OwnerHead,
  plan: Plan,
  floor: number,
  groups: ReadonlyArray<ReadonlyArray<Step>>,
  isLast: boolean,
): OneShot => {
  const steps = joinSteps(groups)
  const slots = [...layout.records.values()].flatMap((entity) => {
    const created = plan.create.filter(({ type }) => type === entity.type).length
    if (!entity.slotted || created === 0) return []
    return [{ label: slotsLabel(entity), count: (head.slots[entity.type] ?? 0) + created }]
  })
  // They are in every row, or the first match would leave rows out, so there are few of them, with short names.
  const constants: GivenRow = {
    o: head.owner,
    b: plan.base,
    a: plan.at,
    ...(isLast ? Object.fromEntries(slots.map(({ count }, i) => [`s${i}`, count])) : {}),
    ...(isLast && floor !== head.floor ? { floor } : {}),
  }
  const variables = Object.keys(constants)
  const declarations = variables.map(
    (variable) => `$${variable}: ${variable === "o" ? "string" : "integer"}`,
  )
  const moveHead = `update $head has ${OWN.sequence} == $next, has ${OWN.lastAt} == $a
  ${slots.map(({ label }, i) => `, has ${label} == $s${i}`).join("")}
  ${floor === head.floor ? "" : `, has ${OWN.floor} == $floor`};`
  return {
    transactionType: "write",
    query: `given ${[...declarations, ...steps.declarations].join(", ")};
match $store isa ${OWN.store}, has ${OWN.storeVersion} ${layout.schema.version}, has ${OWN.storeRevision} ${revision};
  $head isa ${OWN.owner}, has ${OWN.ownerKey} == $o, has ${OWN.sequence} == $b;
  let $next = $b + 1;
${steps.stages}
select $head, $next, ${variables.map((variable) => `$${variable}`).join(", ")};
limit 1;
${isLast ? moveHead : ""}
select $next;`,
    givenRows: steps.rows.map((row) => ({ ...constants, ...row })),
  }
}

/** The record of the plan: one row of it has one, whatever the number of rows. */
const changeStep = (owner: string, plan: Plan, touched: ReadonlyArray<Ref>): Step => ({
  rank: RANK_OF_CHANGE,
  name: OWN.change,
  given: { key: "string", plan: "string", touched: "string" },
  stages: (thing, given) => `insert try { ${thing} isa ${OWN.change},
  has ${OWN.changeKey} == ${given("key")}, has ${OWN.ownerKey} == $o,
  has ${OWN.changeSequence} == $next, has ${OWN.changeAt} == $a,
  has ${OWN.changePlan} == ${given("plan")}, has ${OWN.changeTouched} == ${given("touched")}; };`,
  values: {
    key: changeKey(owner, plan.base + 1),
    plan: plan.id,
    touched: formatTouched(plan.id, touched),
  },
})

const RANK_OF_CHANGE = 100

const touchedBy = ({ schema }: Layout, plan: Plan): ReadonlyArray<Ref> => {
  const links = plan.link.map(({ type, ends }) => ({ type, key: keyOfEnds(schema, type, ends) }))
  const refs = [plan.create, links, plan.set, plan.unset, plan.unlink, plan.drop].flat()
  const sorted = [...refs].sort(compareRefs)
  return sorted.filter((ref, i) => {
    const before = sorted[i - 1]
    return before === undefined || compareRefs(before, ref) !== 0
  })
}
