import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import {
  MemoryStore,
  RANGE_LIMIT,
  type RangeOptions,
  StoreAdmin,
  type StoreError,
  type Value,
  type View,
} from "../src/index.ts"
import { book, layer, owner, write } from "./support/libraryStore.ts"

const range = (view: View, index: string, options: Partial<RangeOptions>) =>
  view.range(index, { prefix: [], limit: 1, ...options })
const untyped = (value: unknown): Value => value as Value

const refused: ReadonlyArray<
  readonly [string, (view: View) => Effect.Effect<unknown, StoreError>, string]
> = [
  ["records of no type", (view) => view.get("ghost", ["a"]), "get: unknown-type"],
  ["records of a link type", (view) => view.get("loan", ["a"]), "get: unknown-type"],
  [
    "records of what every object has",
    (view) => view.scan("toString", { limit: 1 }),
    "scan: unknown-type",
  ],
  ["slots of no type", (view) => view.slots("ghost"), "slots: unknown-type"],
  ["slots of a type without", (view) => view.atSlots("reader", [0]), "atSlots: not-slotted"],
  ["links of a record type", (view) => view.getLinks("book", []), "getLinks: unknown-type"],
  ["links of no type", (view) => view.scanLinks("ghost", { limit: 1 }), "scanLinks: unknown-type"],
  [
    "links of no role",
    (view) => view.linked("loan", "left", [], { limit: 1 }),
    "linked: unknown-role",
  ],
  [
    "links of no type and role",
    (view) => view.linked("ghost", "left", [], { limit: 1 }),
    "linked: unknown-type",
  ],
  ["no index", (view) => range(view, "ghost", {}), "range: unknown-index"],
  ["a count of no index", (view) => view.count("constructor", []), "count: unknown-index"],
  ["a prefix longer than the index", (view) => view.count("bookByPages", [1, 2]), "count: prefix"],
  ["a prefix of another kind", (view) => view.count("bookByPages", ["1"]), "count: not-integer"],
  [
    "a prefix of malformed text",
    (view) => range(view, "bookBySubject", { prefix: ["\ud800"] }),
    "range: malformed-unicode",
  ],
  [
    "a bound of another kind",
    (view) => range(view, "bookByPages", { from: untyped("1") }),
    "range: not-integer",
  ],
  [
    "a bound behind the whole index",
    (view) => range(view, "bookByPages", { prefix: [1], to: 2 }),
    "range: bounds",
  ],
  [
    "what comes behind half an entry",
    (view) => range(view, "bookBySubject", { after: { values: ["a"], key: "b" } }),
    "range: after",
  ],
  [
    "what comes behind a malformed key",
    (view) => range(view, "bookByPages", { after: { values: [1], key: "\udc00" } }),
    "range: after",
  ],
  [
    "what comes behind a value of another kind",
    (view) => range(view, "bookByPages", { after: { values: [true], key: "b" } }),
    "range: not-integer",
  ],
  ["no entries", (view) => range(view, "bookByPages", { limit: 0 }), "range: limit"],
  ["half an entry", (view) => range(view, "bookByPages", { limit: 0.5 }), "range: limit"],
  [
    "more entries than the limit",
    (view) => range(view, "bookByPages", { limit: RANGE_LIMIT + 1 }),
    "range: limit",
  ],
  [
    "more records than the limit",
    (view) => view.scan("book", { limit: RANGE_LIMIT + 1 }),
    "scan: limit",
  ],
  [
    "records behind malformed text",
    (view) => view.scan("book", { after: "\ud800", limit: 1 }),
    "scan: after",
  ],
  ["no links", (view) => view.scanLinks("loan", { limit: 0 }), "scanLinks: limit"],
  ["no changes", (view) => view.changes(0, 0), "changes: limit"],
  ["pages of no space", (view) => view.page("ghost", []), "page: unknown-space"],
  ["pages by name of no space", (view) => view.pages("ghost", []), "pages: unknown-space"],
  [
    "names of no space",
    (view) => view.pageNames("ghost", { limit: 1 }),
    "pageNames: unknown-space",
  ],
  ["no names", (view) => view.pageNames("words", { limit: -1 }), "pageNames: limit"],
  [
    "new pages of an untracked space",
    (view) => view.pagesSince("words", 0),
    "pagesSince: not-tracked",
  ],
]

