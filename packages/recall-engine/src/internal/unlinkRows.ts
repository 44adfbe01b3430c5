/**
 * Takes memories out of their trails by what the index itself knows: who stood beside each. Nothing is
 * asked of the store but the rows.
 *
 * @module
 */
import type { StoreError, View } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { type Neighbours, PAGE_ROWS, readColumnPage } from "./ColumnPage.ts"
import { setNext, setPrevious, standAlone } from "./memoryRow.ts"
import type { PageEdits } from "./PageEdits.ts"

/** `slots`: all of them in the index, and the index in line with `view`. */
export const unlinkRows = Effect.fnUntraced(function* (
  view: View,
  edits: PageEdits,
  slots: ReadonlyArray<number>,
): Effect.fn.Return<void, StoreError> {
  if (slots.length === 0) return
  const rows = yield* readNeighbours(view, edits, slots)
  for (const [slot, { previous }] of rows) {
    edits.editRow(slot, standAlone)
    // Those that leave side by side are passed over together, from the first of them.
    if (rows.has(previous)) continue
    const next = firstStaying(rows, slot)
    if (previous >= 0) edits.editRow(previous, setNext(next))
    if (next >= 0) edits.editRow(next, setPrevious(previous))
  }
})

const firstStaying = (rows: ReadonlyMap<number, Neighbours>, slot: number): number => {
  let at: number = slot
  for (let row = rows.get(at); row !== undefined; row = rows.get(at)) at = row.next
  return at
}

const readNeighbours = Effect.fnUntraced(function* (
  view: View,
  edits: PageEdits,
  slots: ReadonlyArray<number>,
): Effect.fn.Return<ReadonlyMap<number, Neighbours>, StoreError> {
  const numbers = [...new Set(slots.map((slot) => Math.floor(slot / PAGE_ROWS)))]
  const pages = yield* edits.columnPages(view, numbers)
  const rows = numbers.length * PAGE_ROWS
  const columns = { previous: new Int32Array(rows), next: new Int32Array(rows) }
  const firsts = new Map(
    numbers.map((number, i) => {
      readColumnPage(pages[i] ?? new Uint8Array(0), columns, i * PAGE_ROWS)
      return [number, i * PAGE_ROWS]
    }),
  )
  return new Map(
    slots.map((slot) => {
      const at = (firsts.get(Math.floor(slot / PAGE_ROWS)) ?? 0) + (slot % PAGE_ROWS)
      return [slot, { previous: columns.previous[at] ?? -1, next: columns.next[at] ?? -1 }]
    }),
  )
})
