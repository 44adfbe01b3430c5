/**
 * The words of a text as the reader of time expressions wants them.
 *
 * @module
 */
import { CharacterClass, classOf, digitValue } from "../CharacterClass.ts"
import { classBit, foldWord } from "../foldWord.ts"
import { normaliseText } from "../normaliseText.ts"
import { RunKind, scanRuns } from "../scanRuns.ts"

/** A text normalised, and cut into words of scripts that have them. */
export interface TimeText {
  readonly normalised: string
  /** Folded; a number keeps the signs inside it. */
  readonly tokens: ReadonlyArray<string>
}

/** No word of a time expression is longer; ISO instants are the longest numbers. */
const maxToken = 30

/** Whether anything but ASCII is in the text. */
const beyondAscii = /[\u0080-\uffff]/

const asciiDigits = (text: string): string => {
  if (!beyondAscii.test(text)) return text
  let ascii = ""
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0
    const isDigit = codePoint > 0x7f && classOf(codePoint) === CharacterClass.Digit
    ascii += isDigit ? digitValue(codePoint).toString() : character
  }
  return ascii
}

/** Tokens of a text, in order; anything too long to be part of a time expression is an empty token. */
export const timeTokens = (original: string): TimeText => {
  const text = normaliseText(original)
  const normalised = asciiDigits(text)
  const tokens: Array<string> = []
  for (const { kind, start, end } of scanRuns(normalised)) {
    if (kind !== RunKind.Word) continue
    const spelling = end - start > maxToken ? "" : normalised.slice(start, end)
    const whole = spelling.toLowerCase()
    const apostrophe = whole.indexOf("'")
    const lowerCase = apostrophe < 0 ? whole : whole.slice(0, apostrophe)
    tokens.push(foldWord(lowerCase, classBit(classOf(lowerCase.codePointAt(0) ?? 0))))
  }
  return { normalised, tokens }
}
