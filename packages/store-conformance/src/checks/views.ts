/**
 * What holds of a view as a whole.
 * Verifies: RE-06
 *
 * @module
 */
import { allLinked, RANGE_LIMIT, type StoreError, type View } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { item, ref } from "../internal/drafts.ts"
import { dump } from "../internal/dump.ts"
import { expectDefect, expectEqual, expectRefusal } from "../internal/expectations.ts"
import { group } from "../internal/group.ts"
import { alice, bob, read, sequenceOf, write } from "../internal/opened.ts"
import { suiteSchema } from "../internal/suiteSchema.ts"

const { onNew } = group("views")

const refused: ReadonlyArray<
  readonly [string, (view: View) => Effect.Effect<unknown, StoreError>]
> = [
  ["get: unknown-type", (view) => view.get("nothing", ["a"])],
  ["get: unknown-type", (view) => view.get("holds", ["a"])],
  ["get: unknown-type", (view) => view.get('item" --', ["a"])],
  ["slots: not-slotted", (view) => view.slots("mark")],
  ["scan: limit", (view) => view.scan("item", { limit: RANGE_LIMIT + 1 })],
  ["range: unknown-index", (view) => view.range("nothing", { prefix: [], limit: 1 })],
  ["range: limit", (view) => view.range("itemByNote", { prefix: [], limit: 0 })],
  ["count: not-text", (view) => view.count("itemByNote", [1])],
  ["linked: unknown-role", (view) => view.linked("holds", "left", [], { limit: 1 })],
  ["linked: limit", (view) => view.linked("holds", "whole", [], { limit: 0 })],
  ["linked: after", (view) => view.linked("holds", "whole", [], { after: "\ud800", limit: 1 })],
  ["getLinks: unknown-type", (view) => view.getLinks("item", [])],
]

export const viewChecks = [
  onNew(
    "of an owner nobody wrote to is empty and at sequence 0, and reading it makes no owner",
    (opened) =>
      Effect.gen(function* () {
        yield* read(opened, (view) =>
          Effect.gen(function* () {
            expectEqual([view.owner, view.sequence, view.lastAt], [alice, 0, undefined])
            expectEqual(yield* view.get("item", ["a"]), [undefined])
            expectEqual(yield* view.slots("item"), 0)
            expectEqual(yield* view.scan("item", { limit: 1 }), [])
            expectEqual(yield* view.range("itemByRank", { prefix: [], limit: 1 }), [])
            expectEqual(yield* view.count("itemByRank", []), 0)
            expectEqual(yield* allLinked(view, "holds", "whole", [ref("item", "a")]), [])
            expectEqual(yield* view.changes(0, 1), [])
          }),
        )
        expectEqual(yield* opened.admin.owners({ limit: 1 }), [])
      }),
  ),

  onNew("move by one with each plan, and no other owner moves", (opened) =>
    Effect.gen(function* () {
      for (const sequence of [1, 2, 3]) {
        yield* write(opened, { create: [item(`i${sequence}`)] })
        expectEqual(yield* sequenceOf(opened), sequence)
      }
      expectEqual(yield* sequenceOf(opened, bob), 0)
    }),
  ),

  onNew("change nothing, whatever is asked of them", (opened) =>
    Effect.gen(function* () {
      const withPages = opened.store.capabilities.transactionalPages
      yield* write(opened, { create: [item("a", { tags: ["t"] })] })
      const all = read(opened, (view) => dump(suiteSchema, view, withPages))
      const before = yield* all
      for (const owner of [alice, bob]) {
        yield* read(opened, (view) => dump(suiteSchema, view, withPages), owner)
      }
      expectEqual(yield* all, before)
      expectEqual(yield* opened.admin.owners({ limit: 9 }), [alice])
    }),
  ),

  onNew("are of no use after the read or update that gave them", (opened) =>
    Effect.gen(function* () {
      const kept: Array<View> = []
      const keep = (view: View) => Effect.sync(() => void kept.push(view))
      yield* read(opened, keep)
      yield* opened.store.update(alice, (view) => Effect.as(keep(view), { answer: 0 }))
      for (const view of kept) yield* expectDefect(view.get("item", ["a"]), "an ended view")
    }),
  ),

  onNew("refuse what the schema does not have, and limits that cannot be", (opened) =>
    Effect.gen(function* () {
      for (const [told, ask] of refused) {
        const message = told.replace(": ", ": QuestionRefused rule=")
        yield* expectRefusal(read(opened, ask), message)
      }
    }),
  ),
]
