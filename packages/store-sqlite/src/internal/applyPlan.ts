/**
 * Writes a checked plan inside the transaction it was decided in, some rows at a time.
 *
 * @module
 */
import {
  type Attributes,
  formatOwner,
  keyOfEnds,
  type Owner,
  type Plan,
  type Ref,
} from "@reminisce/store"
import type { Connection } from "./Connection.ts"
import { checksumOf, damaged, ownerChecksum } from "./checksum.ts"
import { attributeToCell, type Cell, endsToCells, type Row } from "./codec.ts"
import type { Head } from "./Head.ts"
import {
  type Column,
  type Layout,
  type LinkTable,
  PAGES_AT_ONCE,
  type RecordTable,
} from "./Layout.ts"
import { NewRows } from "./NewRows.ts"
import type { RowsRead } from "./RowsRead.ts"
import { touchedToText } from "./touched.ts"

/** Most changes dropped behind the horizon at one commit, so that a lowered horizon costs no long step. */
const TRIMMED = 64

/** Rows from one step to the next: a step a row would cost as much as some of what is done in it. */
const ROWS = 16

/** Yields after every `ROWS` rows, so that whoever runs it can pause there. */
export function* applyPlan(
  connection: Connection,
  layout: Layout,
  head: Head,
  owner: Owner,
  plan: Plan,
  { keepChanges, rowsRead }: { readonly keepChanges: number; readonly rowsRead: RowsRead },
): Generator<void, void> {
  const id =
    head.id ??
    connection.run(
      // Its checksum follows with its head.
      "INSERT INTO owner (name, sequence, last_at, checksum) VALUES (?, 0, ?, 0)",
      formatOwner(owner),
      plan.at,
    )
  const sequence = head.sequence + 1
  const slots = yield* createRecords(connection, layout, head, id, plan)
  const linkKeys = yield* createLinks(connection, layout, id, plan)
  yield* changeAttributes(connection, layout, id, plan, rowsRead)
  yield* removeAll(connection, layout.links, id, plan.unlink)
  yield* removeAll(connection, layout.records, id, plan.drop)
  yield* writePages(connection, layout, id, sequence, plan)

  const taken = [...layout.counters.keys()].map((type) => slots.get(type) ?? 0)
  const place = [sequence, plan.at, ...taken]
  connection.run(layout.updateHead, ...place, ownerChecksum([id, formatOwner(owner), ...place]), id)
  const touched: ReadonlyArray<Ref> = [
    ...plan.create,
    ...linkKeys,
    ...plan.set,
    ...plan.unset,
    ...plan.unlink,
    ...plan.drop,
  ]
  const change = [id, sequence, plan.id, plan.at, touchedToText(touched)]
  connection.run(
    "INSERT INTO change (owner, sequence, plan, at, touched, checksum) VALUES (?, ?, ?, ?, ?, ?)",
    ...change,
    checksumOf(change),
  )
  if (sequence > keepChanges) {
    connection.run(
      "DELETE FROM change WHERE owner = ? AND sequence <= min(?, (SELECT sequence FROM change WHERE owner = ? ORDER BY sequence LIMIT 1) + ?)",
      id,
      sequence - keepChanges,
      id,
      TRIMMED - 1,
    )
  }
}

const toCell = ({ attribute }: Column, attributes: Attributes): Cell =>
  attributeToCell(Object.hasOwn(attributes, attribute) ? attributes[attribute] : undefined)

/** Answers the slots taken afterwards. */
function* createRecords(
  connection: Connection,
  layout: Layout,
  head: Head,
  owner: number,
  plan: Plan,
): Generator<void, ReadonlyMap<string, number>> {
  const slots = new Map(head.slots)
  const rows = new NewRows(connection)
  for (const { type, key, attributes } of plan.create) {
    const table = layout.records.get(type)
    if (table === undefined) continue
    const slot = slots.get(type) ?? 0
    if (table.slotted) slots.set(type, slot + 1)
    const cells: Array<Cell> = table.slotted ? [owner, key, slot] : [owner, key]
    for (const column of table.columns) cells.push(toCell(column, attributes))
    cells.push(checksumOf(cells))
    if (rows.add(table, cells)) yield
  }
  rows.end()
  return slots
}

function* createLinks(
  connection: Connection,
  layout: Layout,
  owner: number,
  plan: Plan,
): Generator<void, ReadonlyArray<Ref>> {
  const made: Array<Ref> = []
  const rows = new NewRows(connection)
  for (const { type, ends, attributes } of plan.link) {
    const key = keyOfEnds(layout.schema, type, ends)
    made.push({ type, key })
    const table = layout.links.get(type)
    if (table === undefined) continue
    const cells: Array<Cell> = [owner, key, ...endsToCells(table, ends)]
    for (const column of table.columns) cells.push(toCell(column, attributes))
    cells.push(checksumOf(cells))
    if (rows.add(table, cells)) yield
  }
  rows.end()
  return made
}

