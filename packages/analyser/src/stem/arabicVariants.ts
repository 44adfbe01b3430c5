/**
 * Arabic writes one-letter prepositions and conjunctions onto the word and makes many plurals by changing the
 * vowels inside it. So a word is also indexed without such a letter, and as its bare consonants.
 *
 * @module
 */

const prefixLetters = "بلكفوس"

/** Long vowels go, and a doubled last consonant, which many plurals separate, is one. */
const consonantsOf = (stem: string): string => {
  const consonants = stem.replace(/[اوي]/g, "")
  return consonants.length >= 3 ? consonants.replace(/(.)\1$/, "$1") : stem
}

/** Other forms under which a folded Arabic word may be found; `stem` is the stemmer in use. */
export const arabicVariants = (
  word: string,
  stem: (word: string) => string,
): ReadonlyArray<string> => {
  const own = stem(word)
  const variants = new Set([consonantsOf(own)])
  if (word.length > 3 && prefixLetters.includes(word.charAt(0))) {
    const bare = stem(word.slice(1))
    variants.add(bare)
    variants.add(consonantsOf(bare))
  }
  variants.delete(own)
  return [...variants]
}
