/**
 * What a plan must not do, found out by looking at the store: each is refused by name and leaves
 * nothing behind.
 *
 * @module
 */
import { allLinked, type Draft } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { holds, item, likes, linkRef, mark, page, part, ref } from "../internal/drafts.ts"
import { dump } from "../internal/dump.ts"
import { expectEqual, expectRefusal, expectTrue, failureOf } from "../internal/expectations.ts"
import { group } from "../internal/group.ts"
import { read, sequenceOf, write } from "../internal/opened.ts"
import { suiteSchema } from "../internal/suiteSchema.ts"

const { onNew } = group("plans")

const [a, b, p, q] = [ref("item", "a"), ref("item", "b"), ref("part", "p"), ref("part", "q")]
const held = linkRef(holds("a", p))
const liked = linkRef(likes(b, held))

/** Two items, two parts; a holds p, and b likes that. */
const stocked: Draft = {
  create: [item("a", { note: "kept" }), item("b"), part("p"), part("q")],
  link: [holds("a", p), likes(b, held)],
}

const refused: ReadonlyArray<readonly [string, Draft]> = [
  ["taken type=item", { create: [item("a")] }],
  ["taken type=holds", { link: [holds("a", p)] }],
  ["taken type=likes", { link: [likes(held, b)] }],
  ["no-such type=item", { set: [{ ...ref("item", "c"), attributes: { rank: 1 } }] }],
  ["no-such type=item", { unset: [{ ...ref("item", "p"), attributes: ["note"] }] }],
  ["no-such type=holds", { set: [{ ...ref("holds", "c"), attributes: { since: 1 } }] }],
  ["no-such type=part", { drop: [ref("part", "a")] }],
  ["no-such type=likes", { unlink: [ref("likes", held.key)] }],
  ["no-such-end type=part", { link: [holds("a", ref("part", "r"))] }],
  ["no-such-end type=item", { link: [holds("c", p)] }],
  ["no-such-end type=holds", { link: [likes(a, linkRef(holds("b", q)))] }],
  ["end-removed type=part", { drop: [q], link: [holds("b", q)] }],
  ["end-removed type=holds", { unlink: [held, liked], link: [likes(a, held)] }],
  ["still-linked type=holds", { drop: [p] }],
  ["still-linked type=likes", { unlink: [held] }],
  ["still-linked type=likes", { unlink: [held], drop: [p] }],
  ["not-droppable type=item", { drop: [b] }],
  ["required type=item field=label", { unset: [{ ...a, attributes: ["label"] }] }],
  ["missing type=holds field=since", { link: [{ ...holds("b", q), attributes: {} }] }],
  ["player type=holds field=whole", { link: [{ ...holds("b", q), ends: { whole: p, part: q } }] }],
  [
    "written-twice type=item field=rank",
    {
      set: [
        { ...a, attributes: { rank: 1 } },
        { ...a, attributes: { rank: 2 } },
      ],
    },
  ],
  ["unknown-attribute type=item", { set: [{ ...a, attributes: { toString: "x" } }] }],
  ["unknown-type type=?", { create: [{ ...item("c"), type: "__proto__" }] }],
  ["unknown-space type=?", { pages: [page("nowhere", "a", 0)] }],
]

/** Writes that would be fine by themselves. */
const fine: Draft = {
  create: [item("z"), mark("z")],
  set: [{ ...b, attributes: { note: "changed", tags: ["t"] } }],
  link: [holds("z", q)],
}

