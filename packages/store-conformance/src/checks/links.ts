/**
 * Links between records and links.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import { holds, item, likes, linkRef, part, ref } from "../internal/drafts.ts"
import { expectEqual, expectRefusal } from "../internal/expectations.ts"
import { group } from "../internal/group.ts"
import { read, write } from "../internal/opened.ts"
import { keysIn } from "../internal/order.ts"

const { onNew } = group("links")

export const linkChecks = [
  onNew("find links by any role and any number of players, each once, by key", (opened) =>
    Effect.gen(function* () {
      const [p, q] = [ref("part", "p"), ref("part", "q")]
      yield* write(opened, {
        create: [item("a"), item("b"), item("c"), part("p"), part("q")],
        link: [holds("b", p), holds("a", p), holds("a", q), holds("a", ref("item", "b"))],
      })
      yield* read(opened, (view) =>
        Effect.gen(function* () {
          const wholes = yield* view.linked("holds", "whole", [ref("item", "a"), ref("item", "c")])
          expectEqual(
            wholes.map(({ ends }) => ends.part),
            [ref("item", "b"), p, q],
          )
          const parts = yield* view.linked("holds", "part", [q, p, p])
          expectEqual(
            parts.map(({ ends }) => [ends.whole?.key, ends.part?.key]),
            [
              ["a", "p"],
              ["a", "q"],
              ["b", "p"],
            ],
          )
          const held = yield* view.linked("holds", "part", [ref("item", "b")])
          expectEqual(held.length, 1)
          const first = yield* view.linked("holds", "part", [q, p], 2)
          expectEqual(keysIn(first), keysIn(parts.slice(0, 2)))
          // A part and an item of one key are two players.
          expectEqual(yield* view.linked("holds", "part", [ref("part", "b")]), [])
          const keys = [linkRef(holds("a", q)).key, "none", linkRef(holds("b", p)).key]
          const got = yield* view.getLinks("holds", keys)
          expectEqual(keysIn(got), [keys[0], undefined, keys[2]])
        }),
      )
    }),
  ),

  onNew("hold one symmetric link for both orders of its ends, which may be links", (opened) =>
    Effect.gen(function* () {
      const held = holds("a", ref("part", "p"))
      const [a, p, link] = [ref("item", "a"), ref("part", "p"), linkRef(held)]
      yield* write(opened, {
        create: [item("a"), part("p")],
        link: [held, likes(p, a), likes(a, link, { reason: "it says so" }), likes(link, link)],
      })
      yield* read(opened, (view) =>
        Effect.gen(function* () {
          const all = yield* view.scanLinks("likes", { limit: 10 })
          // By type first: holds, item, part.
          expectEqual(
            all.map(({ ends }) => [ends.left, ends.right]),
            [
              [link, link],
              [link, a],
              [a, p],
            ],
          )
          expectEqual(keysIn(yield* view.linked("likes", "left", [link])), keysIn(all.slice(0, 2)))
          expectEqual(keysIn(yield* view.linked("likes", "right", [a])), keysIn(all.slice(1, 2)))
          expectEqual(all[1]?.attributes, { reason: "it says so" })
        }),
      )
      yield* expectRefusal(
        write(opened, { link: [likes(a, p)] }),
        "update: PlanRefused rule=taken type=likes",
      )
    }),
  ),
]
