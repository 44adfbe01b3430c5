/**
 * Plans one step of a sweep: the posting pages of some terms, without what was lost.
 *
 * @module
 */
import {
  compareText,
  type Page,
  type PageWrite,
  type StoreError,
  type View,
} from "@reminisce/store"
import * as Effect from "effect/Effect"
import { POSTINGS_SPACE } from "./IndexHead.ts"
import { KEYS_NAME } from "./KeyPage.ts"
import { LOST_NAME, type Lost, type SlotsByTerm } from "./Lost.ts"
import { blockOf, blockWithout } from "./PostingBlock.ts"

/** What was lost, made ready to be looked up. */
export interface Sweep {
  /** What is to be looked at, in the order of the store; undefined for all there is. */
  readonly terms: ReadonlyArray<string> | undefined
  /** 1 for a slot that has lost every term not kept. */
  readonly emptied: Uint8Array
  readonly lost: ReadonlyMap<string, ReadonlySet<number>>
  readonly kept: ReadonlyMap<string, ReadonlySet<number>>
}

export const sweepOf = ({ terms, emptied, kept }: Lost): Sweep => {
  const slots = new Uint8Array(emptied.reduce((most, slot) => Math.max(most, slot + 1), 0))
  for (const slot of emptied) slots[slot] = 1
  return {
    terms: emptied.length > 0 ? undefined : [...terms.keys()].sort(compareText),
    emptied: slots,
    lost: asSets(terms),
    kept: asSets(kept),
  }
}

const asSets = (slots: SlotsByTerm): ReadonlyMap<string, ReadonlySet<number>> =>
  new Map([...slots].map(([term, of]) => [term, new Set(of)]))

export interface PlannedSweep {
  readonly writes: ReadonlyArray<PageWrite>
  /** The last term that is done; undefined when all are. */
  readonly after: string | undefined
}

/** Of `limit` terms behind `after`. */
export const planSweep = (
  view: View,
  sweep: Sweep,
  after: string | undefined,
  limit: number,
): Effect.Effect<PlannedSweep, StoreError> =>
  sweep.terms === undefined
    ? planThroughout(view, sweep, after, limit)
    : planByTerm(view, sweep, sweep.terms, after, limit)

const planByTerm = Effect.fnUntraced(function* (
  view: View,
  sweep: Sweep,
  terms: ReadonlyArray<string>,
  after: string | undefined,
  limit: number,
): Effect.fn.Return<PlannedSweep, StoreError> {
  const from = after === undefined ? 0 : firstBehind(terms, after)
  const some = terms.slice(from, from + limit)
  const ids = some.flatMap((name) => {
    const blocks = new Set<number>()
    for (const slot of sweep.lost.get(name) ?? []) blocks.add(blockOf(slot))
    return [...blocks].sort((a, b) => a - b).map((number) => ({ name, number }))
  })
  const found = ids.length === 0 ? [] : yield* view.page(POSTINGS_SPACE, ids)
  const pages = ids.map(({ name, number }, i) => {
    const bytes = found[i]
    return bytes === undefined ? [] : [{ name, number, bytes }]
  })
  const writes: Array<PageWrite> = []
  yield* withoutLost(pages, sweep, writes)
  return { writes, after: from + limit < terms.length ? some.at(-1) : undefined }
})

const firstBehind = (terms: ReadonlyArray<string>, after: string): number => {
  let low = 0
  let high = terms.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (compareText(terms[middle] ?? "", after) <= 0) low = middle + 1
    else high = middle
  }
  return low
}

/** Terms whose pages are held at a time. */
const TERMS = 1_000

const planThroughout = Effect.fnUntraced(function* (
  view: View,
  sweep: Sweep,
  from: string | undefined,
  limit: number,
): Effect.fn.Return<PlannedSweep, StoreError> {
  const writes: Array<PageWrite> = []
  let after = from
  for (let left = limit; left > 0; ) {
    const some = Math.min(left, TERMS)
    const names: ReadonlyArray<string> = yield* view.pageNames(POSTINGS_SPACE, {
      limit: some,
      ...(after === undefined ? {} : { after }),
    })
    for (const run of runsOfTerms(names))
      yield* withoutLost(yield* view.pages(POSTINGS_SPACE, run), sweep, writes)
    if (names.length < some) return { writes, after: undefined }
    after = names.at(-1)
    left -= some
  }
  return { writes, after }
})

/** Names between those that are no terms, whose many pages are not to be read among theirs. */
const runsOfTerms = (names: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> => {
  const runs: Array<ReadonlyArray<string>> = []
  let from = 0
  for (let i = 0; i <= names.length; i++) {
    if (i < names.length && names[i] !== KEYS_NAME && names[i] !== LOST_NAME) continue
    if (i > from) runs.push(names.slice(from, i))
    from = i + 1
  }
  return runs
}

/** Of pages that are known to hold something that was lost, of the state they are to be changed in. */
export const planFound = (
  pages: ReadonlyArray<Page>,
  sweep: Sweep,
): Effect.Effect<ReadonlyArray<PageWrite>> => {
  const writes: Array<PageWrite> = []
  const each = pages.map((page) => [page])
  return Effect.as(withoutLost(each, sweep, writes), writes)
}

/** Pages looked at from one turn of everything else to the next, where the store lets others have theirs. */
const PAGES = 2_000

/** `pages`: of one name each. Adds to `writes` those that lose something. */
const withoutLost = Effect.fnUntraced(function* (
  pages: ReadonlyArray<ReadonlyArray<Page>>,
  { emptied, lost, kept }: Sweep,
  writes: Array<PageWrite>,
): Effect.fn.Return<void> {
  let looked = 0
  for (const ofName of pages) {
    const [first] = ofName
    if (first === undefined) continue
    const { name } = first
    const [also, but] = [lost.get(name), kept.get(name)]
    for (const { number, bytes } of ofName) {
      const rest = blockWithout(bytes, number, emptied, also, but)
      if (rest !== bytes) writes.push({ space: POSTINGS_SPACE, name, number, bytes: rest })
    }
    looked += ofName.length
    if (looked < PAGES) continue
    looked = 0
    yield* Effect.yieldNow
  }
})
