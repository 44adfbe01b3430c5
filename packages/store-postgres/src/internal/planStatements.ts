/**
 * A plan as statements: one for each table and kind of write.
 *
 * @module
 */
import {
  type AttributeRemoval,
  type Attributes,
  compareRefs,
  keyOfEnds,
  type Plan,
  type RecordWrite,
  type Ref,
  type StoreSchema,
} from "@reminisce/store"
import { formatTouched } from "./changeReads.ts"
import type { Layout } from "./Layout.ts"
import { moveHead, type OwnerHead } from "./OwnerHead.ts"
import { deletePages, upsertPages } from "./pageWrites.ts"
import {
  type ChangedRow,
  deleteByKey,
  deleteLinks,
  insertEntries,
  insertLinks,
  insertRecords,
  updateRows,
} from "./rowWrites.ts"
import type { Statement } from "./Sessions.ts"

export interface Target {
  readonly schema: StoreSchema
  readonly layout: Layout
  /** Changes to keep at least; up to twice as many are. */
  readonly keepChanges: number
}

/**
 * The change comes first: its primary key is what no two plans on one base can both get past.
 * The owner's head is moved last.
 */
export const planStatements = (
  { schema, layout, keepChanges }: Target,
  head: OwnerHead,
  plan: Plan,
): ReadonlyArray<Statement> => {
  const owner = head.id
  const sequence = plan.base + 1
  const links = plan.link.map((write) => ({
    ...write,
    key: keyOfEnds(schema, write.type, write.ends),
  }))
  const written = [plan.create, links, plan.set, plan.unset, plan.unlink, plan.drop].flat()
  const slots: { [type: string]: number } = { ...head.slots }
  const statements: Array<Statement> = [
    insertChange(layout, owner, sequence, plan, distinct(written)),
  ]
  for (const table of layout.records.values()) {
    const { type } = table
    const created = plan.create.filter((write) => write.type === type)
    const given = head.slots[type] ?? 0
    if (table.slotted && created.length > 0) slots[type] = given + created.length
    const changed = mergeChanges(plan, type)
    const dropped = plan.drop.filter((ref) => ref.type === type).map(({ key }) => key)
    if (created.length > 0) statements.push(insertRecords(table, owner, created, given))
    if (changed.length > 0) statements.push(updateRows(table.table, table.columns, owner, changed))
    if (dropped.length > 0) statements.push(deleteByKey(table.table, owner, dropped))
    const before = [...changed.map(({ key }) => key), ...dropped]
    const after = [...created, ...changed].map(({ key }) => key)
    for (const index of layout.indexes.values()) {
      if (index.entries?.type !== type) continue
      if (before.length > 0) statements.push(deleteByKey(index.table, owner, before))
      if (after.length > 0) statements.push(insertEntries(index, table, owner, after))
    }
  }
  for (const table of layout.links.values()) {
    const made = links.filter((link) => link.type === table.type)
    const changed = mergeChanges(plan, table.type)
    const gone = plan.unlink.filter((ref) => ref.type === table.type).map(({ key }) => key)
    if (made.length > 0) statements.push(insertLinks(table, owner, made))
    if (changed.length > 0) statements.push(updateRows(table.table, table.columns, owner, changed))
    if (gone.length > 0) statements.push(deleteLinks(table, owner, gone))
  }
  for (const [space, { table }] of layout.spaces) {
    const pages = plan.pages.filter((page) => page.space === space)
    const kept = pages.filter(({ bytes }) => bytes !== undefined)
    const gone = pages.filter(({ bytes }) => bytes === undefined)
    if (kept.length > 0) statements.push(upsertPages(table, owner, kept, sequence))
    if (gone.length > 0) statements.push(deletePages(table, owner, gone))
  }
  const isLong = sequence - head.floor >= 2 * keepChanges
  const floor = isLong ? sequence - keepChanges : head.floor
  if (isLong) statements.push(deleteChanges(layout, owner, floor))
  statements.push(moveHead(layout, { id: owner, sequence, lastAt: plan.at, floor, slots }))
  return statements
}

const distinct = (refs: ReadonlyArray<Ref>): ReadonlyArray<Ref> => {
  const sorted = [...refs].sort(compareRefs)
  return sorted.filter((ref, i) => {
    const before = sorted[i - 1]
    return before === undefined || compareRefs(before, ref) !== 0
  })
}

/** All that a plan changes of each record or link of a type. */
const mergeChanges = (plan: Plan, type: string): ReadonlyArray<ChangedRow> => {
  const rows = new Map<string, { set: Attributes; unset: Array<string> }>()
  const rowOf = (key: string) => {
    const row = rows.get(key) ?? { set: {}, unset: [] }
    rows.set(key, row)
    return row
  }
  const ofType = <T extends Ref>(writes: ReadonlyArray<T>): ReadonlyArray<T> =>
    writes.filter((write) => write.type === type)
  for (const { key, attributes } of ofType<RecordWrite>(plan.set)) {
    const row = rowOf(key)
    row.set = { ...row.set, ...attributes }
  }
  for (const { key, attributes } of ofType<AttributeRemoval>(plan.unset)) {
    rowOf(key).unset.push(...attributes)
  }
  return [...rows].map(([key, row]) => ({ key, ...row }))
}

const insertChange = (
  { change }: Layout,
  owner: string,
  sequence: number,
  { id, at }: Plan,
  touched: ReadonlyArray<Ref>,
): Statement => ({
  text: `insert into ${change} (owner, sequence, plan, at, touched)
    values ($1::uuid, $2::bigint, $3::text, $4::bigint, $5::text)`,
  values: [owner, sequence, id, at, formatTouched(touched)],
})

const deleteChanges = ({ change }: Layout, owner: string, floor: number): Statement => ({
  text: `delete from ${change} where owner = $1::uuid and sequence <= $2::bigint`,
  values: [owner, floor],
})
