/**
 * Gathers what is to change in an owner's index pages and turns it into page writes, each page read
 * and written once.
 *
 * @module
 */
import {
  compareText,
  mapInTurns,
  type PageWrite,
  type StoreError,
  type View,
} from "@reminisce/store"
import * as Effect from "effect/Effect"
import { COLUMNS_NAME, makeColumnArrays, PAGE_ROWS, type RowEdit } from "./ColumnPage.ts"
import { ColumnPageEdit } from "./ColumnPageEdit.ts"
import { COLUMNS_SPACE, POSTINGS_SPACE } from "./IndexHead.ts"
import { decodeKeyPage, encodeKeyPage, KEYS_NAME, PAGE_KEYS } from "./KeyPage.ts"
import { blockOf, editBlock } from "./PostingBlock.ts"

interface SlotEdit {
  readonly slot: number
  readonly edit: RowEdit
}

interface BlockEdit {
  readonly term: string
  readonly block: number
  readonly added: Array<number>
  removed: Set<number> | undefined
}

/** Blocks rewritten from one turn of everything else to the next, where the store lets others have theirs. */
const BLOCKS = 1_000

/** Pages of rows, likewise. */
const PAGES = 100

const NONE: ReadonlySet<number> = new Set()

export class PageEdits {
  /** By block, then by term. */
  private readonly blocks = new Map<number, Map<string, BlockEdit>>()
  /** By column page, in the order in which they came. */
  private readonly rows = new Map<number, Array<SlotEdit>>()
  private readonly keys = new Map<number, string>()
  /** Column pages as the view has them, each read once. */
  private readonly columns = new Map<number, Uint8Array | undefined>()

  addTerms(slot: number, terms: Iterable<string>): void {
    const edits = this.editsOf(blockOf(slot))
    for (const term of terms) editOf(edits, term, slot).added.push(slot)
  }

  removeTerms(slot: number, terms: Iterable<string>): void {
    const edits = this.editsOf(blockOf(slot))
    for (const term of terms) {
      const edit = editOf(edits, term, slot)
      edit.removed ??= new Set()
      edit.removed.add(slot)
    }
  }

  /** Edits of one slot follow each other; of a slot in no page yet, they are of a usual row. */
  editRow(slot: number, edit: RowEdit): void {
    const number = Math.floor(slot / PAGE_ROWS)
    const held = this.rows.get(number)
    if (held === undefined) this.rows.set(number, [{ slot, edit }])
    else held.push({ slot, edit })
  }

  setKey(slot: number, key: string): void {
    this.keys.set(slot, key)
  }

  /** `view` is the state the pages are in. Rows of `covered` slots and more are not in any page. */
  toWrites(view: View, covered: number): Effect.Effect<ReadonlyArray<PageWrite>, StoreError> {
    return Effect.map(
      Effect.all([this.blockWrites(view), this.keyWrites(view), this.rowWrites(view, covered)]),
      (writes) => writes.flat(),
    )
  }

  /** Column pages of these numbers as they are before any edit; always of the same `view`. */
  columnPages(
    view: View,
    numbers: ReadonlyArray<number>,
  ): Effect.Effect<ReadonlyArray<Uint8Array | undefined>, StoreError> {
    const unread = numbers.filter((number) => !this.columns.has(number))
    const ids = unread.map((number) => ({ name: COLUMNS_NAME, number }))
    return Effect.map(pagesOf(view, COLUMNS_SPACE, ids), (pages) => {
      for (const [i, number] of unread.entries()) this.columns.set(number, pages[i])
      return numbers.map((number) => this.columns.get(number))
    })
  }

  private editsOf(block: number): Map<string, BlockEdit> {
    const held = this.blocks.get(block)
    if (held !== undefined) return held
    const made = new Map<string, BlockEdit>()
    this.blocks.set(block, made)
    return made
  }

  private blockWrites(view: View): Effect.Effect<ReadonlyArray<PageWrite>, StoreError> {
    const edits = [...this.blocks.values()]
      .flatMap((ofBlock) => [...ofBlock.values()])
      .sort((a, b) => compareText(a.term, b.term) || a.block - b.block)
    const ids = edits.map(({ term, block }) => ({ name: term, number: block }))
    return Effect.gen(function* () {
      const pages = yield* pagesOf(view, POSTINGS_SPACE, ids)
      const writes: Array<PageWrite> = []
      for (const [i, { term, block, added, removed }] of edits.entries()) {
        if (i % BLOCKS === BLOCKS - 1) yield* Effect.yieldNow
        const slots = added.sort((a, b) => a - b)
        const bytes = editBlock(pages[i], block, removed ?? NONE, slots)
        writes.push({ space: POSTINGS_SPACE, name: term, number: block, bytes })
      }
      return writes
    })
  }

  private keyWrites(view: View): Effect.Effect<ReadonlyArray<PageWrite>, StoreError> {
    const numbers = pageNumbers(this.keys.keys(), PAGE_KEYS)
    const ids = numbers.map((number) => ({ name: KEYS_NAME, number }))
    return Effect.map(pagesOf(view, POSTINGS_SPACE, ids), (pages) =>
      numbers.map((number, i) => {
        const keys = decodeKeyPage(pages[i])
        for (let row = 0; row < PAGE_KEYS; row++) {
          const key = this.keys.get(number * PAGE_KEYS + row)
          if (key !== undefined) keys[row] = key
        }
        return { space: POSTINGS_SPACE, name: KEYS_NAME, number, bytes: encodeKeyPage(keys) }
      }),
    )
  }

  private rowWrites(
    view: View,
    covered: number,
  ): Effect.Effect<ReadonlyArray<PageWrite>, StoreError> {
    const numbers = [...this.rows.keys()]
      .filter((number) => this.rows.get(number)?.some(({ slot }) => slot < covered))
      .sort((a, b) => a - b)
    const room = makeColumnArrays(PAGE_ROWS)
    const edited = (number: number): PageWrite => {
      const page = new ColumnPageEdit(this.columns.get(number), room)
      for (const { slot, edit } of this.rows.get(number) ?? [])
        if (slot < covered) page.edit(slot % PAGE_ROWS, edit)
      return { space: COLUMNS_SPACE, name: COLUMNS_NAME, number, bytes: page.toBytes() }
    }
    return Effect.andThen(this.columnPages(view, numbers), mapInTurns(numbers, edited, PAGES))
  }
}

const editOf = (edits: Map<string, BlockEdit>, term: string, slot: number): BlockEdit => {
  const held = edits.get(term)
  if (held !== undefined) return held
  const made: BlockEdit = { term, block: blockOf(slot), added: [], removed: undefined }
  edits.set(term, made)
  return made
}

const pagesOf = (
  view: View,
  space: string,
  ids: ReadonlyArray<{ readonly name: string; readonly number: number }>,
): Effect.Effect<ReadonlyArray<Uint8Array | undefined>, StoreError> =>
  ids.length === 0 ? Effect.succeed([]) : view.page(space, ids)

const pageNumbers = (slots: Iterable<number>, size: number): ReadonlyArray<number> =>
  [...new Set([...slots].map((slot) => Math.floor(slot / size)))].sort((a, b) => a - b)
