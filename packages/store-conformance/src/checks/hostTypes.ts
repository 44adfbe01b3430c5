/**
 * A host's own types in a store that is there already, or the store's word that it takes none.
 * Verifies: ST-10, ST-11
 *
 * @module
 */
import { allLinked, extendSchema, type StoreSchema } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { increment } from "../internal/counters.ts"
import { holds, item, page, part, ref } from "../internal/drafts.ts"
import { dump } from "../internal/dump.ts"
import { expectEqual, expectRefusal, expectTrue, failureOf } from "../internal/expectations.ts"
import { group } from "../internal/group.ts"
import { alice, newPlace, type Opened, openAt, openNew, read, write } from "../internal/opened.ts"
import { suiteSchema } from "../internal/suiteSchema.ts"
import type { SuiteOptions } from "../OpenStore.ts"

const { check } = group("host types")

const holdsRoles = suiteSchema.links.holds?.roles ?? []

const hostSchema: StoreSchema = extendSchema(suiteSchema, {
  records: {
    item: {
      attributes: {
        colour: { kind: "text", cardinality: "optional" },
        aliases: { kind: "text", cardinality: "many" },
      },
    },
    visit: {
      slotted: true,
      droppable: true,
      attributes: { at: { kind: "instant", cardinality: "one" } },
    },
  },
  links: {
    holds: { roles: holdsRoles, attributes: { place: { kind: "text", cardinality: "optional" } } },
    visiting: {
      roles: [
        { name: "visit", players: ["visit"] },
        { name: "item", players: ["item"] },
      ],
      attributes: {},
    },
  },
  indexes: {
    itemBySize: { type: "item", attributes: ["size"] },
    itemByColour: { type: "item", attributes: ["colour"] },
    itemByAlias: { type: "item", attributes: ["aliases"] },
    visitByAt: { type: "visit", attributes: ["at"] },
  },
  spaces: { maps: { tracked: true } },
})

/** Uses all that the host has added. */
const visit = (opened: Opened, key: string) =>
  write(opened, {
    create: [
      item(`${key} item`, { colour: "red", aliases: ["b", "a"], size: 9 }),
      { type: "visit", key, attributes: { at: 5 } },
    ],
    link: [
      {
        type: "visiting",
        ends: { visit: ref("visit", key), item: ref("item", `${key} item`) },
        attributes: {},
      },
    ],
    ...(opened.store.capabilities.transactionalPages ? { pages: [page("maps", key, 0, 1)] } : {}),
  })

const expectVisit = (opened: Opened, key: string) =>
  read(opened, (view) =>
    Effect.gen(function* () {
      const [found] = yield* view.get("item", [`${key} item`])
      expectEqual([found?.attributes.colour, found?.attributes.aliases], ["red", ["a", "b"]])
      expectEqual(yield* view.count("itemByColour", ["red"]), 1)
      expectEqual(yield* view.count("itemByAlias", ["b"]), 1)
      expectEqual(yield* view.count("visitByAt", [5]), 1)
      expectEqual((yield* allLinked(view, "visiting", "visit", [ref("visit", key)])).length, 1)
      if (opened.store.capabilities.transactionalPages) {
        expectEqual((yield* view.pagesSince("maps", 0)).length, 1)
      }
    }),
  )

const withStore = <A, E>(
  options: SuiteOptions,
  place: string,
  schema: StoreSchema,
  use: (opened: Opened) => Effect.Effect<A, E>,
) => Effect.scoped(Effect.flatMap(openAt(options, place, { schema }), use))

const fill = (opened: Opened) =>
  write(opened, {
    create: [item("a", { size: 2, note: "old" }), item("b", { size: 1 }), part("p")],
    link: [holds("a", ref("part", "p"), { weight: 3 })],
  })

export const newHostTypeChecks = [
  check("are held by a store that is made with them", (options) =>
    Effect.gen(function* () {
      const opened = yield* openNew(options, { schema: hostSchema })
      expectEqual(opened.store.schema, hostSchema)
      yield* visit(opened, "v")
      yield* expectVisit(opened, "v")
    }),
  ),
]

