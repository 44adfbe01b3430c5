/**
 * Random values, keys, names and attributes. Most come from small pools full of what engines get
 * wrong, so that random records meet; the rest are anything.
 *
 * @module
 */
import type { Attributes, Owner, Value } from "@reminisce/store"
import fc from "fast-check"

/** Around every place where the orders of UTF-8, UTF-16 and locales differ, and what engines treat as special. */
const TEXTS = [
  "",
  " ",
  "a",
  "a ",
  "A",
  "aa",
  "b",
  "\u00e9",
  "e\u0301",
  "\u00df",
  "\ud7ff",
  "\ue000",
  "\uffff",
  "\u{10000}",
  "\u{1f511}",
  "\u{10ffff}",
  "%",
  "_",
  "'",
  '"',
  "\\",
  "0",
  "00",
  "10",
  "9",
  "1e3",
  "null",
  "true",
  "[]",
  "\n",
  "\u0001",
  "\u007f",
  "\ufeff",
  "\u202e",
] as const

const INTEGERS = [
  Number.MIN_SAFE_INTEGER,
  -1_000,
  -1,
  0,
  1,
  2,
  10,
  2 ** 31,
  2 ** 32,
  Number.MAX_SAFE_INTEGER,
] as const

/** Any text a store holds. */
export const anyText: fc.Arbitrary<string> = fc
  .string({ unit: "binary", maxLength: 40 })
  .map((text) => text.replaceAll("\u0000", ""))

export const text: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 1, arbitrary: anyText },
)

export const integer: fc.Arbitrary<number> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...INTEGERS) },
  { weight: 1, arbitrary: fc.maxSafeInteger().map((n) => (n === 0 ? 0 : n)) },
)

/** Text that can be the key of a record. */
export const key: fc.Arbitrary<string> = text.map(
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what a key may not hold
  (each) => each.replace(/[\u0000-\u001f\u007f]/g, "") || "k",
)

export const value: fc.Arbitrary<Value> = fc.oneof(text, integer, fc.boolean())

const set = <T>(each: fc.Arbitrary<T>): fc.Arbitrary<Array<T>> => fc.array(each, { maxLength: 4 })

/** Some attributes of an item. */
export const itemAttributes: fc.Arbitrary<Attributes> = fc.record(
  {
    label: text,
    rank: fc.integer({ min: -2, max: 2 }),
    at: integer,
    live: fc.boolean(),
    note: text,
    size: integer,
    due: integer,
    seen: fc.boolean(),
    tags: set(text),
    sizes: set(integer),
    dates: set(integer),
    flags: set(fc.boolean()),
  },
  { requiredKeys: [] },
)

/** Some attributes of a table. */
export const tableAttributes: fc.Arbitrary<Attributes> = fc.record(
  {
    key: text,
    owner: text,
    slot: integer,
    type: text,
    rowid: integer,
    select: fc.boolean(),
    order: set(text),
    constructor: text,
    dueAt: integer,
    dueat: text,
  },
  { requiredKeys: [], noNullPrototype: true },
)

/** Some attributes of a link between an item and what it holds. */
export const holdsAttributes: fc.Arbitrary<Attributes> = fc.record(
  { since: integer, weight: integer, notes: set(text) },
  { requiredKeys: [] },
)

export const bytes: fc.Arbitrary<Uint8Array> = fc.uint8Array({ maxLength: 40 })

/** Owners that only an exact comparison keeps apart; no two are equal. */
export const ODD_OWNERS: ReadonlyArray<Owner> = [
  ["agent", "alice"],
  ["agent", "Alice"],
  ["Agent", "alice"],
  ["agent", "alice "],
  ["agent", " alice"],
  ["agent", "alic"],
  ["agent", "alic_"],
  ["agent", "alic%"],
  ["agent", "%"],
  ["agent", "_"],
  ["agent", "alice:"],
  ["agent", ":alice"],
  ["agent", "a:lice"],
  ["agent", "alice/bob"],
  ["agent", "../alice"],
  ["agent", "al'ice"],
  ["agent", 'al"ice'],
  ["agent", "al\\ice"],
  ["agent", "alice;--"],
  ["agent", "\u00e9"],
  ["agent", "e\u0301"],
  ["agent", "\uffff"],
  ["agent", "\u{10000}"],
  ["agent", "a\u0001"],
  ["agent", "1"],
  ["agent", "01"],
  ["age", "nt"],
  ["agen", "t"],
  ["user", "alice"],
  ["%", "alice"],
].map(([kind = "", name = ""]) => ({ kind, name }))
