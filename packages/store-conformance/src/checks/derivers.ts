/**
 * Derivers and the pages they write: run by stores that commit pages with their plan, and by no
 * others, which have no pages at all.
 *
 * @module
 */
import { type Deriver, type Plan, StoreError, Unavailable, type View } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { increment } from "../internal/counters.ts"
import { item, page, part, ref } from "../internal/drafts.ts"
import { expectEqual, expectRefusal } from "../internal/expectations.ts"
import { group } from "../internal/group.ts"
import { bob, openNew, read, sequenceOf, write } from "../internal/opened.ts"

const { check } = group("derivers")

/** Writes a page for every plan, by its base, and one for every item, by the slot it is about to get. */
const following: Deriver = {
  spaces: ["followed"],
  derive: (view: View, plan: Plan) =>
    Effect.map(view.slots("item"), (slots) => {
      const text = (name: string, number: number, of: string) => ({
        space: "followed",
        name,
        number,
        bytes: new TextEncoder().encode(of),
      })
      const items = plan.create.filter(({ type }) => type === "item")
      return [
        text("plan", plan.base, `base ${view.sequence} slots ${slots}`),
        ...items.map(({ key }, i) => text("item", slots + i, key)),
      ]
    }),
}

export const deriverChecks = [
  check(
    "write in the commit of every plan, whoever makes it, and see the owner before it",
    (options) =>
      Effect.gen(function* () {
        const opened = yield* openNew(options, { derivers: [following] })
        yield* write(opened, { create: [item("a"), part("p"), item("b")] })
        yield* write(opened, { set: [{ ...ref("item", "a"), attributes: { rank: 4 } }] })
        yield* write(opened, { pages: [page("loose", "own", 0, 1)] })
        yield* increment(opened, "a")
        yield* write(opened, { create: [item("c")] }, bob)
        const texts = (name: string) =>
          Effect.map(
            read(opened, (view) => view.pages("followed", [name])),
            ([pages]) => pages?.map((each) => Buffer.from(each.bytes).toString()),
          )
        expectEqual(yield* texts("plan"), [
          "base 0 slots 0",
          "base 1 slots 2",
          "base 2 slots 2",
          "base 3 slots 2",
        ])
        expectEqual(yield* texts("item"), ["a", "b"])
        yield* read(opened, (view) =>
          Effect.gen(function* () {
            const [a, b] = yield* view.get("item", ["a", "b"])
            expectEqual([a?.slot, b?.slot], [0, 1])
          }),
        )
      }),
  ),

  check("that fail stop their plan, and nothing of it is written", (options) =>
    Effect.gen(function* () {
      let isBroken = true
      const breaking: Deriver = {
        spaces: ["followed"],
        derive: () =>
          isBroken
            ? Effect.fail(
                new StoreError({ operation: "derive", reason: new Unavailable({ what: "x" }) }),
              )
            : Effect.succeed([page("followed", "a", 0, 1)]),
      }
      const opened = yield* openNew(options, { derivers: [breaking] })
      yield* expectRefusal(increment(opened, "a"), "derive: Unavailable what=x")
      expectEqual(yield* sequenceOf(opened), 0)
      isBroken = false
      expectEqual(yield* increment(opened, "a"), 1)
      expectEqual((yield* read(opened, (view) => view.pagesSince("followed", 0))).length, 1)
    }),
  ),
]

/** In place of all checks of pages and derivers, for a store that keeps no pages. */
export const noDeriverChecks = [
  check("are not run, and pages are Unsupported, read or written", (options) =>
    Effect.gen(function* () {
      let runs = 0
      const counting: Deriver = {
        spaces: ["followed"],
        derive: () => Effect.sync(() => [page("followed", "a", runs++, 1)]),
      }
      const opened = yield* openNew(options, { derivers: [counting] })
      expectEqual(yield* increment(opened, "a"), 1)
      expectEqual(runs, 0)
      const told = "Unsupported capability=transactionalPages"
      yield* expectRefusal(
        write(opened, { create: [item("b")], pages: [page("loose", "a", 0, 1)] }),
        `update: ${told}`,
      )
      expectEqual(yield* sequenceOf(opened), 1)
      const ask = (question: (view: View) => Effect.Effect<unknown, StoreError>) =>
        read(opened, question)
      yield* expectRefusal(
        ask((view) => view.page("loose", [])),
        `page: ${told}`,
      )
      yield* expectRefusal(
        ask((view) => view.pages("loose", ["a"])),
        `pages: ${told}`,
      )
      yield* expectRefusal(
        ask((view) => view.pagesSince("followed", 0)),
        `pagesSince: ${told}`,
      )
      yield* expectRefusal(
        ask((view) => view.pageNames("loose", { limit: 1 })),
        `pageNames: ${told}`,
      )
    }),
  ),
]
