/**
 * Plans over the library that are refused, each by its rule, and plans that are fine.
 *
 * @module
 */
import {
  type AttributeValue,
  type Draft,
  KEY_CAP_BYTES,
  keyOfEnds,
  type LinkWrite,
  PAGE_NAME_CAP_BYTES,
  type Value,
} from "../../src/index.ts"
import { book, librarySchema, likeness, loan, reader, ref } from "./libraryStore.ts"

const loanRef = ref("loan", keyOfEnds(librarySchema, "loan", loan("b1", "r1").ends))

/** Two books, two readers; r1 has lent b1, and that loan is like b2. */
export const stocked: Draft = {
  create: [book("b1", { pages: 1 }), book("b2"), reader("r1"), reader("r2")],
  link: [loan("b1", "r1"), likeness(ref("book", "b2"), loanRef)],
}
const likenessRef = ref(
  "likeness",
  keyOfEnds(librarySchema, "likeness", { left: ref("book", "b2"), right: loanRef }),
)

/** What follows is what a caller without types could send. */
const untyped = (value: unknown): Value => value as Value
export const page = (change: object) => ({
  space: "words",
  name: "a",
  number: 0,
  bytes: Uint8Array.of(1),
  ...change,
})
const create = (attributes: { readonly [name: string]: AttributeValue }): Draft => ({
  create: [book("b9", attributes)],
})
export const link = (change: Partial<LinkWrite>): Draft => ({
  link: [{ ...loan("b2", "r2"), ...change }],
})
export const set = (
  type: string,
  key: string,
  attributes: { readonly [name: string]: AttributeValue },
) => ({
  set: [{ type, key, attributes }],
})
export const unset = (type: string, key: string, ...attributes: ReadonlyArray<string>) => ({
  unset: [{ type, key, attributes }],
})

