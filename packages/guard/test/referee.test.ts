import { assert, describe, it } from "@effect/vitest"
import { RE2JS } from "re2js"
import { families, Samples } from "../src/index.ts"
import { classAlphabet, toLower } from "../src/internal/charClass.ts"
import { shapesOf } from "../src/internal/compileRules.ts"
import { compileShape, makeSpan, matchAround } from "../src/internal/matchShape.ts"
import { readAsIs } from "../src/internal/plainViews.ts"
import { make } from "../src/internal/ScanPage.ts"
import { keywordOf, type Piece, parseShape, unbounded } from "../src/internal/shape.ts"

const escape = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")
const set = (letter: string): string => escape(classAlphabet(letter))

const piecesOf = (shape: string): ReadonlyArray<Piece> => {
  const pieces = parseShape(shape)
  return "problem" in pieces ? [] : pieces
}

/** The shape as a regular expression of a linear engine that shares no code with ours. */
const toRegex = (pieces: ReadonlyArray<Piece>, anyCase: boolean, glued: boolean): RE2JS => {
  const body = pieces.map((piece) => {
    if (piece.kind === "literal") return anyCase ? `(?i:${escape(piece.text)})` : escape(piece.text)
    const bounds = piece.max === unbounded ? `{${piece.min},}` : `{${piece.min},${piece.max}}`
    return `[${set(piece.letter)}]${bounds}`
  })
  const [first, last] = [pieces[0], pieces.at(-1)]
  const beginsWithWord =
    first?.kind === "literal" ? /^[A-Za-z0-9]/.test(first.text) : first !== undefined
  // A run that varies in length takes all there is; a token that is not strong begins with a word.
  const notBefore =
    (glued || !beginsWithWord ? "" : "A-Za-z0-9") +
    (first?.kind === "run" && first.min !== first.max ? set(first.letter) : "")
  const left = notBefore === "" ? "" : `(?:^|[^${notBefore}])`
  // An exact end must be the end of a word.
  const isExact = last?.kind === "run" && last.max !== unbounded
  const right = isExact ? `(?:$|[^A-Za-z0-9_${set(last.letter)}])` : ""
  return RE2JS.compile(left + body.join("") + right, RE2JS.DOTALL)
}

const page = make()
const span = makeSpan()

/** Whether our matcher finds the shape around any occurrence of its keyword. */
const isFound = (
  pieces: ReadonlyArray<Piece>,
  keyword: string,
  anyCase: boolean,
  glued: boolean,
  text: string,
): boolean => {
  const shape = compileShape(pieces, keyword, anyCase)
  readAsIs(page, text)
  const isKeywordAt = (from: number): boolean =>
    Array.from(keyword).every(
      (character, offset) =>
        toLower(page.bytes[from + offset] ?? 0) === toLower(character.charCodeAt(0)),
    )
  for (let from = 0; from + keyword.length <= page.length; from += 1) {
    if (isKeywordAt(from) && matchAround(shape, page, from, from + keyword.length, glued, span))
      return true
  }
  return false
}

const shapes = families
  .flatMap((family) => family.tokens ?? [])
  .flatMap((rule) => shapesOf(rule.shape).map((shape) => ({ rule, shape })))

/** Texts near a shape: whole, cut, lengthened, in the middle of words, with a character changed, and noise. */
const textsNear = (shape: string, seed: number): ReadonlyArray<string> => {
  const random = Samples.randomFrom(seed)
  const token = Samples.renderTemplate(shape.replaceAll("+>", ">"), seed)
  const pick = (): number => random(token.length)
  const at = pick()
  const others = "aZ0_-.=/+ \n:é"
  const noise = Array.from({ length: 40 }, () => others[random(others.length)] ?? "").join("")
  return [
    token,
    `x${token}`,
    `_${token}`,
    ` ${token} `,
    `${token}x`,
    `${token}_`,
    `${token}-a`,
    `${token}é`,
    token.slice(0, -1),
    token.slice(1),
    token.toUpperCase(),
    token.slice(0, at) + (others[random(others.length)] ?? "") + token.slice(at + 1),
    token.slice(0, at) + (others[random(others.length)] ?? "") + token.slice(at),
    token.slice(0, at) + token,
    `${noise}${token}${noise}`,
    `${token}${token}`,
    noise + token.slice(0, pick()) + noise,
  ]
}

describe("the matcher of shapes", () => {
  it("agrees with a linear regular expression engine on every shape of the table", () => {
    const disputes: Array<string> = []
    for (const { rule, shape } of shapes) {
      const pieces = piecesOf(shape)
      const anyCase = rule.anyCase === true
      const glued = rule.strong === true
      const regex = toRegex(pieces, anyCase, glued)
      for (const seed of [1, 2, 3]) {
        for (const text of textsNear(shape, seed)) {
          const ours = isFound(pieces, keywordOf(shape), anyCase, glued, text)
          if (ours !== regex.matcher(text).find())
            disputes.push(`${rule.id} ${ours} ${JSON.stringify(text)}`)
        }
      }
    }
    assert.deepStrictEqual(disputes, [])
  }, 120_000)
})
