/**
 * Everything a view shows, by every method it has and by more than one way each: what two stores of
 * equal content must agree on.
 *
 * @module
 */
import {
  allLinked,
  type RangeEntry,
  type Ref,
  type StoreError,
  type StoreLink,
  type StoreRecord,
  type StoreSchema,
  type Value,
  type View,
} from "@reminisce/store"
import * as Effect from "effect/Effect"
import { expectTrue } from "./expectations.ts"

/** Small, so that every list is read in several pages. */
const LIMIT = 3

export const dump = (schema: StoreSchema, view: View, withPages: boolean) =>
  Effect.gen(function* () {
    const records: { [type: string]: unknown } = {}
    const refs: Array<Ref> = []
    for (const [type, { slotted }] of Object.entries(schema.records)) {
      const all = yield* inPages<StoreRecord>(LIMIT, (after) =>
        view.scan(type, { ...behind(after?.key), limit: LIMIT }),
      )
      refs.push(...all)
      const keys = all.map(({ key }) => key)
      const slots = slotted === true ? yield* view.slots(type) : 0
      records[type] = {
        all,
        got: yield* view.get(type, [...keys.toReversed(), "nobody", ...keys]),
        slots,
        atSlots: slotted === true ? yield* view.atSlots(type, upTo(slots + 1)) : [],
      }
    }
    const links: { [type: string]: unknown } = {}
    for (const type of Object.keys(schema.links)) {
      const all = yield* inPages<StoreLink>(LIMIT, (after) =>
        view.scanLinks(type, { ...behind(after?.key), limit: LIMIT }),
      )
      refs.push(...all)
      const keys = all.map(({ key }) => key)
      links[type] = { all, got: yield* view.getLinks(type, [...keys.toReversed(), "none"]) }
    }
    return {
      owner: view.owner,
      sequence: view.sequence,
      lastAt: view.lastAt,
      records,
      links,
      linked: yield* dumpLinked(schema, view, refs),
      indexes: yield* dumpIndexes(schema, view),
      pages: withPages ? yield* dumpPages(schema, view) : {},
      changes: yield* view.changes(0, 10_000),
    }
  })

const dumpLinked = (schema: StoreSchema, view: View, refs: ReadonlyArray<Ref>) =>
  Effect.gen(function* () {
    const found: { [question: string]: unknown } = {}
    for (const [type, { roles }] of Object.entries(schema.links)) {
      for (const { name, players } of roles) {
        const candidates = refs.filter((ref) => players.includes(ref.type))
        found[`${type}.${name}`] = yield* inPages<StoreLink>(LIMIT, (after) =>
          view.linked(type, name, candidates, { ...behind(after?.key), limit: LIMIT }),
        )
        const [first] = candidates
        found[`${type}.${name} of one`] =
          first === undefined ? [] : yield* allLinked(view, type, name, [first])
      }
    }
    return found
  })

const dumpIndexes = (schema: StoreSchema, view: View) =>
  Effect.gen(function* () {
    const found: { [question: string]: unknown } = {}
    for (const index of Object.keys(schema.indexes)) {
      const page = (order: "ascending" | "descending") => (after: RangeEntry | undefined) =>
        view.range(index, { prefix: [], ...behind(after), limit: LIMIT, order })
      const all = yield* inPages(LIMIT, page("ascending"))
      found[index] = { all, count: yield* view.count(index, []) }
      found[`${index} descending`] = yield* inPages(LIMIT, page("descending"))
      const firsts = [...new Set(all.flatMap(({ values: [first] }) => first ?? []))]
      for (const first of firsts) {
        found[`${index} ${JSON.stringify(first)}`] = {
          all: yield* view.range(index, { prefix: [first], limit: 100 }),
          count: yield* view.count(index, [first]),
        }
      }
      const [from, to] = middle(firsts)
      found[`${index} middle`] = yield* view.range(index, {
        prefix: [],
        ...(from === undefined ? {} : { from }),
        ...(to === undefined ? {} : { to }),
        limit: 100,
      })
    }
    return found
  })

const dumpPages = (schema: StoreSchema, view: View) =>
  Effect.gen(function* () {
    const found: { [space: string]: unknown } = {}
    for (const [space, { tracked }] of Object.entries(schema.spaces)) {
      const names = yield* inPages<string>(LIMIT, (after) =>
        view.pageNames(space, { ...behind(after), limit: LIMIT }),
      )
      const pages = yield* view.pages(space, [...names.toReversed(), "none"])
      const ids = [...pages.flat(), { name: "none", number: 0 }]
      const since: Array<unknown> = []
      if (tracked) {
        for (let sequence = 0; sequence <= view.sequence; sequence++) {
          since.push(yield* view.pagesSince(space, sequence))
        }
      }
      found[space] = { names, pages, page: yield* view.page(space, ids), since }
    }
    return found
  })

/** All entries, asked for behind the last one each time, at most `limit` at once, until there are no more. */
export const inPages = <A>(
  limit: number,
  ask: (after: A | undefined) => Effect.Effect<ReadonlyArray<A>, StoreError>,
): Effect.Effect<ReadonlyArray<A>, StoreError> =>
  Effect.gen(function* () {
    const all: Array<A> = []
    for (let turns = 0; turns < 10_000; turns++) {
      const page = yield* ask(all.at(-1))
      if (page.length === 0) return all
      expectTrue(page.length <= limit, "no more entries than asked for")
      all.push(...page)
    }
    return yield* Effect.die(new Error("the pages of a list do not end"))
  })

const behind = <A>(after: A | undefined): { readonly after?: A } =>
  after === undefined ? {} : { after }

const upTo = (count: number): ReadonlyArray<number> => Array.from({ length: count }, (_, i) => i)

/** Bounds that leave out the first and the last of the values. */
const middle = (values: ReadonlyArray<Value>): readonly [Value | undefined, Value | undefined] => [
  values[1],
  values.at(-1),
]
