/**
 * What a question asks an index for.
 *
 * @module
 */
import { addTerms, analyseText, type EntryOf } from "./analyseText.ts"

/** One term of a query and the piece of the query it stands for. */
export interface QueryTerm {
  /** 1 to 64 bytes of UTF-8; never begins with "@" and holds no NUL. */
  readonly term: string
  /** Ordinal of the word or stretch of text, from 0. Terms that share it are forms of one thing asked for. */
  readonly word: number
}

/** The first map, then what only the second has. */
const merged = (
  first: ReadonlyMap<string, number>,
  second: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> =>
  new Map([...first, ...[...second].filter(([term]) => !first.has(term))])

/**
 * The distinct terms, the telling ones in order of first occurrence and then the other forms of the same
 * words, so that whoever takes only the first few takes the best. Function words only when there is nothing else.
 */
export const queryTerms = (text: string, entryOf: EntryOf): ReadonlyArray<QueryTerm> => {
  const strong = new Map<string, number>()
  const weak = new Map<string, number>()
  const common = new Map<string, number>()
  const fallback = new Map<string, number>()
  const adder = (terms: Map<string, number>, word: number) => (term: string) => {
    if (!terms.has(term)) terms.set(term, word)
  }
  const analysed = analyseText(text, entryOf)
  addTerms(analysed, analysed.language ?? "any", (word) => ({
    strong: adder(strong, word),
    weak: adder(weak, word),
    common: adder(common, word),
    fallback: adder(fallback, word),
  }))
  const telling = merged(strong, weak)
  const chosen = telling.size > 0 ? telling : merged(common, fallback)
  return [...chosen].map(([term, word]) => ({ term, word }))
}