export const refused: ReadonlyArray<readonly [string, Draft, string]> = [
  ["a record of no type", { create: [{ ...book("b9"), type: "ghost" }] }, "unknown-type type=?"],
  ["a record of a link type", { create: [{ ...book("b9"), type: "loan" }] }, "unknown-type type=?"],
  [
    "a record of what every object has",
    { create: [{ ...book("b9"), type: "constructor" }] },
    "unknown-type type=?",
  ],
  ["an empty key", { create: [book("")] }, "key type=book"],
  ["a key of malformed text", { create: [book("\ud800")] }, "key type=book"],
  ["a key with a control character", { create: [book("a\u001fb")] }, "key type=book"],
  ["a key with a NUL", { create: [book("a\u0000b")] }, "key type=book"],
  ["a key with a DEL", { create: [book("a\u007f")] }, "key type=book"],
  [
    "a key over its cap in bytes",
    { create: [book("\u00e9".repeat(KEY_CAP_BYTES / 2 + 1))] },
    "key-too-long type=book",
  ],
  [
    "a record without a required attribute",
    { create: [{ ...book("b9"), attributes: {} }] },
    "missing type=book field=title",
  ],
  ["an attribute the type has not", create({ colour: "red" }), "unknown-attribute type=book"],
  ["an attribute every object has", create({ constructor: "red" }), "unknown-attribute type=book"],
  ["a list where one value belongs", create({ title: ["a"] }), "cardinality type=book field=title"],
  [
    "one value where a set belongs",
    create({ subjects: "a" }),
    "cardinality type=book field=subjects",
  ],
  ["a value of another kind", create({ pages: "7" }), "not-integer type=book field=pages"],
  ["a value of no kind", create({ title: untyped(undefined) }), "not-text type=book field=title"],
  [
    "a set with a bad value",
    create({ subjects: ["a", "b\u0000"] }),
    "nul type=book field=subjects",
  ],
  ["malformed text", create({ title: "\udc00" }), "malformed-unicode type=book field=title"],
  ["a negative zero", create({ pages: -0 }), "negative-zero type=book field=pages"],
  ["an integer beyond 2^53", create({ pages: 2 ** 53 }), "not-integer type=book field=pages"],
  ["a number for a boolean", create({ isLent: untyped(1) }), "not-boolean type=book field=isLent"],
  ["a key that is taken", { create: [book("b1")] }, "taken type=book"],
  ["a key made twice", { create: [book("b9"), book("b9")] }, "written-twice type=book"],

  ["a change of no type", set("ghost", "b1", {}), "unknown-type type=?"],
  ["a change of no such record", set("book", "b9", { pages: 1 }), "no-such type=book"],
  ["a change of no such link", set("loan", "b9", { at: 2 }), "no-such type=loan"],
  [
    "a change to a bad value",
    set("book", "b1", { pages: 0.5 }),
    "not-integer type=book field=pages",
  ],
  ["a change of an unknown attribute", set("book", "b1", { x: 1 }), "unknown-attribute type=book"],
  [
    "a change of a record made in the same plan",
    { create: [book("b9")], ...set("book", "b9", { pages: 1 }) },
    "written-twice type=book",
  ],
  [
    "a change of a record dropped in the same plan",
    { drop: [ref("reader", "r2")], ...set("reader", "r2", { name: "x" }) },
    "written-twice type=reader",
  ],
  [
    "an attribute set twice",
    { set: [...set("book", "b1", { pages: 1 }).set, ...set("book", "b1", { pages: 1 }).set] },
    "written-twice type=book field=pages",
  ],
  [
    "an attribute set and removed",
    { ...set("book", "b1", { pages: 1 }), ...unset("book", "b1", "pages") },
    "written-twice type=book field=pages",
  ],
  [
    "an attribute removed twice",
    unset("book", "b1", "pages", "pages"),
    "written-twice type=book field=pages",
  ],
  [
    "the removal of a required attribute",
    unset("book", "b1", "title"),
    "required type=book field=title",
  ],
  [
    "the removal of an unknown attribute",
    unset("book", "b1", "colour"),
    "unknown-attribute type=book",
  ],
  ["a removal of no type", unset("ghost", "b1", "pages"), "unknown-type type=?"],
  ["a removal from no such record", unset("book", "b9", "pages"), "no-such type=book"],

  [
    "the drop of a record that stays for ever",
    { drop: [ref("book", "b2")] },
    "not-droppable type=book",
  ],
  ["the drop of a link", { drop: [loanRef] }, "unknown-type type=?"],
  ["the drop of no such record", { drop: [ref("reader", "r9")] }, "no-such type=reader"],
  [
    "the drop of a record with a link on it",
    { drop: [ref("reader", "r1")] },
    "still-linked type=loan",
  ],
  [
    "a record dropped twice",
    { drop: [ref("reader", "r2"), ref("reader", "r2")] },
    "written-twice type=reader",
  ],

  ["a link of no type", link({ type: "ghost" }), "unknown-type type=?"],
  ["a link of a record type", link({ type: "book" }), "unknown-type type=?"],
  ["a link without an end", link({ ends: { lent: ref("book", "b2") } }), "roles type=loan"],
  [
    "a link with an end too many",
    link({ ends: { ...loan("b2", "r2").ends, third: ref("book", "b1") } }),
    "roles type=loan",
  ],
  [
    "a link with an end in no role",
    link({ ends: { lent: ref("book", "b2"), borrower: ref("reader", "r2") } }),
    "roles type=loan field=reader",
  ],
  [
    "a link with a player of another type",
    link({ ends: { lent: ref("reader", "r2"), reader: ref("reader", "r2") } }),
    "player type=loan field=lent",
  ],
  ["a link without a required attribute", link({ attributes: {} }), "missing type=loan field=at"],
  [
    "a link with a bad attribute",
    link({ attributes: { at: untyped("now") } }),
    "not-integer type=loan field=at",
  ],
  ["a link that is there", { link: [loan("b1", "r1")] }, "taken type=loan"],
  [
    "a symmetric link that is there, the other way round",
    { link: [likeness(loanRef, ref("book", "b2"))] },
    "taken type=likeness",
  ],
  ["a link made twice", { link: [loan("b2", "r2"), loan("b2", "r2")] }, "written-twice type=loan"],
  [
    "a symmetric link made both ways",
    {
      link: [
        likeness(ref("book", "b1"), ref("book", "b2")),
        likeness(ref("book", "b2"), ref("book", "b1")),
      ],
    },
    "written-twice type=likeness",
  ],
  ["a link to no such record", { link: [loan("b9", "r1")] }, "no-such-end type=book"],
  [
    "a link to no such link",
    { link: [likeness(ref("loan", "x"), ref("book", "b1"))] },
    "no-such-end type=loan",
  ],
  [
    "a link to a record dropped in the same plan",
    { drop: [ref("reader", "r2")], link: [loan("b2", "r2")] },
    "end-removed type=reader",
  ],
  [
    "a link to a link removed in the same plan",
    { unlink: [loanRef], link: [likeness(loanRef, ref("book", "b1"))] },
    "end-removed type=loan",
  ],
  [
    "the removal of a link of no type",
    { unlink: [ref("ghost", loanRef.key)] },
    "unknown-type type=?",
  ],
  ["the removal of no such link", { unlink: [ref("loan", "x")] }, "no-such type=loan"],
  ["the removal of a link with a link on it", { unlink: [loanRef] }, "still-linked type=likeness"],
  [
    "a link made and removed",
    { unlink: [loanRef], link: [loan("b1", "r1")] },
    "written-twice type=loan",
  ],

  ["a page in no space", { pages: [page({ space: "ghost" })] }, "unknown-space type=?"],
  ["a page of a malformed name", { pages: [page({ name: "\ud800" })] }, "page-name type=words"],
  [
    "a page of a name over its cap",
    { pages: [page({ name: "\u00e9".repeat(PAGE_NAME_CAP_BYTES / 2 + 1) })] },
    "page-name-too-long type=words",
  ],
  ["a page of a negative number", { pages: [page({ number: -1 })] }, "page-number type=words"],
  ["a page of a fraction", { pages: [page({ number: 0.5 })] }, "page-number type=words"],
  ["a page numbered beyond 2^31", { pages: [page({ number: 2 ** 31 })] }, "page-number type=words"],
  [
    "a page written twice",
    { pages: [page({}), page({ bytes: undefined })] },
    "written-twice type=words",
  ],
]

