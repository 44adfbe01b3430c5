/**
 * Bugs of reading records, indexes and links.
 *
 * @module
 */
import type { RangeOptions, View } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { inView, type PlantedBug } from "../PlantedBug.ts"

const inRange = (
  name: string,
  caughtBy: string,
  change: (ask: View["range"], index: string, options: RangeOptions) => ReturnType<View["range"]>,
) =>
  inView(name, caughtBy, (view) => ({
    range: (index, options) => change(view.range, index, options),
  }))

const withoutFirst = <A>(list: ReadonlyArray<A>): ReadonlyArray<A> => list.slice(1)

export const readingBugs: ReadonlyArray<PlantedBug> = [
  inRange(
    "reverses values but not keys",
    "indexes go on behind any entry, in either direction, each entry once, even one that is gone",
    (range, index, options) =>
      Effect.map(range(index, options), (entries) =>
        options.order === "descending"
          ? entries.toSorted((a, b) =>
              JSON.stringify(a.values) === JSON.stringify(b.values) ? (a.key < b.key ? -1 : 1) : 0,
            )
          : entries,
      ),
  ),
  inRange(
    "drops after",
    "indexes go on behind any entry, in either direction, each entry once, even one that is gone",
    (range, index, { after: _after, ...options }) => range(index, options),
  ),
  inRange(
    "is off by one behind a cursor",
    "indexes go on behind any entry, in either direction, each entry once, even one that is gone",
    (range, index, options) =>
      Effect.map(range(index, options), (entries) =>
        options.after === undefined ? entries : withoutFirst(entries),
      ),
  ),
  inRange(
    "takes the upper bound in",
    "indexes range between bounds, from included and to excluded, below a prefix",
    (range, index, { to, ...options }) =>
      range(index, {
        ...options,
        ...(typeof to === "number" && to < 2 ** 50
          ? { to: to + 1 }
          : to === undefined
            ? {}
            : { to }),
      }),
  ),
  inRange(
    "orders text by UTF-16 units",
    "indexes range over text in the order of UTF-8, over numbers by size, over booleans false first",
    (range, index, options) =>
      Effect.map(range(index, options), (entries) =>
        index === "itemByNote"
          ? entries.toSorted((a, b) => (String(a.values[0]) < String(b.values[0]) ? -1 : 1))
          : entries,
      ),
  ),
  inRange(
    "gives booleans as numbers",
    "indexes range over text in the order of UTF-8, over numbers by size, over booleans false first",
    (range, index, options) =>
      Effect.map(range(index, options), (entries) =>
        entries.map(({ values, key }) => ({
          values: values.map((value) => (typeof value === "boolean" ? Number(value) : value)),
          key,
        })),
      ),
  ),
  inView(
    "counts without the prefix",
    "indexes range between bounds, from included and to excluded, below a prefix",
    (view) => ({
      count: (index) => view.count(index, []),
    }),
  ),
  inView(
    "answers each key once",
    "records get records aligned with the keys asked for, unknown and repeated ones too",
    (view) => ({
      get: (type, keys) => view.get(type, [...new Set(keys)]),
    }),
  ),
  inView(
    "leaves out empty sets",
    "records show a set that holds nothing as an empty list, and leave out what is not there",
    (view) => ({
      get: (type, keys) =>
        Effect.map(view.get(type, keys), (found) =>
          found.map(
            (record) =>
              record && {
                ...record,
                attributes: Object.fromEntries(
                  Object.entries(record.attributes).filter(
                    ([, value]) => !Array.isArray(value) || value.length > 0,
                  ),
                ),
              },
          ),
        ),
    }),
  ),
  inView(
    "gives a wrong slot",
    "records number the records of a slotted type from 0 in order of creation, and no number is used again",
    (view) => ({
      atSlots: (type, slots) =>
        Effect.map(view.atSlots(type, slots), (found) =>
          found.map((record) => record && { ...record, slot: (record.slot ?? 0) + 1 }),
        ),
    }),
  ),
  inView(
    "uses slots again",
    "records number the records of a slotted type from 0 in order of creation, and no number is used again",
    (view) => ({
      slots: (type) => Effect.map(view.scan(type, { limit: 10_000 }), (all) => all.length),
    }),
  ),
  inView(
    "finds a link once for every player",
    "links find links by any role and any number of players, each once, by key",
    (view) => ({
      linked: (type, role, players, options) =>
        Effect.map(
          Effect.forEach(players, (player) => view.linked(type, role, [player], options)),
          (lists) => lists.flat(),
        ),
    }),
  ),
  inView(
    "begins anew where it was to go on behind a link",
    "links go on behind a key, however large the page, whoever is asked for",
    (view) => ({
      linked: (type, role, players, { limit }) => view.linked(type, role, players, { limit }),
    }),
  ),
  inView(
    "answers more links than it was asked for",
    "links go on behind a key, however large the page, whoever is asked for",
    (view) => ({
      linked: (type, role, players, options) =>
        view.linked(type, role, players, { ...options, limit: 10_000 }),
    }),
    false,
  ),
  inView(
    "takes players of one key for one",
    "links find links by any role and any number of players, each once, by key",
    (view) => ({
      linked: (type, role, players, options) =>
        view.linked(
          type,
          role,
          type === "holds" && role === "part"
            ? players.flatMap(({ key }) => [
                { type: "item", key },
                { type: "part", key },
              ])
            : players,
          options,
        ),
    }),
  ),
]
