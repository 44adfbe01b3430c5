/**
 * A light stemmer for Greek after folding (no accents, one sigma): endings of nouns, adjectives and verbs.
 *
 * @module
 */
import { makeSuffixTable, stripSuffix } from "./stripSuffix.ts"

const endings =
  makeSuffixTable(`ουσαμε ησατε ησαμε ουμε ουνε ουσα ουσε ουσ ουν ομαι εται ονται ομουν οταν
  ηκε ηκαν ησε ησαν ησω ησει ασε ασαν αμε ατε ετε εισ ειτε ει ω
  αδεσ αδων εδεσ ιοσ ιου ιων ιοι ιεσ ια ιο οσ ου ο ον οι ων εσ α ασ αν η ησ ην ι ισ υσ υ ε εωσ`)

/** Neuters in -μα lengthen their stem in every form but the singular. */
const lengthenedNeuter = /ματ(?:α|οσ|ων)$/

/** The stem of a folded Greek word. */
export const stemGreek = (word: string): string =>
  stripSuffix(word.replace(lengthenedNeuter, "μα"), endings, 3)
