/**
 * Takes off what an apostrophe attaches to a word: possessives and contracted verbs of English after it,
 * elided articles and pronouns of French and Italian before it.
 *
 * @module
 */

const suffixes = new Set(["s", "m", "re", "ve", "ll", "d", "t"])
const prefixes = new Set(
  `l d j m t s c n qu jusqu lorsqu puisqu quoiqu un all dall dell nell sull coll quell quest`.split(
    " ",
  ),
)
const irregular: ReadonlyMap<string, string> = new Map([
  ["can't", "can"],
  ["won't", "will"],
  ["shan't", "shall"],
  ["ain't", "not"],
])

/**
 * A lower-case word without clitics and apostrophes: "Anna's" gives "anna", "l'eau" gives "eau", and "o'brien",
 * where the apostrophe is part of the name, gives "obrien".
 */
export const stripClitics = (word: string): string => {
  const at = word.lastIndexOf("'")
  if (at === -1) return word
  const known = irregular.get(word)
  if (known !== undefined) return known
  const before = word.slice(0, at).replaceAll("'", "")
  const after = word.slice(at + 1)
  if (suffixes.has(after)) {
    return after === "t" && before.endsWith("n") ? before.slice(0, -1) : before
  }
  return prefixes.has(before) ? after : before + after
}
