/**
 * Compatibility composition (NFKC) that gives one answer on every supported runtime: the runtime only ever
 * sees characters of the pinned Unicode version, whose normal forms can never change, and never more marks
 * in a row than it can order in linear time.
 *
 * @module
 */
import { CharacterClass, classAt, classOf, widthAt } from "./CharacterClass.ts"

/** Marks kept on one letter; the rest are dropped. No orthography needs more than a handful. */
const markLimit = 16

/** The first index at which the text is more than ASCII, or its length. */
const asciiLength = (text: string): number => {
  let index = 0
  while (index < text.length && text.charCodeAt(index) < 0x80) index++
  return index
}

const isSurrogate = (codePoint: number): boolean => codePoint >= 0xd800 && codePoint <= 0xdfff

/**
 * Where the first code point stands that must not reach the runtime, or -1: unassigned, ignorable, half a
 * surrogate pair, or one mark too many.
 */
const firstUnfit = (text: string, from: number): number => {
  let marks = 0
  for (let index = from; index < text.length; index++) {
    const characterClass = classAt(text, index)
    if (characterClass > CharacterClass.Mark) {
      marks = 0
      index += widthAt(text, index) - 1
      continue
    }
    marks = characterClass === CharacterClass.Mark ? marks + 1 : 0
    const unfit =
      characterClass === CharacterClass.Unassigned ||
      characterClass === CharacterClass.Ignorable ||
      isSurrogate(text.codePointAt(index) ?? 0) ||
      marks > markLimit
    if (unfit) return index
    index += widthAt(text, index) - 1
  }
  return -1
}

const withoutUnfit = (text: string, from: number): string => {
  const kept: Array<string> = []
  let marks = 0
  let keptFrom = 0
  const cut = (index: number, length: number, replacement: string) => {
    if (index > keptFrom) kept.push(text.slice(keptFrom, index))
    if (replacement !== "") kept.push(replacement)
    keptFrom = index + length
  }
  for (let index = from; index < text.length; index++) {
    const codePoint = text.codePointAt(index) ?? 0
    const length = codePoint > 0xffff ? 2 : 1
    const characterClass = classOf(codePoint)
    if (characterClass === CharacterClass.Ignorable) {
      cut(index, length, "")
    } else if (characterClass === CharacterClass.Mark) {
      marks++
      if (marks > markLimit) cut(index, length, "")
    } else {
      marks = 0
      if (isSurrogate(codePoint) || characterClass === CharacterClass.Unassigned)
        cut(index, length, " ")
    }
    index += length - 1
  }
  kept.push(text.slice(keptFrom))
  return kept.join("")
}

const apostrophes = /[\u2019\u02bb\u02bc]/g
const hyphens = /[\u2010\u2011]/g

/**
 * The text in NFKC, without invisible characters and with one kind of apostrophe and hyphen; what Unicode 16
 * does not know, and any lone surrogate, becomes a space. Linear in the length of the text, whatever it holds.
 */
export const normaliseText = (text: string): string => {
  const from = asciiLength(text)
  if (from === text.length) return text
  return compose(text, from).replace(apostrophes, "'").replace(hyphens, "-")
}

/** A form may fall apart into what is unfit itself, such as the tatweel below a vowel sign: then once more. */
const compose = (text: string, from: number): string => {
  const fit = firstUnfit(text, from) === -1 ? text : withoutUnfit(text, from)
  const composed = fit.normalize("NFKC")
  return composed === fit || firstUnfit(composed, 0) === -1 ? composed : compose(composed, 0)
}
