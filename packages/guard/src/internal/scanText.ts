/**
 * Reads one text in every way it may hide something, each reading once, within one budget.
 *
 * @module
 */

import { escaped, foldable, traitsIn } from "./byteTraits.ts"
import type { Reading, RunRule } from "./Check.ts"
import { type Acquittal, type Engine, mayBeJoined, scanPage, scanRun } from "./Engine.ts"
import { forgetEntropy } from "./entropy.ts"
import { decodeLists } from "./listView.ts"
import { readAsIs, readFolded, readHidden } from "./plainViews.ts"
import { decodeRuns } from "./runView.ts"
import { make, type ScanPage, wipe } from "./ScanPage.ts"
import { readSpelt, squeeze } from "./squeezedView.ts"
import { forgetTallies } from "./tallies.ts"
import { unescape } from "./unescapedView.ts"

/** How many layers of encoding are taken off. */
export const deepest = 3

/** Bytes that all readings of one text may have together: this many for each byte of it, and 64 KiB. */
const budgetPerByte = 32
const budgetBase = 65_536

/** The family of a text whose layers unfold beyond the budget; no honest text does. */
export const bottomless = "nested-encoding"

/** The reusable pages of one compiled guard. */
export interface Scratch {
  readonly raw: ScanPage
  readonly folded: ScanPage
  readonly hidden: ScanPage
  readonly squeezed: ScanPage
  /** Decoded bytes that are not yet read as text. */
  readonly plain: ScanPage
  /** Two for each depth, used in turn. */
  readonly unescaped: ReadonlyArray<ReadonlyArray<ScanPage>>
  readonly decoded: ReadonlyArray<ScanPage>
}

const pages = (count: number): ReadonlyArray<ScanPage> => Array.from({ length: count }, make)

export const makeScratch = (): Scratch => ({
  raw: make(),
  folded: make(),
  hidden: make(),
  squeezed: make(),
  plain: make(),
  unescaped: Array.from({ length: deepest }, () => pages(2)),
  decoded: pages(deepest),
})

/** Overwrites everything that was read. */
export const wipeScratch = (scratch: Scratch): void => {
  const { folded, hidden, plain, raw, squeezed } = scratch
  for (const page of [raw, folded, hidden, squeezed, plain]) wipe(page)
  for (const pair of scratch.unescaped) for (const page of pair) wipe(page)
  for (const page of scratch.decoded) wipe(page)
  forgetTallies()
  forgetEntropy()
}

/** What a scan needs. */
export interface Scanner {
  readonly engine: Engine
  readonly runs: ReadonlyArray<RunRule>
  readonly scratch: Scratch
  readonly isAllowed: Acquittal | undefined
}

interface Work {
  budget: number
  readonly found: Set<string>
}

/** Scans a page, unless something is found already or the budget is spent. */
const look = (scanner: Scanner, page: ScanPage, reading: Reading, work: Work): void => {
  work.budget -= page.length
  if (work.budget < 0) work.found.add(bottomless)
  if (work.found.size > 0) return
  scanPage(scanner.engine, page, reading, work.found, scanner.isAllowed)
}

/** Looks for strong shapes in what is left of a page without separators and joints. */
const lookJoined = (scanner: Scanner, source: ScanPage, work: Work): void => {
  const { squeezed } = scanner.scratch
  if (readSpelt(squeezed, source)) look(scanner, squeezed, "joined", work)
  if (work.found.size > 0 || !mayBeJoined(scanner.engine, source)) return
  squeeze(squeezed, source)
  look(scanner, squeezed, "joined", work)
}

/** Reads what lists of numbers and runs carry, and looks for keys that are known by length and checksum. */
const lookDecoded = (scanner: Scanner, source: ScanPage, depth: number, work: Work): void => {
  const { plain } = scanner.scratch
  const page = scanner.scratch.decoded[depth]
  if (page === undefined) return
  if (decodeLists(source, { plain, page })) unfold(scanner, page, depth + 1, work)
  if (work.found.size > 0) return
  const hasRuns = decodeRuns(source, { plain, page }, (from, to) => {
    scanRun(scanner.runs, source, from, to, work.found, scanner.isAllowed)
  })
  if (hasRuns && work.found.size === 0) unfold(scanner, page, depth + 1, work)
}

const isEscaped = (page: ScanPage): boolean => (traitsIn(page.bytes, page.length) & escaped) !== 0

/**
 * Scans a page and the further readings of it: without its escapes first, as often as there are any, then without
 * separators, then decoded. Stops at the first reading in which something is found.
 */
const unfold = (scanner: Scanner, page: ScanPage, depth: number, work: Work): void => {
  look(scanner, page, "plain", work)
  const [first, second] = scanner.scratch.unescaped[depth] ?? []
  if (first === undefined || second === undefined) return
  let source = page
  for (let layer = 0; layer < deepest && isEscaped(source); layer += 1) {
    const target = source === first ? second : first
    if (work.found.size > 0 || !unescape(target, source)) break
    look(scanner, target, "plain", work)
    source = target
  }
  if (work.found.size === 0) lookJoined(scanner, source, work)
  if (work.found.size === 0) lookDecoded(scanner, source, depth, work)
}

const workFor = (size: number): Work => ({
  budget: budgetPerByte * size + budgetBase,
  found: new Set(),
})

/** The families found in one text. Time and space are linear in its length. */
export const scanText = (scanner: Scanner, text: string): ReadonlySet<string> => {
  const { folded, hidden, raw } = scanner.scratch
  readAsIs(raw, text)
  const work = workFor(raw.length)
  if (raw.length === text.length && (traitsIn(raw.bytes, raw.length) & foldable) === 0) {
    unfold(scanner, raw, 0, work)
    return work.found
  }
  look(scanner, raw, "plain", work)
  if (work.found.size > 0) return work.found
  const mayHide = readFolded(folded, raw)
  unfold(scanner, folded, 0, work)
  if (work.found.size === 0 && mayHide && readHidden(hidden, raw)) {
    unfold(scanner, hidden, 0, work)
  }
  return work.found
}

/** The families found where texts that are stored together are read as one. */
export const scanJoined = (scanner: Scanner, text: string): ReadonlySet<string> => {
  const { folded, raw } = scanner.scratch
  readAsIs(raw, text)
  const work = workFor(raw.length)
  readFolded(folded, raw)
  lookJoined(scanner, folded, work)
  return work.found
}