export const planChecks = [
  onNew("that break a rule are refused by its name, with all that stood beside it", (opened) =>
    Effect.gen(function* () {
      yield* write(opened, stocked)
      const withPages = opened.store.capabilities.transactionalPages
      const all = read(opened, (view) => dump(suiteSchema, view, withPages))
      const before = yield* all
      for (const [rule, draft] of refused) {
        if (draft.pages !== undefined && !withPages) continue
        const told = `update: PlanRefused rule=${rule}`
        yield* expectRefusal(write(opened, draft), told)
        const lists = ["create", "set", "link"] as const
        const both = Object.fromEntries(
          lists.map((name) => [name, [...(fine[name] ?? []), ...(draft[name] ?? [])]]),
        )
        yield* expectRefusal(write(opened, { ...draft, ...both }), told)
        expectEqual(yield* all, before, `after ${rule}`)
      }
    }),
  ),

  onNew("may make, link, change, unlink and drop at once", (opened) =>
    Effect.gen(function* () {
      yield* write(opened, stocked)
      const made = holds("c", ref("part", "r"))
      yield* write(opened, {
        create: [item("c"), part("r")],
        link: [made, likes(linkRef(made), a)],
        set: [{ ...a, attributes: { rank: 9 } }],
        unset: [{ ...a, attributes: ["note", "size"] }],
        unlink: [held, liked],
        drop: [p],
      })
      yield* read(opened, (view) =>
        Effect.gen(function* () {
          const [found] = yield* view.get("item", ["a"])
          expectEqual(found?.attributes.rank, 9)
          expectTrue(found !== undefined && !("note" in found.attributes), "the note is gone")
          expectEqual(yield* view.get("part", ["p"]), [undefined])
          expectEqual(yield* view.getLinks("holds", [held.key]), [undefined])
          expectEqual((yield* view.scanLinks("likes", { limit: 9 })).length, 1)
          expectEqual(yield* allLinked(view, "holds", "part", [p]), [])
        }),
      )
    }),
  ),

  onNew("change links as they change records", (opened) =>
    Effect.gen(function* () {
      yield* write(opened, stocked)
      yield* write(opened, {
        set: [{ ...held, attributes: { since: 5, weight: 2, notes: ["b", "a", "b"] } }],
      })
      const [changed] = yield* read(opened, (view) => view.getLinks("holds", [held.key]))
      expectEqual(changed, {
        ...held,
        ends: { whole: a, part: p },
        attributes: { since: 5, weight: 2, notes: ["a", "b"] },
      })
      yield* write(opened, { unset: [{ ...held, attributes: ["weight", "notes"] }] })
      const [bare] = yield* read(opened, (view) => view.getLinks("holds", [held.key]))
      expectEqual(bare?.attributes, { since: 5, notes: [] })
    }),
  ),

  onNew("make again what was dropped and link again what was unlinked, as new", (opened) =>
    Effect.gen(function* () {
      yield* write(opened, {
        create: [item("a"), part("p", { note: "first" })],
        link: [holds("a", p, { weight: 1 })],
      })
      yield* write(opened, { unlink: [held], drop: [p] })
      yield* write(opened, { create: [part("p")], link: [holds("a", p)] })
      yield* read(opened, (view) =>
        Effect.gen(function* () {
          expectEqual(yield* view.get("part", ["p"]), [
            { type: "part", key: "p", slot: 1, attributes: {} },
          ])
          const [link] = yield* view.getLinks("holds", [held.key])
          expectEqual(link?.attributes, { since: 0, notes: [] })
          expectEqual(
            (yield* view.atSlots("part", [0, 1])).map((each) => each?.slot),
            [undefined, 1],
          )
        }),
      )
    }),
  ),

  onNew("over the store's cap are refused whole, and large ones below it are not", (opened) =>
    Effect.gen(function* () {
      const { maxPlanBytes } = opened.store.capabilities
      const note = "x".repeat(64 * 1024)
      const filling = (bytes: number) => ({
        create: Array.from({ length: Math.floor(bytes / note.length) }, (_, i) =>
          item(`k${i}`, { note }),
        ),
      })
      const error = yield* failureOf(write(opened, filling(maxPlanBytes + note.length)))
      expectEqual(error.reason._tag, "PlanTooLarge")
      expectEqual(yield* sequenceOf(opened), 0)
      const large = filling(Math.min(maxPlanBytes - note.length, 2 * 1024 * 1024))
      yield* write(opened, large)
      const slots = yield* read(opened, (view) => view.slots("item"))
      expectEqual(slots, large.create.length)
    }),
  ),

  onNew("of thousands of writes are one step", (opened) =>
    Effect.gen(function* () {
      const keys = Array.from({ length: 3_000 }, (_, i) => String(i))
      yield* write(opened, {
        create: keys.flatMap((key) => [item(key, { tags: ["t"] }), part(key)]),
        link: keys.map((key) => holds(key, ref("part", key))),
      })
      yield* write(opened, {
        unlink: keys.map((key) => linkRef(holds(key, ref("part", key)))),
        drop: keys.map((key) => ref("part", key)),
        set: keys.map((key) => ({ ...ref("item", key), attributes: { rank: 1 } })),
      })
      yield* read(opened, (view) =>
        Effect.gen(function* () {
          expectEqual(view.sequence, 2)
          expectEqual(yield* view.count("itemByTag", ["t", 1]), keys.length)
          expectEqual(yield* view.scan("part", { limit: 1 }), [])
          expectEqual(yield* view.scanLinks("holds", { limit: 1 }), [])
        }),
      )
    }),
  ),
]
