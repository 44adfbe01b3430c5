/**
 * What comes before what.
 *
 * @module
 */
/** The keys of records, links or entries, in their order. */
export const keysIn = (
  list: ReadonlyArray<{ readonly key: string } | undefined>,
): ReadonlyArray<string | undefined> => list.map((each) => each?.key)

/** Texts and integers in the order a store keeps them: text by its UTF-8 bytes, numbers by size. */
export const ORDERED_TEXTS = [
  "",
  "A",
  "a",
  "a ",
  "aa",
  "b",
  "\u00e9",
  "\ud7ff",
  "\ue000",
  "\uffff",
  "\u{10000}",
  "\u{10ffff}",
]
export const ORDERED_INTEGERS = [
  Number.MIN_SAFE_INTEGER,
  -10,
  -9,
  -1,
  0,
  1,
  9,
  10,
  2 ** 31,
  2 ** 32,
  Number.MAX_SAFE_INTEGER,
]
