/**
 * A light stemmer for German after folding (umlauts are already bare vowels): the prefix of the past
 * participle, then endings of case, number and person.
 *
 * @module
 */

/** Nouns that begin with "ge" keep it; in German text they are the words with a capital. */
const withoutParticiplePrefix = (word: string): string => {
  if (!word.startsWith("ge")) return word
  const isParticiple =
    (word.length >= 7 && word.endsWith("t")) || (word.length >= 8 && word.endsWith("en"))
  return isParticiple ? word.slice(2) : word
}

const withoutEnding = (stem: string): string => {
  if (stem.length > 5 && /(?:em|er|nd)$/.test(stem)) return stem.slice(0, -2)
  return stem.length > 3 && /[estn]$/.test(stem) ? stem.slice(0, -1) : stem
}

/** The stem of a folded word; `capitalised` says that the text wrote it with a capital. */
export const stemGerman = (word: string, capitalised: boolean): string => {
  let stem = capitalised ? word : withoutParticiplePrefix(word)
  for (;;) {
    const shorter = withoutEnding(stem)
    if (shorter === stem) return stem
    stem = shorter
  }
}
