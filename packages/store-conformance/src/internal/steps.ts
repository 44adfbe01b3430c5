/**
 * Random steps of a store's life, said without knowing what the store holds by then.
 *
 * @module
 */
import type { Attributes, PageWrite } from "@reminisce/store"
import fc from "fast-check"
import {
  bytes,
  holdsAttributes,
  itemAttributes,
  key,
  tableAttributes,
  text,
} from "./arbitraries.ts"

/** One write. `pick` and `other` choose among what is there, counted around. */
export type Write =
  | {
      readonly _tag: "item" | "part" | "mark"
      readonly key: string
      readonly attributes: Attributes
    }
  | { readonly _tag: "table"; readonly key: string; readonly attributes: Attributes }
  | { readonly _tag: "set"; readonly pick: number; readonly attributes: Attributes }
  | { readonly _tag: "unset"; readonly pick: number; readonly names: ReadonlyArray<string> }
  | { readonly _tag: "drop"; readonly pick: number; readonly unlinked: boolean }
  | Linking
  | { readonly _tag: "relink"; readonly pick: number; readonly attributes: Attributes }
  | { readonly _tag: "unlink"; readonly pick: number }
  | { readonly _tag: "page"; readonly page: PageWrite }

export interface Linking {
  readonly _tag: "holds" | "likes" | "group"
  readonly pick: number
  readonly other: number
  readonly attributes: Attributes
}

export interface Step {
  /** Which of the case's owners. */
  readonly owner: number
  /** What the clock shows; not in order. */
  readonly now: number
  readonly writes: ReadonlyArray<Write>
}

const nat = fc.nat({ max: 1_000 })
const tagged = <T extends Write["_tag"], R>(tag: T, rest: fc.Arbitrary<R>) =>
  rest.map((each) => ({ _tag: tag, ...each }))
const short = fc.oneof({ weight: 3, arbitrary: fc.constantFrom("a", "b", "c", "d") }, key)

const optionalNames = fc.subarray([
  "note",
  "size",
  "due",
  "seen",
  "tags",
  "sizes",
  "dates",
  "flags",
])

const pageWrite: fc.Arbitrary<PageWrite> = fc.record({
  space: fc.constantFrom("loose", "followed"),
  name: fc.oneof(fc.constantFrom("a", "b", ""), text),
  number: fc.oneof(fc.nat({ max: 3 }), fc.constant(2 ** 31 - 1)),
  bytes: fc.option(bytes, { nil: undefined, freq: 4 }),
})

const writeArbitrary = (withPages: boolean): fc.Arbitrary<Write> =>
  fc.oneof(
    { weight: 6, arbitrary: tagged("item", fc.record({ key: short, attributes: itemAttributes })) },
    {
      weight: 3,
      arbitrary: tagged(
        "part",
        fc.record({ key: short, attributes: fc.record({ note: text }, { requiredKeys: [] }) }),
      ),
    },
    {
      weight: 2,
      arbitrary: tagged("mark", fc.record({ key: short, attributes: fc.record({ text }) })),
    },
    {
      weight: 2,
      arbitrary: tagged("table", fc.record({ key: short, attributes: tableAttributes })),
    },
    { weight: 4, arbitrary: tagged("set", fc.record({ pick: nat, attributes: itemAttributes })) },
    { weight: 3, arbitrary: tagged("unset", fc.record({ pick: nat, names: optionalNames })) },
    { weight: 3, arbitrary: tagged("drop", fc.record({ pick: nat, unlinked: fc.boolean() })) },
    {
      weight: 4,
      arbitrary: tagged("holds", fc.record({ pick: nat, other: nat, attributes: holdsAttributes })),
    },
    {
      weight: 4,
      arbitrary: tagged(
        "likes",
        fc.record({
          pick: nat,
          other: nat,
          attributes: fc.record({ reason: text }, { requiredKeys: [] }),
        }),
      ),
    },
    {
      weight: 2,
      arbitrary: tagged("group", fc.record({ pick: nat, other: nat, attributes: fc.constant({}) })),
    },
    {
      weight: 2,
      arbitrary: tagged("relink", fc.record({ pick: nat, attributes: holdsAttributes })),
    },
    { weight: 3, arbitrary: tagged("unlink", fc.record({ pick: nat })) },
    { weight: withPages ? 4 : 0, arbitrary: tagged("page", fc.record({ page: pageWrite })) },
  )

export const steps = (options: {
  readonly owners: number
  readonly withPages: boolean
}): fc.Arbitrary<ReadonlyArray<Step>> =>
  fc.array(
    fc.record({
      owner: fc.nat({ max: options.owners - 1 }),
      now: fc.integer({ min: 0, max: 1_000_000 }),
      writes: fc.array(writeArbitrary(options.withPages), { minLength: 1, maxLength: 8 }),
    }),
    { minLength: 1, maxLength: 12 },
  )
