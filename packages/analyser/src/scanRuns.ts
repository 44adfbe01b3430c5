/**
 * Cuts a normalised text into runs that are analysed alike: words with what connects them, and stretches of
 * scripts that do not show where words end.
 *
 * @module
 */
import { CharacterClass, classAt, classOf, widthAt } from "./CharacterClass.ts"

/** How a run is analysed. */
export const RunKind = {
  None: 0,
  /** Letters and digits of scripts with spaces between words, connectors inside included. */
  Word: 1,
  /** Han, hiragana and katakana. */
  Ideographs: 2,
  Hangul: 3,
  /** Thai, Lao, Khmer, Myanmar and relatives. */
  Unspaced: 4,
  Pictograph: 5,
} as const

/** A stretch of the text, from `start` up to `end` in UTF-16 units. */
export interface Run {
  readonly kind: number
  readonly start: number
  readonly end: number
}

const kindOf = (characterClass: number): number => {
  if (characterClass < CharacterClass.Digit) return RunKind.None
  if (characterClass <= CharacterClass.OtherLetter) return RunKind.Word
  if (characterClass <= CharacterClass.Katakana) return RunKind.Ideographs
  if (characterClass === CharacterClass.Hangul) return RunKind.Hangul
  return characterClass === CharacterClass.Unspaced ? RunKind.Unspaced : RunKind.Pictograph
}

const isWordAt = (text: string, index: number): boolean =>
  kindOf(classAt(text, index)) === RunKind.Word

const isDigitAt = (text: string, index: number): boolean =>
  classAt(text, index) === CharacterClass.Digit

const groupsThousands = (text: string, comma: number): boolean =>
  isDigitAt(text, comma - 1) &&
  isDigitAt(text, comma + 1) &&
  isDigitAt(text, comma + 2) &&
  isDigitAt(text, comma + 3) &&
  !isDigitAt(text, comma + 4)

const isBetweenHebrew = (text: string, index: number): boolean =>
  classAt(text, index - 1) === CharacterClass.Hebrew &&
  classAt(text, index + 1) === CharacterClass.Hebrew

/** What a sign between two words may do, by its code; 0 for most. */
const Joining = { Always: 1, Colon: 2, Underscore: 3, Comma: 4, Quote: 5 } as const

const joiningOf = new Uint8Array(0x600)
for (const sign of "'-./\\@&") joiningOf[sign.charCodeAt(0)] = Joining.Always
joiningOf[":".charCodeAt(0)] = Joining.Colon
joiningOf["_".charCodeAt(0)] = Joining.Underscore
joiningOf[",".charCodeAt(0)] = Joining.Comma
for (const sign of '"\u05f3\u05f4') joiningOf[sign.charCodeAt(0)] = Joining.Quote

const longConnectors = ["://", "::", ":\\"]

const underscoresFrom = (text: string, index: number): number => {
  let end = index
  while (text.charAt(end) === "_") end++
  return end - index
}

/** The length of a connector that stands at `index`, whatever comes after it. */
const connectorAt = (text: string, index: number): number => {
  if (index >= text.length) return 0
  switch (joiningOf[text.charCodeAt(index)]) {
    case Joining.Always:
      return 1
    case Joining.Colon:
      return longConnectors.find((connector) => text.startsWith(connector, index))?.length ?? 1
    case Joining.Underscore:
      return underscoresFrom(text, index)
    case Joining.Comma:
      return groupsThousands(text, index) ? 1 : 0
    case Joining.Quote:
      return isBetweenHebrew(text, index) ? 1 : 0
    default:
      return 0
  }
}

/** The length of a sign that is part of a name: C++, C#. */
const signLength = (text: string, start: number, end: number): number => {
  const sign = text.charAt(end)
  if (sign !== "+" && sign !== "#") return 0
  const length = sign === "#" ? 1 : text.charAt(end + 1) === "+" ? 2 : 0
  const isShort = end - start <= (sign === "#" ? 1 : 12)
  return isShort && !isWordAt(text, end + length) ? length : 0
}

/** Past the letters, digits and marks from `from` on, one UTF-16 unit at a time: the loop most text is spent in. */
const skipWordUnits = (text: string, from: number): number => {
  let end = from
  while (end < text.length) {
    const characterClass = classOf(text.charCodeAt(end))
    if (characterClass < CharacterClass.Mark || characterClass > CharacterClass.OtherLetter) break
    end++
  }
  return end
}

const isPairInWord = (text: string, index: number): boolean => {
  if (widthAt(text, index) === 1) return false
  const characterClass = classAt(text, index)
  return characterClass >= CharacterClass.Mark && characterClass <= CharacterClass.OtherLetter
}

/** What ends most words. */
const space = 0x20

const endOfWord = (text: string, start: number): number => {
  let end = start
  for (;;) {
    end = skipWordUnits(text, end)
    if (text.charCodeAt(end) === space) return end
    if (isPairInWord(text, end)) {
      end += 2
      continue
    }
    const connector = connectorAt(text, end)
    if (connector === 0 || !isWordAt(text, end + connector)) {
      return end + signLength(text, start, end)
    }
    end += connector
  }
}

const endOfKind = (text: string, start: number, kind: number): number => {
  let end = start
  for (;;) {
    const characterClass = classAt(text, end)
    if (kindOf(characterClass) !== kind && characterClass !== CharacterClass.Mark) return end
    end += widthAt(text, end)
  }
}

const endOfRun = (text: string, start: number, kind: number): number => {
  if (kind === RunKind.Word) return endOfWord(text, start)
  if (kind === RunKind.Pictograph) return start + widthAt(text, start)
  return endOfKind(text, start, kind)
}

/** The runs of a normalised text, in order; marks without a letter before them belong to none. */
export const scanRuns = (text: string): Array<Run> => {
  const runs: Array<Run> = []
  let index = 0
  while (index < text.length) {
    const kind = kindOf(classAt(text, index))
    if (kind === RunKind.None) {
      index += widthAt(text, index)
      continue
    }
    const end = endOfRun(text, index, kind)
    runs.push({ kind, start: index, end })
    index = end
  }
  return runs
}
