/**
 * Longest-match suffix stripping, the whole of a light stemmer for most languages.
 *
 * @module
 */

/** Suffixes by length, longest first. */
export type SuffixTable = ReadonlyArray<readonly [length: number, suffixes: ReadonlySet<string>]>

/** Builds a table from suffixes separated by white space. */
export const makeSuffixTable = (list: string): SuffixTable => {
  const byLength = new Map<number, Set<string>>()
  for (const suffix of list.split(/\s+/)) {
    if (suffix === "") continue
    const suffixes = byLength.get(suffix.length) ?? new Set()
    byLength.set(suffix.length, suffixes.add(suffix))
  }
  return [...byLength].sort(([one], [other]) => other - one)
}

/** The word without its longest suffix in the table that leaves at least `leastStem` characters. */
export const stripSuffix = (word: string, table: SuffixTable, leastStem: number): string => {
  for (const [length, suffixes] of table) {
    const end = word.length - length
    if (end >= leastStem && suffixes.has(word.slice(end))) return word.slice(0, end)
  }
  return word
}
