/**
 * One run of a script with spaces between words: the terms it stands for, by the language around it.
 *
 * @module
 */

import { CharacterClass, classOf, digitValue } from "./CharacterClass.ts"
import { capTerm, maxTermBytes } from "./capTerm.ts"
import { classBit, foldWord } from "./foldWord.ts"
import {
  arabicFunctionWords,
  cyrillicFunctionWords,
  devanagariFunctionWords,
  greekFunctionWords,
  hebrewFunctionWords,
  type LatinLanguage,
  latinFunctionWords,
  latinLanguages,
  namesLikeFunctionWords,
  personalPronouns,
} from "./functionWords.ts"
import { evidenceOf } from "./languageOf.ts"
import type { Stem, Stemmers } from "./Stemmers.ts"
import { splitCompound } from "./splitCompound.ts"
import { splitHumps } from "./splitHumps.ts"
import { arabicVariants } from "./stem/arabicVariants.ts"
import { hebrewVariants } from "./stem/hebrewVariants.ts"
import { stripClitics } from "./stripClitics.ts"

/** The terms of a run, by what a query does with them; an index takes the first three. */
export interface WordForms {
  /** What the word is found by. */
  readonly strong: ReadonlyArray<string>
  /** What it may be found by as well; a query puts these last. */
  readonly weak: ReadonlyArray<string>
  /** Indexed, but in a query only when it has nothing better. */
  readonly common: ReadonlyArray<string>
  /** A function word: a term only of a text that has nothing else. */
  readonly fallback: ReadonlyArray<string>
  /** Whether the other three are empty. */
  readonly isStrongOnly: boolean
}

/** The language around a word; "any" is a query whose language nothing tells. */
export type ContextLanguage = LatinLanguage | "any"

/** What a run is, whatever the text around it. */
export interface WordEntry {
  /** The languages the run speaks for, see `evidenceOf`. */
  readonly evidence: number
  /** The forms in a context; those of the last context are remembered. */
  readonly formsIn: (language: ContextLanguage) => WordForms
}

/** A single word, folded, with what folding would lose. */
interface Word {
  readonly spelling: string
  readonly lowerCase: string
  readonly folded: string
  /** The class of its letters, or 0 when they are of several. */
  readonly script: number
}

const none: ReadonlyArray<string> = []
const formsOf = (
  strong: ReadonlyArray<string>,
  weak = none,
  common = none,
  fallback = none,
): WordForms => ({
  strong,
  weak,
  common,
  fallback,
  isStrongOnly: weak.length + common.length + fallback.length === 0,
})

/** Longer spellings are cut before they are looked at; a term holds at most as many bytes as half of this. */
const maxSpelling = 2 * maxTermBytes

const cutSpelling = (spelling: string): string => {
  if (spelling.length <= maxSpelling) return spelling
  const codePoint = spelling.codePointAt(maxSpelling - 1) ?? 0
  return spelling.slice(0, codePoint > 0xffff ? maxSpelling - 1 : maxSpelling)
}

const classesIn = (word: string): number => {
  let classes = 0
  for (const character of word) classes |= classBit(classOf(character.codePointAt(0) ?? 0))
  return classes
}

const wordOf = (spelling: string): Word => {
  const lowerCase = cutSpelling(spelling).toLowerCase()
  const bare = stripClitics(lowerCase)
  const classes = classesIn(bare)
  const letters = classes & ~(classBit(CharacterClass.Mark) | classBit(CharacterClass.Separator))
  const isOneScript = (letters & (letters - 1)) === 0
  return {
    spelling,
    lowerCase,
    folded: foldWord(bare, classes),
    script: isOneScript ? 31 - Math.clz32(letters) : 0,
  }
}

const functionWordsOf = (
  word: Word,
  language: ContextLanguage,
): ReadonlySet<string> | undefined => {
  switch (word.script) {
    case CharacterClass.Latin:
      return latinFunctionWords[language === "any" ? "en" : language]
    case CharacterClass.Cyrillic:
      return cyrillicFunctionWords
    case CharacterClass.Greek:
      return greekFunctionWords
    case CharacterClass.Arabic:
      return arabicFunctionWords
    case CharacterClass.Hebrew:
      return hebrewFunctionWords
    case CharacterClass.Devanagari:
      return devanagariFunctionWords
    default:
      return undefined
  }
}

const startsWithCapital = (spelling: string): boolean => {
  const first = spelling.charAt(0)
  return first !== first.toLowerCase()
}

