/**
 * Matches a parsed shape at a known place. Every piece is walked at most once, and runs are remembered by the
 * page, so many overlapping candidates cost no more than one.
 *
 * @module
 */

import { classBits, isAlnum, isWord, toLower } from "./charClass.ts"
import { at, runEnd, type ScanPage } from "./ScanPage.ts"
import { type Piece, unbounded } from "./shape.ts"

/** A shape ready to match. */
export interface CompiledShape {
  readonly keyword: string
  /** Nearest first. */
  readonly before: ReadonlyArray<Piece>
  readonly after: ReadonlyArray<Piece>
  readonly anyCase: boolean
  /** Ends in literal text or an open run: whatever follows does not matter. */
  readonly openEnded: boolean
}

/** Where a candidate stands: the token, and the part of it that ought to look random. */
export interface Span {
  from: number
  to: number
  bodyFrom: number
  bodyTo: number
}

export const makeSpan = (): Span => ({ from: 0, to: 0, bodyFrom: 0, bodyTo: 0 })

const isOpen = (last: Piece | undefined): boolean =>
  last?.kind === "literal" || last?.max === unbounded

/** Compiles pieces around the first literal that is `keyword`. */
export const compileShape = (
  pieces: ReadonlyArray<Piece>,
  keyword: string,
  anyCase: boolean,
): CompiledShape => {
  const position = pieces.findIndex((piece) => piece.kind === "literal" && piece.text === keyword)
  return {
    keyword,
    before: pieces.slice(0, Math.max(0, position)).reverse(),
    after: pieces.slice(position + 1),
    anyCase,
    openEnded: isOpen(pieces.at(-1)),
  }
}

/** All pieces of a shape, to be matched forwards from a given place. */
export const compileForward = (pieces: ReadonlyArray<Piece>, anyCase: boolean): CompiledShape => {
  return {
    keyword: "",
    before: [],
    after: pieces,
    anyCase,
    openEnded: isOpen(pieces.at(-1)),
  }
}

/** Whether a literal stands at a place. */
export const hasLiteral = (
  page: ScanPage,
  from: number,
  literal: string,
  anyCase: boolean,
): boolean => {
  for (let index = 0; index < literal.length; index += 1) {
    const byte = at(page, from + index)
    const wanted = literal.charCodeAt(index)
    if (byte !== wanted && !(anyCase && toLower(byte) === toLower(wanted))) return false
  }
  return true
}

/** How many bytes of the class end right before `to`, counted up to `limit`. */
const runBefore = (page: ScanPage, index: number, to: number, limit: number): number => {
  const bit = 1 << index
  let count = 0
  while (count < limit && ((classBits[at(page, to - count - 1)] ?? 0) & bit) !== 0) count += 1
  return count
}

/** Makes the longest run the body: it is the part that must look random. */
const offerBody = (span: Span, from: number, to: number): void => {
  if (to - from <= span.bodyTo - span.bodyFrom) return
  span.bodyFrom = from
  span.bodyTo = to
}

const matchBefore = (
  shape: CompiledShape,
  page: ScanPage,
  keywordFrom: number,
  span: Span,
): number => {
  let from = keywordFrom
  for (const piece of shape.before) {
    if (piece.kind === "literal") {
      from -= piece.text.length
      if (from < 0 || !hasLiteral(page, from, piece.text, shape.anyCase)) return -1
      continue
    }
    const varies = piece.max !== piece.min
    const count = runBefore(page, piece.index, from, varies ? piece.max + 1 : piece.min)
    if (count < piece.min || count > piece.max) return -1
    offerBody(span, from - count, from)
    from -= count
  }
  return from
}

const matchAfter = (
  shape: CompiledShape,
  page: ScanPage,
  keywordTo: number,
  span: Span,
): boolean => {
  let to = keywordTo
  for (let step = 0; step < shape.after.length; step += 1) {
    const piece = shape.after[step]
    if (piece === undefined) return false
    if (piece.kind === "literal") {
      if (!hasLiteral(page, to, piece.text, shape.anyCase)) return false
      to += piece.text.length
      continue
    }
    const end = runEnd(page, piece.index, step, to)
    const count = end - to
    if (count < piece.min) return false
    if (piece.max === piece.min && step < shape.after.length - 1) {
      offerBody(span, to, to + piece.min)
      to += piece.min
      continue
    }
    if (count > piece.max) return false
    offerBody(span, to, piece.max === unbounded ? to + piece.min : end)
    to = end
  }
  span.to = to
  return shape.openEnded || !isWord(at(page, to))
}

/** Whether a position is in the middle of a word. */
const isGluedAt = (page: ScanPage, position: number): boolean =>
  isAlnum(at(page, position)) && isAlnum(at(page, position - 1))

/**
 * Matches around a keyword that stands at `[from, to)`. `glued` lets it begin in the middle of a word.
 * Fills `span` and returns true when the shape is there.
 */
export const matchAround = (
  shape: CompiledShape,
  page: ScanPage,
  from: number,
  to: number,
  glued: boolean,
  span: Span,
): boolean => {
  if (shape.before.length === 0 && !glued && isGluedAt(page, from)) return false
  if (!shape.anyCase && !hasLiteral(page, from, shape.keyword, false)) return false
  span.bodyFrom = to
  span.bodyTo = to
  const start = matchBefore(shape, page, from, span)
  if (start < 0) return false
  if (!glued && isGluedAt(page, start)) return false
  span.from = start
  return matchAfter(shape, page, to, span)
}

/** Matches every piece forwards from `from`. */
export const matchFrom = (
  shape: CompiledShape,
  page: ScanPage,
  from: number,
  span: Span,
): boolean => {
  span.from = from
  span.bodyFrom = from
  span.bodyTo = from
  return matchAfter(shape, page, from, span)
}
