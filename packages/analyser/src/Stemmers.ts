/**
 * The stemmers an analyser works with, one for each language or script it knows. All take a folded word of
 * letters and must be pure; a different set needs a different analyser version.
 *
 * @module
 */
import { stemArabic } from "./stem/stemArabic.ts"
import { stemEnglish } from "./stem/stemEnglish.ts"
import { stemGerman } from "./stem/stemGerman.ts"
import { stemGreek } from "./stem/stemGreek.ts"
import { stemHindi } from "./stem/stemHindi.ts"
import { stemFrench, stemItalian, stemPortuguese, stemSpanish } from "./stem/stemRomance.ts"
import { stemRussian } from "./stem/stemRussian.ts"

/** A word to its stem. `capitalised` is true when the text wrote the word with a capital first letter. */
export type Stem = (word: string, capitalised: boolean) => string

/** English is applied to every word of Latin script, the other five where the text is in their language. */
export interface Stemmers {
  readonly en: Stem
  readonly de: Stem
  readonly es: Stem
  readonly fr: Stem
  readonly it: Stem
  readonly pt: Stem
  readonly cyrillic: Stem
  readonly greek: Stem
  readonly arabic: Stem
  readonly devanagari: Stem
}

/** The stemmers of the default analyser. */
export const lightStemmers: Stemmers = {
  en: stemEnglish,
  de: stemGerman,
  es: stemSpanish,
  fr: stemFrench,
  it: stemItalian,
  pt: stemPortuguese,
  cyrillic: stemRussian,
  greek: stemGreek,
  arabic: stemArabic,
  devanagari: stemHindi,
}
