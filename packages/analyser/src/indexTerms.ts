/**
 * What a memory's text puts into an index.
 *
 * @module
 */
import { addTerms, analyseText, type EntryOf } from "./analyseText.ts"
import type { TermSink } from "./TermSink.ts"

/** All terms in the order of the text, duplicates kept; function words only of a text that has nothing else. */
export const indexTerms = (text: string, entryOf: EntryOf): ReadonlyArray<string> => {
  const terms: Array<string> = []
  const fallback: Array<string> = []
  const add = (term: string): void => {
    terms.push(term)
  }
  const sink: TermSink = {
    strong: add,
    weak: add,
    common: add,
    fallback: (term) => {
      fallback.push(term)
    },
  }
  const analysed = analyseText(text, entryOf)
  addTerms(analysed, analysed.language ?? "en", () => sink)
  return terms.length > 0 ? terms : fallback
}
