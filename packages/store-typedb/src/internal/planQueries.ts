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
const MOST_ROWS_TOGETHER = 200
const MOST_ROWS = 1_000
/** Most bytes of rows in a query: half of what a server takes. */
const MOST_BYTES = 1_000_000

/**
 * One query, or for a large plan several, to be sent in one transaction. Each answers one row or more
 * when it was carried out; the first answers none when the owner was no longer at the plan's base.
 */
export const planQueries = (
  target: PlanTarget,
  head: OwnerHead,
  plan: Plan,
  current: Current,
  floor: number,
): ReadonlyArray<OneShot> => {
  const change = changeStep(head.owner, plan, touchedBy(target.layout, plan))
  const steps = planSteps(target.layout, head, plan, current)
  const isSmall =
    steps.length < MOST_ROWS_TOGETHER &&
    steps.reduce((sum, step) => sum + rowBytes(step), 0) <= MOST_BYTES
  if (isSmall) return [headQuery(target, head, plan, floor, groupSteps([...steps, change]))]
  return [
    headQuery(target, head, plan, floor, [[change]]),
    ...groupSteps(steps)
      .flatMap(partsOf)
      .map((part) => partQuery(head, part)),
  ]
}

const rowBytes = ({ values }: Step): number => Buffer.byteLength(JSON.stringify(values))

/** The steps in parts of few rows and bytes. */
const partsOf = (group: ReadonlyArray<Step>): ReadonlyArray<ReadonlyArray<Step>> => {
  const parts: Array<Array<Step>> = []
  let bytes = MOST_BYTES
  for (const step of group) {
    const more = rowBytes(step)
    const last = parts.at(-1)
    if (last === undefined || last.length >= MOST_ROWS || bytes + more > MOST_BYTES) {
      parts.push([step])
      bytes = more
      continue
    }
    last.push(step)
    bytes += more
  }
  return parts
}

/** The query that has the precondition and moves the owner. */
const headQuery = (
  { layout, revision }: PlanTarget,
  head: OwnerHead,
  plan: Plan,
  floor: number,
  groups: ReadonlyArray<ReadonlyArray<Step>>,
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
    ...Object.fromEntries(slots.map(({ count }, i) => [`s${i}`, count])),
    ...(floor === head.floor ? {} : { floor }),
  }
  const variables = Object.keys(constants)
  const declarations = variables.map(
    (variable) => `$${variable}: ${variable === "o" ? "string" : "integer"}`,
  )
  return {
    transactionType: "write",
    query: `given ${[...declarations, ...steps.declarations].join(", ")};
match $store isa ${OWN.store}, has ${OWN.storeVersion} ${layout.schema.version}, has ${OWN.storeRevision} ${revision};
  $head isa ${OWN.owner}, has ${OWN.headKey} == $o, has ${OWN.sequence} == $b;
  let $next = $b + 1;
${steps.stages.join("\n")}
select $head, $next, ${variables.map((variable) => `$${variable}`).join(", ")};
limit 1;
update $head has ${OWN.sequence} == $next, has ${OWN.lastAt} == $a
  ${slots.map(({ label }, i) => `, has ${label} == $s${i}`).join("")}
  ${floor === head.floor ? "" : `, has ${OWN.floor} == $floor`};
select $next;`,
    givenRows: steps.rows.map((row) => ({ ...constants, ...row })),
  }
}

/** Writes of one kind, behind the query that has moved the owner in the same transaction. */
const partQuery = (head: OwnerHead, part: ReadonlyArray<Step>): OneShot => {
  const steps = joinSteps([part])
  return {
    transactionType: "write",
    query: `given ${["$o: string", ...steps.declarations].join(", ")};
${steps.stages.join("\n")}
select $o;
limit 1;`,
    givenRows: steps.rows.map((row) => ({ o: head.owner, ...row })),
  }
}

/** The record of the plan: one row of it has one, whatever the number of rows. */
const changeStep = (owner: string, plan: Plan, touched: ReadonlyArray<Ref>): Step => ({
  rank: RANK_OF_CHANGE,
  name: OWN.change,
  given: { key: "string", plan: "string", touched: "string" },
  stages: (thing, given) => [
    {
      verb: "insert",
      pattern: `${thing} isa ${OWN.change},
  has ${OWN.changeKey} == ${given("key")}, has ${OWN.ownerKey} == $o,
  has ${OWN.changeSequence} == $next, has ${OWN.changeAt} == $a,
  has ${OWN.changePlan} == ${given("plan")}, has ${OWN.changeTouched} == ${given("touched")};`,
    },
  ],
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
