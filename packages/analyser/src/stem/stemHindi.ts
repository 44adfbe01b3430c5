/**
 * A light stemmer for Hindi after folding: endings of number, case, gender, tense and person.
 *
 * @module
 */
import { makeSuffixTable, stripSuffix } from "./stripSuffix.ts"

const endings = makeSuffixTable(`ो े ू ु ी ि ा कर ाओ िए ाई ाए ने नी ना नों ते ीं ती ता ाँ ां ों ें
  ाकर ाइए ाईं ाया ेगी ेगा ोगी ोगे ाने ाना ाते ाती ाता तीं ाओं ाएं ुओं ुएं ुआं
  ाएगी ाएगा ाओगी ाओगे एंगी ेंगी एंगे ेंगे ूंगी ूंगा ातीं नाओं नाएं ताओं ताएं ियाँ ियां ियों
  ाएंगी ाएंगे ाऊंगी ाऊंगा`)

/** The stem of a folded word of Devanagari letters. */
export const stemHindi = (word: string): string => stripSuffix(word, endings, 2)