export const accepted: ReadonlyArray<readonly [string, Draft]> = [
  ["a key at its cap in bytes", { create: [book("\u00e9".repeat(KEY_CAP_BYTES / 2))] }],
  ["one key in two types", { create: [book("x"), reader("x")] }],
  [
    "a link to records of the same plan",
    { create: [book("b9"), reader("r9")], link: [loan("b9", "r9")] },
  ],
  [
    "a link to a link of the same plan",
    {
      link: [
        loan("b2", "r2"),
        likeness(
          ref("loan", keyOfEnds(librarySchema, "loan", loan("b2", "r2").ends)),
          ref("book", "b1"),
        ),
      ],
    },
  ],
  [
    "a drop along with every link on it",
    { drop: [ref("reader", "r1")], unlink: [loanRef, likenessRef] },
  ],
  [
    "changes of two attributes of one record",
    { ...set("book", "b1", { title: "x" }), ...unset("book", "b1", "pages") },
  ],
  ["a change of a link", set("loan", loanRef.key, { at: 2, notes: ["b", "a"] })],
  ["the removal of what is not there", unset("book", "b2", "pages")],
  [
    "two pages apart by number and name",
    { pages: [page({ number: 1 }), page({ name: "a:1" }), page({ name: "" })] },
  ],
]