/**
 * `set` and `unset` of a record or link in one statement; a removed attribute is NULL, as is an empty
 * set. What the row had is read first: its checksum must tell whether that was as it was written.
 */
function* changeAttributes(
  connection: Connection,
  layout: Layout,
  owner: number,
  plan: Plan,
  rowsRead: RowsRead,
): Generator<void, void> {
  let written = 0
  for (const [type, changes] of changesByType(plan)) {
    const table = layout.records.get(type) ?? layout.links.get(type)
    if (table === undefined) continue
    const updateOf = updatesOf(table)
    for (const [key, { set, names }] of changes) {
      if (names.length === 0) continue
      const { sql, columns, places } = updateOf(names)
      const had =
        rowsRead.find(table.name, key) ?? connection.row(table.byKeySummed.one, owner, key) ?? []
      const row = soundRow(owner, had)
      const cells = columns.map((column) => toCell(column, set))
      const first = row.length - table.columns.length
      for (let i = 0; i < cells.length; i++) row[first + (places[i] ?? 0)] = cells[i] ?? null
      connection.run(sql, ...cells, checksumOf(row), owner, key)
      if (++written % ROWS === 0) yield
    }
  }
}

/** The owner, and what is selected but the checksum, which is last. */
const soundRow = (owner: number, selected: Row): Array<Cell> => {
  const row = [owner, ...selected]
  if (row.pop() !== checksumOf(row)) throw damaged("update")
  return row
}

interface Update {
  readonly sql: string
  readonly columns: ReadonlyArray<Column>
  /** Of each of them among all of the table. */
  readonly places: ReadonlyArray<number>
}

/** How attributes are changed: most records of a plan change in one of a few ways. */
const updatesOf = ({ name: table, columns: all }: RecordTable | LinkTable) => {
  const known = new Map<string, Update>()
  return (names: ReadonlyArray<string>): Update => {
    const way = names.join()
    const update = known.get(way)
    if (update !== undefined) return update
    const columns = all.filter(({ attribute }) => names.includes(attribute))
    const made = {
      sql: `UPDATE ${table} SET ${columns.map(({ name }) => `${name} = ?`).join(", ")}, checksum = ? WHERE owner = ? AND key = ?`,
      columns,
      places: columns.map((column) => all.indexOf(column)),
    }
    known.set(way, made)
    return made
  }
}

interface Change {
  readonly set: Attributes
  /** Of all that changes: what is not set is removed. */
  readonly names: ReadonlyArray<string>
}

/** By type, then key. No attribute is written twice. */
const changesByType = (plan: Plan): ReadonlyMap<string, ReadonlyMap<string, Change>> => {
  const types = new Map<string, Map<string, Change>>()
  const changesOf = (type: string): Map<string, Change> => {
    const known = types.get(type)
    if (known !== undefined) return known
    const made = new Map<string, Change>()
    types.set(type, made)
    return made
  }
  for (const { type, key, attributes } of plan.set) {
    const changes = changesOf(type)
    const before = changes.get(key)
    const set = before === undefined ? attributes : { ...before.set, ...attributes }
    changes.set(key, { set, names: Object.keys(set) })
  }
  for (const { type, key, attributes } of plan.unset) {
    const changes = changesOf(type)
    const { set, names } = changes.get(key) ?? NO_CHANGE
    changes.set(key, { set, names: names.concat(attributes) })
  }
  return types
}

const NO_CHANGE: Change = { set: {}, names: [] }

function* removeAll(
  connection: Connection,
  tables: ReadonlyMap<string, { readonly remove: string }>,
  owner: number,
  refs: ReadonlyArray<Ref>,
): Generator<void, void> {
  let removed = 0
  for (const { type, key } of refs) {
    const table = tables.get(type)
    if (table === undefined) continue
    connection.run(table.remove, owner, key)
    if (++removed % ROWS === 0) yield
  }
}

function* writePages(
  connection: Connection,
  layout: Layout,
  owner: number,
  sequence: number,
  plan: Plan,
): Generator<void, void> {
  let written = 0
  for (const [space, writes] of Map.groupBy(plan.pages, (page) => page.space)) {
    const table = layout.pages.get(space)
    if (table === undefined) continue
    /** Written together, which is cheaper. */
    const some: Array<Cell> = []
    for (const { name, number, bytes } of writes) {
      if (bytes === undefined) connection.run(table.remove, owner, name, number)
      else {
        const sum = checksumOf([owner, name, number, sequence], bytes)
        some.push(owner, name, number, sequence, bytes, sum)
        if (some.length === PAGE_CELLS * PAGES_AT_ONCE)
          connection.run(table.writeSome, ...some.splice(0))
      }
      if (++written % ROWS === 0) yield
    }
    while (some.length > 0) connection.run(table.write, ...some.splice(0, PAGE_CELLS))
  }
}

/** Owner, name, number, sequence, bytes, checksum. */
const PAGE_CELLS = 6
