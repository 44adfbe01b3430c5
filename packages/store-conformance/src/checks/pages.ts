/**
 * Pages, of stores that write them in the commit of their plan.
 *
 * @module
 */
import type { Page } from "@reminisce/store"
import * as Effect from "effect/Effect"
import fc from "fast-check"
import { bytes } from "../internal/arbitraries.ts"
import { noPage, page } from "../internal/drafts.ts"
import { inPages } from "../internal/dump.ts"
import { expectEqual, failureOf } from "../internal/expectations.ts"
import { group } from "../internal/group.ts"
import { alice, type Opened, openNew, read, write } from "../internal/opened.ts"
import { ORDERED_TEXTS } from "../internal/order.ts"
import { property } from "../internal/property.ts"

const { check, onNew } = group("pages")

const last = 2 ** 31 - 1

/** Name, number and first byte. */
const brief = (
  pages: ReadonlyArray<{
    readonly name: string
    readonly number: number
    readonly bytes: Uint8Array
  }>,
) => pages.map((each) => `${each.name}/${each.number}=${each.bytes[0]}`)

const since = (opened: Opened, sequence: number) =>
  Effect.map(
    read(opened, (view) => view.pagesSince("followed", sequence)),
    brief,
  )

export const pageChecks = [
  onNew("are replaced, removed and read by name and number", (opened) =>
    Effect.gen(function* () {
      yield* write(opened, {
        pages: [
          page("loose", "b", last, 1),
          page("loose", "b", 0, 2),
          page("loose", "a", 7, 3),
          page("followed", "b", 0, 4),
        ],
      })
      yield* write(opened, {
        pages: [page("loose", "b", 0, 5, 6), noPage("loose", "a", 7), noPage("loose", "never", 1)],
      })
      yield* read(opened, (view) =>
        Effect.gen(function* () {
          const ids = [
            { name: "b", number: last },
            { name: "a", number: 7 },
            { name: "b", number: 0 },
            { name: "b", number: 1 },
            { name: "b", number: 0 },
          ]
          expectEqual(yield* view.page("loose", ids), [
            Uint8Array.of(1),
            undefined,
            Uint8Array.of(5, 6),
            undefined,
            Uint8Array.of(5, 6),
          ])
          const run = Array.from({ length: 6 }, (_, i) => ({ name: "b", number: i }))
          const [start, ...rest] = yield* view.page("loose", run)
          expectEqual(start, Uint8Array.of(5, 6))
          expectEqual(rest, [undefined, undefined, undefined, undefined, undefined])
          const [a, b, none] = yield* view.pages("loose", ["a", "b", "never"])
          expectEqual([a, none], [[], []])
          expectEqual(brief(b ?? []), ["b/0=5", `b/${last}=1`])
          expectEqual(yield* view.pageNames("loose", { limit: 9 }), ["b"])
        }),
      )
    }),
  ),

  check("keep any bytes under any name, and give them away as copies", (options) =>
    Effect.gen(function* () {
      const opened = yield* openNew(options)
      const cases = fc.record({ bytes, name: fc.constantFrom(...ORDERED_TEXTS) })
      yield* property(options, cases, ({ bytes: given, name }) =>
        Effect.gen(function* () {
          const expected = given.slice()
          const held = given.slice()
          yield* write(opened, { pages: [{ space: "loose", name, number: 1, bytes: held }] })
          held.fill(255)
          const got = read(opened, (view) => view.page("loose", [{ name, number: 1 }]))
          const [first] = yield* got
          expectEqual(first, expected)
          first?.fill(254)
          expectEqual(yield* got, [expected])
        }),
      )
      const large = Uint8Array.from({ length: 600_000 }, (_, i) => i * 7)
      yield* write(opened, {
        pages: [{ space: "followed", name: "large", number: 0, bytes: large }],
      })
      const [whole] = yield* read(opened, (view) => view.pages("followed", ["large"]))
      expectEqual(whole, [{ name: "large", number: 0, bytes: large }])
    }),
  ),

  onNew("have their names listed in the order of UTF-8, any number at a time", (opened) =>
    Effect.gen(function* () {
      yield* write(opened, {
        pages: ORDERED_TEXTS.toReversed().flatMap((name) => [
          page("loose", name, 1, 1),
          page("loose", name, 0, 0),
        ]),
      })
      yield* read(opened, (view) =>
        Effect.gen(function* () {
          for (const limit of [1, 5, 100]) {
            const names = yield* inPages(limit, (after: string | undefined) =>
              view.pageNames("loose", { ...(after === undefined ? {} : { after }), limit }),
            )
            expectEqual(names, ORDERED_TEXTS)
          }
          expectEqual(yield* view.pageNames("followed", { limit: 9 }), [])
        }),
      )
    }),
  ),

  onNew("of a tracked space are found by the plan that wrote them last", (opened) =>
    Effect.gen(function* () {
      yield* write(opened, {
        pages: [
          page("followed", "b", 1, 1),
          page("followed", "a", 9, 1),
          page("followed", "b", 0, 1),
        ],
      })
      yield* write(opened, { pages: [page("followed", "b", 1, 2), page("loose", "b", 1, 9)] })
      yield* write(opened, { pages: [noPage("followed", "a", 9), page("followed", "c", 0, 3)] })
      expectEqual(yield* since(opened, 0), ["b/0=1", "b/1=2", "c/0=3"])
      expectEqual(yield* since(opened, 1), ["b/1=2", "c/0=3"])
      expectEqual(yield* since(opened, 2), ["c/0=3"])
      expectEqual(yield* since(opened, 3), [])
    }),
  ),

  onNew(
    "are searched beside everything else, where the store has a way, as views show them",
    (opened) =>
      Effect.gen(function* () {
        const { store } = opened
        yield* write(opened, {
          pages: ORDERED_TEXTS.toReversed().flatMap((name) =>
            [2, 0, 1].map((number) => page("loose", name, number, number, 9)),
          ),
        })
        const odd = { space: "loose", test: "(odd) => (_, number) => number !== odd", data: 1 }
        const found = yield* store.searchPages(alice, odd)
        if (found !== undefined) {
          const all: Array<Page> = []
          for (;;) {
            const some = (yield* found.take) ?? []
            if (some.length === 0) break
            all.push(...some)
          }
          const expected = ORDERED_TEXTS.flatMap((name) => [`${name}/0=0`, `${name}/2=2`])
          expectEqual(brief(all), expected)
        }
        const { reason } = yield* failureOf(store.searchPages(alice, { ...odd, space: "nowhere" }))
        expectEqual(reason._tag, "QuestionRefused")
      }).pipe(Effect.scoped),
  ),

  onNew("alone make a plan, which moves the owner and touched nothing", (opened) =>
    Effect.gen(function* () {
      yield* write(opened, { pages: [page("loose", "a", 0, 1)] })
      const [change] = yield* read(opened, (view) => view.changes(0, 9))
      expectEqual([change?.sequence, change?.touched], [1, []])
    }),
  ),
]