const latinForms = (word: Word, language: ContextLanguage, stemmers: Stemmers): WordForms => {
  if (!/^[a-z]+$/.test(word.folded)) return formsOf([word.folded])
  const capitalised = startsWithCapital(word.spelling)
  const strong = stemmers.en(word.folded, capitalised)
  if (language === "en") return formsOf([strong])
  const others = language === "any" ? latinLanguages : [language]
  const weak = new Set(others.map((other) => stemmers[other](word.folded, capitalised)))
  weak.delete(strong)
  return formsOf([strong], [...weak])
}

const contentForms = (word: Word, language: ContextLanguage, stemmers: Stemmers): WordForms => {
  const stemmed = (stem: Stem): string => stem(word.folded, startsWithCapital(word.spelling))
  switch (word.script) {
    case CharacterClass.Latin:
      return latinForms(word, language, stemmers)
    case CharacterClass.Cyrillic:
      return formsOf([stemmed(stemmers.cyrillic)])
    case CharacterClass.Greek:
      return formsOf([stemmed(stemmers.greek)])
    case CharacterClass.Devanagari:
      return formsOf([stemmed(stemmers.devanagari)])
    case CharacterClass.Arabic: {
      const weak = arabicVariants(word.folded, (form) => stemmers.arabic(form, false))
      return formsOf([stemmed(stemmers.arabic)], weak)
    }
    case CharacterClass.Hebrew:
      return formsOf([word.folded], hebrewVariants(word.folded))
    default:
      return formsOf([word.folded])
  }
}

const wordForms = (word: Word, language: ContextLanguage, stemmers: Stemmers): WordForms => {
  const { folded, spelling } = word
  if (folded === "") return formsOf(none)
  const isFunctionWord =
    functionWordsOf(word, language)?.has(folded) === true && !namesLikeFunctionWords.has(spelling)
  if (isFunctionWord) {
    const pronoun = personalPronouns.get(folded)
    const common = pronoun === undefined ? none : [pronoun]
    return formsOf(none, none, common, [folded])
  }
  const capped = capTerm(folded)
  return capped === folded ? contentForms(word, language, stemmers) : formsOf([capped])
}

const joinForms = (all: ReadonlyArray<WordForms>): WordForms =>
  formsOf(
    all.flatMap(({ strong }) => strong),
    all.flatMap(({ weak }) => weak),
    all.flatMap(({ common }) => common),
    all.flatMap(({ fallback }) => fallback),
  )

/** C++, C# and their like: the sign is the name. */
const namedBySign = /^(?:[a-z]{1,12}\+\+|[a-z]#)$/i

const wholeTerm = (whole: string, stemmers: Stemmers): string => {
  const word = wordOf(whole)
  const capped = capTerm(word.folded)
  return /^[a-z]+$/.test(capped) && capped === word.folded ? stemmers.en(capped, false) : capped
}

const compoundForms = (
  spelling: string,
  language: ContextLanguage,
  stemmers: Stemmers,
): WordForms => {
  if (namedBySign.test(spelling)) return formsOf([spelling.toLowerCase()])
  const { wholes, numbers, words } = splitCompound(spelling)
  return joinForms([
    formsOf(wholes.map((whole) => wholeTerm(whole, stemmers)).filter((term) => term !== "")),
    ...words.map((part) => wordForms(wordOf(part), language, stemmers)),
    formsOf(numbers.map(capTerm)),
  ])
}

const withAsciiDigits = (spelling: string): string => {
  let ascii = ""
  for (const character of spelling) {
    const codePoint = character.codePointAt(0) ?? 0
    const isOther = codePoint > 0x7f && classOf(codePoint) === CharacterClass.Digit
    ascii += isOther ? digitValue(codePoint).toString() : character
  }
  return ascii
}

const isSingleWord = (spelling: string): boolean =>
  /^[a-z]+$/.test(spelling) ||
  (!/[-0-9_.,/\\@:&+#]/.test(spelling) && splitHumps(spelling).length === 1)

/** The entry of a run; pure but for what it remembers of its own answers. */
export const makeWordEntry = (run: string, stemmers: Stemmers): WordEntry => {
  const spelling = /^[\x20-\x7e]*$/.test(run) ? run : withAsciiDigits(run)
  const single = isSingleWord(spelling) ? wordOf(spelling) : undefined
  let lastLanguage: ContextLanguage | undefined
  let lastForms = formsOf(none)
  return {
    evidence:
      single?.script === CharacterClass.Latin ? evidenceOf(single.lowerCase, single.folded) : 0,
    formsIn: (language) => {
      if (language === lastLanguage) return lastForms
      lastLanguage = language
      lastForms =
        single === undefined
          ? compoundForms(spelling, language, stemmers)
          : wordForms(single, language, stemmers)
      return lastForms
    },
  }
}
