/**
 * Which language of Latin script a text is in, told by its function words. It decides what is a function word
 * and which stemmer runs beside the English one; a wrong guess costs some conflation, never the word itself.
 *
 * @module
 */
import { type LatinLanguage, latinFunctionWords, latinLanguages } from "./functionWords.ts"

/** Letters, before folding, that point to one language as a function word does. */
const tellingLetters: ReadonlyArray<readonly [RegExp, LatinLanguage]> = [
  [/[ßäöü]/, "de"],
  [/ñ/, "es"],
  [/[œê]/, "fr"],
  [/[ãõ]/, "pt"],
]

/** The languages a word speaks for, as bits in the order of `latinLanguages`; 0 for most words. */
export const evidenceOf = (lowerCase: string, folded: string): number => {
  const mayTell = /[^\0-\x7f]/.test(lowerCase)
  let bits = 0
  latinLanguages.forEach((language, index) => {
    const speaks =
      latinFunctionWords[language].has(folded) ||
      (mayTell &&
        tellingLetters.some(([letters, of]) => of === language && letters.test(lowerCase)))
    if (speaks) bits |= 1 << index
  })
  return bits
}

/** Counts the evidence of one text. */
export interface LanguageVote {
  readonly add: (evidence: number) => void
  /** The language with most evidence, English before others; undefined without any. */
  readonly winner: () => LatinLanguage | undefined
}

/** A vote with nothing counted yet. */
export const makeLanguageVote = (): LanguageVote => {
  const votes = latinLanguages.map(() => 0)
  return {
    add: (evidence) => {
      if (evidence === 0) return
      for (let index = 0; index < votes.length; index++) {
        if ((evidence & (1 << index)) !== 0) votes[index] = (votes[index] ?? 0) + 1
      }
    },
    winner: () => {
      const most = Math.max(...votes)
      return most === 0 ? undefined : latinLanguages[votes.indexOf(most)]
    },
  }
}