export const addedHostTypeChecks = [
  check(
    "are added to a store that is there, whose records have their place in new indexes",
    (options) =>
      Effect.gen(function* () {
        const place = yield* newPlace(options)
        const withPages = options.capabilities.transactionalPages
        const all = (opened: Opened) => read(opened, (view) => dump(suiteSchema, view, withPages))
        const before = yield* withStore(options, place, suiteSchema, (opened) =>
          Effect.andThen(fill(opened), all(opened)),
        )
        yield* withStore(options, place, hostSchema, (opened) =>
          Effect.gen(function* () {
            yield* read(opened, (view) =>
              Effect.gen(function* () {
                const sizes = yield* view.range("itemBySize", { prefix: [], limit: 9 })
                expectEqual(
                  sizes.map(({ key }) => key),
                  ["b", "a"],
                )
                const [found] = yield* view.get("item", ["a"])
                expectEqual(found?.attributes.aliases, [])
                expectTrue(
                  found !== undefined && !("colour" in found.attributes),
                  "it has no colour",
                )
                expectEqual(yield* view.count("itemByColour", []), 0)
              }),
            )
            const { records: _records, ...rest } = before
            const { records: _now, ...same } = yield* all(opened)
            expectEqual(same, rest, "what was there")
            yield* write(opened, {
              set: [{ ...ref("item", "a"), attributes: { colour: "blue", aliases: ["x"] } }],
            })
            yield* visit(opened, "v")
          }),
        )
        yield* withStore(options, place, hostSchema, (opened) => expectVisit(opened, "v"))
      }),
  ),

  check("stay in force while the store is open without them", (options) =>
    Effect.gen(function* () {
      const place = yield* newPlace(options)
      yield* withStore(options, place, hostSchema, (opened) => visit(opened, "v"))
      yield* withStore(options, place, suiteSchema, (opened) =>
        Effect.gen(function* () {
          expectEqual(opened.store.schema, hostSchema)
          yield* expectVisit(opened, "v")
          yield* expectRefusal(
            write(opened, { drop: [ref("visit", "v")] }),
            "update: PlanRefused rule=still-linked type=visiting",
          )
          yield* write(opened, {
            set: [{ ...ref("item", "v item"), attributes: { size: 7 } }],
            create: [item("c", { size: 3 })],
          })
        }),
      )
      yield* withStore(options, place, hostSchema, (opened) =>
        Effect.andThen(expectVisit(opened, "v"), expectSizes(opened, [3, "c"], [7, "v item"])),
      )
    }),
  ),

  check("come into force for instances that were open before", (options) =>
    Effect.gen(function* () {
      const place = yield* newPlace(options)
      const early = yield* openAt(options, place)
      yield* write(early, { create: [item("a", { size: 2 })] })
      const late = yield* openAt(options, place, { schema: hostSchema })
      yield* visit(late, "v")
      yield* write(early, { create: [item("b", { size: 1 })] })
      yield* write(early, { set: [{ ...ref("item", "a"), attributes: { size: 3 } }] })
      yield* expectSizes(late, [1, "b"], [3, "a"], [9, "v item"])
      yield* expectVisit(early, "v")
      const visited = yield* early.admin.ownersWith("visitByAt", [5], { limit: 9 })
      expectEqual(visited, [alice])
    }),
  ),
]

const expectSizes = (opened: Opened, ...sizes: ReadonlyArray<readonly [number, string]>) =>
  Effect.map(
    read(opened, (view) => view.range("itemBySize", { prefix: [], limit: 9 })),
    (entries) =>
      expectEqual(
        entries.map(({ values, key }) => [values[0], key]),
        sizes,
      ),
  )

/** In place of the added ones, for a persistent store that takes no types afterwards. */
export const noHostTypeChecks = [
  check("cannot be added: opening with them is Unsupported and changes nothing", (options) =>
    Effect.gen(function* () {
      const place = yield* newPlace(options)
      yield* withStore(options, place, suiteSchema, (opened) => increment(opened, "a"))
      const error = yield* failureOf(withStore(options, place, hostSchema, () => Effect.void))
      expectEqual({ ...error.reason }, { _tag: "Unsupported", capability: "hostTypes" })
      const count = yield* withStore(options, place, suiteSchema, (opened) =>
        increment(opened, "a"),
      )
      expectEqual(count, 2)
    }),
  ),
]
