/**
 * A light stemmer for Arabic after folding (no vocalisation, one alef, one ya): the article with what leans
 * on it, then endings of number, gender and possession.
 *
 * @module
 */

const articles = ["وال", "بال", "كال", "فال", "ال", "لل"]
/** Endings in the order they are tried, each with the letters it must leave. */
const endings: ReadonlyArray<readonly [ending: string, least: number]> = [
  ["تان", 2],
  ["تين", 2],
  ["تها", 2],
  ["ها", 2],
  ["ان", 3],
  ["ات", 3],
  ["ون", 3],
  ["ين", 3],
  ["يه", 2],
  ["ته", 2],
  ["ه", 2],
  ["ي", 3],
  ["ا", 3],
]

const withoutArticle = (word: string): string => {
  const article = articles.find((prefix) => word.startsWith(prefix))
  if (article !== undefined && word.length - article.length >= 2) return word.slice(article.length)
  return word.startsWith("و") && word.length > 3 ? word.slice(1) : word
}

/** The stem of a folded Arabic word; endings come off one after the other. */
export const stemArabic = (word: string): string => {
  let stem = withoutArticle(word)
  for (const [ending, least] of endings) {
    if (stem.endsWith(ending) && stem.length - ending.length >= least) {
      stem = stem.slice(0, -ending.length)
    }
  }
  return stem
}