describe("View", () => {
  for (const [name, ask, told] of refused) {
    it.effect(`refuses to be asked for ${name}`, () =>
      Effect.gen(function* () {
        const store = yield* MemoryStore
        const error = yield* Effect.flip(store.read(owner, ask))
        assert.strictEqual(error.message, told.replace(": ", ": QuestionRefused rule="))
      }).pipe(Effect.provide(layer)),
    )
  }

  it.effect("knows no record, link or page by text that cannot be stored", () =>
    Effect.gen(function* () {
      const bytes = Uint8Array.of(1)
      yield* write({
        create: [book("\ufffd"), book("a")],
        pages: [{ space: "words", name: "\ufffd", number: 0, bytes }],
      })
      const store = yield* MemoryStore
      const keys = ["\ud800", "a", "x\u0000", "\ufffd"]
      yield* store.read(owner, (view) =>
        Effect.gen(function* () {
          const records = yield* view.get("book", keys)
          assert.deepStrictEqual(
            records.map((each) => each?.key),
            [undefined, "a", undefined, "\ufffd"],
          )
          assert.deepStrictEqual(yield* view.getLinks("loan", keys), [
            undefined,
            undefined,
            undefined,
            undefined,
          ])
          const players = keys.map((key) => ({ type: "book", key }))
          assert.deepStrictEqual(yield* view.linked("loan", "lent", players, { limit: 9 }), [])
          const ids = [
            { name: "\ud800", number: 0 },
            { name: "\ufffd", number: 0 },
          ]
          assert.deepStrictEqual(yield* view.page("words", ids), [undefined, bytes])
          assert.deepStrictEqual(yield* view.pages("words", ["\udfff", "\ufffd"]), [
            [],
            [{ name: "\ufffd", number: 0, bytes }],
          ])
        }),
      )
    }).pipe(Effect.provide(layer)),
  )
})

describe("an owner that cannot be", () => {
  for (const [kind, name, rule] of [
    ["", "a", "owner-empty"],
    ["a:b", "c", "owner-colon"],
    ["a", "\ud800", "malformed-unicode"],
  ] as const) {
    it.effect(`is refused by ${rule}, read or written`, () =>
      Effect.gen(function* () {
        const store = yield* MemoryStore
        const reading = store.read({ kind, name }, () => Effect.void)
        const told = `QuestionRefused rule=${rule}`
        assert.strictEqual((yield* Effect.flip(reading)).message, `read: ${told}`)
        const writing = write({ create: [book("a")] }, { kind, name })
        assert.strictEqual((yield* Effect.flip(writing)).message, `update: ${told}`)
        const admin = yield* StoreAdmin
        const asking = admin.owners({ after: { kind, name }, limit: 1 })
        assert.strictEqual((yield* Effect.flip(asking)).message, `owners: ${told}`)
      }).pipe(Effect.provide(layer)),
    )
  }
})

describe("StoreAdmin", () => {
  it.effect("refuses what the schema does not have, and limits that cannot be", () =>
    Effect.gen(function* () {
      const admin = yield* StoreAdmin
      const told = (asking: Effect.Effect<unknown, StoreError>) =>
        Effect.map(Effect.flip(asking), ({ message }) => message)
      assert.strictEqual(
        yield* told(admin.owners({ limit: 0 })),
        "owners: QuestionRefused rule=limit",
      )
      assert.strictEqual(
        yield* told(admin.ownersWith("ghost", [], { limit: 1 })),
        "ownersWith: QuestionRefused rule=unknown-index",
      )
      assert.strictEqual(
        yield* told(admin.ownersWith("bookByPages", ["1"], { limit: 1 })),
        "ownersWith: QuestionRefused rule=not-integer",
      )
    }).pipe(Effect.provide(layer)),
  )
})
