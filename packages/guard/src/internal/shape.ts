/**
 * The notation of the table, parsed. A shape is literal text and runs of one alphabet:
 * `ghp_<A36+>` is `ghp_` and at least 36 letters or digits, `<a20>` exactly 20, `<D8-10>` eight to ten.
 * `<uuid>` abbreviates the 36 characters of a UUID, `<uuid+>` with an open end. There is no repetition of groups and nothing unbounded
 * but the last run, so a shape is matched without ever going back.
 *
 * @module
 */

import { classAlphabet, classIndex } from "./charClass.ts"

/** Literal text. */
export interface LiteralPiece {
  readonly kind: "literal"
  readonly text: string
}

/** A run of one class; `max` is `Number.MAX_SAFE_INTEGER` for an open run. */
export interface RunPiece {
  readonly kind: "run"
  readonly letter: string
  readonly index: number
  readonly min: number
  readonly max: number
}

export type Piece = LiteralPiece | RunPiece

/** An open end. */
export const unbounded = Number.MAX_SAFE_INTEGER

/** Why a shape cannot be compiled; words of our own, nothing of the shape. */
export interface ShapeProblem {
  readonly problem: string
}

const uuid = "<x8>-<x4>-<x4>-<x4>-<x12"

const bounds = /^(\d{1,4})(?:-(\d{1,4})|(\+))?$/

const parseRun = (notation: string): RunPiece | ShapeProblem => {
  const letter = notation[0] ?? ""
  const found = bounds.exec(notation.slice(1))
  if (found === null) return { problem: "a run is not written as <letter count>" }
  const index = classIndex(letter)
  if (index < 0) return { problem: "a run names an unknown alphabet" }
  const min = Number(found[1])
  const max = found[3] === "+" ? unbounded : Number(found[2] ?? min)
  if (max < min || min === 0) return { problem: "a run's bounds are not in order" }
  return { kind: "run", letter, index, min, max }
}

/** Splits a shape into its pieces. */
export const parseShape = (shape: string): ReadonlyArray<Piece> | ShapeProblem => {
  const [start = "", ...rest] = shape.replaceAll("<uuid", uuid).split("<")
  const pieces: Array<Piece> = start === "" ? [] : [{ kind: "literal", text: start }]
  for (const part of rest) {
    const close = part.indexOf(">")
    const run = parseRun(part.slice(0, Math.max(0, close)))
    if ("problem" in run) return run
    pieces.push(run)
    if (close + 1 < part.length) pieces.push({ kind: "literal", text: part.slice(close + 1) })
  }
  return ambiguity(pieces) ?? pieces
}

/** A run of varying length must end by itself: the next piece may not begin with a character of it. */
const ambiguity = (pieces: ReadonlyArray<Piece>): ShapeProblem | undefined => {
  for (const [position, piece] of pieces.entries()) {
    const next = pieces[position + 1]
    if (piece.kind === "literal" || piece.min === piece.max || next === undefined) continue
    if (next.kind === "run") return { problem: "a run of varying length is followed by a run" }
    if (classAlphabet(piece.letter).includes(next.text[0] ?? "")) {
      return { problem: "a run of varying length may swallow the text after it" }
    }
  }
  return undefined
}

/** The longest literal text of a shape, the first of several: the keyword by which it is found. May be empty. */
export const keywordOf = (shape: string): string => {
  let best = ""
  for (const part of shape.split("<")) {
    const literal = part.slice(part.indexOf(">") + 1)
    if (literal.length > best.length) best = literal
  }
  return best
}
