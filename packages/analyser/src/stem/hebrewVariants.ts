/**
 * Hebrew writes articles, prepositions and conjunctions onto the word, and nothing but a dictionary can tell
 * them from its first letter. So a word is indexed as it stands, and also without them.
 *
 * @module
 */

const prefixLetters = "הובלמשכ"

const withoutEnding = (word: string): string => {
  for (const ending of ["ימ", "ות"]) {
    if (word.endsWith(ending) && word.length - ending.length >= 3) return word.slice(0, -2)
  }
  return word.length > 3 && /[התי]$/.test(word) ? word.slice(0, -1) : word
}

const withoutPrefix = (word: string): string =>
  word.length > 2 && prefixLetters.includes(word.charAt(0)) ? word.slice(1) : word

/** Other forms under which a folded Hebrew word may be found: bare of endings, of one prefix, of two. */
export const hebrewVariants = (word: string): ReadonlyArray<string> => {
  const single = withoutPrefix(word)
  const double = single === word || single.length < 4 ? single : withoutPrefix(single)
  const variants = new Set([
    withoutEnding(word),
    single,
    withoutEnding(single),
    double,
    withoutEnding(double),
  ])
  variants.delete(word)
  return [...variants]
}
