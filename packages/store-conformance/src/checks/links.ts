/**
 * Links between records and links.
 *
 * @module
 */
import { compareText, type Ref, type StoreLink } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { holds, item, likes, linkRef, part, ref } from "../internal/drafts.ts"
import { expectEqual, expectRefusal } from "../internal/expectations.ts"
import { group } from "../internal/group.ts"
import { read, write } from "../internal/opened.ts"
import { keysIn } from "../internal/order.ts"

const { onNew } = group("links")
const TEN = { limit: 10 }
const isSameRef = (a: Ref, b: Ref | undefined): boolean => a.type === b?.type && a.key === b.key

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
          const whole = [ref("item", "a"), ref("item", "c")]
          const wholes = yield* view.linked("holds", "whole", whole, TEN)
          expectEqual(
            wholes.map(({ ends }) => ends.part),
            [ref("item", "b"), p, q],
          )
          const parts = yield* view.linked("holds", "part", [q, p, p], TEN)
          expectEqual(
            parts.map(({ ends }) => [ends.whole?.key, ends.part?.key]),
            [
              ["a", "p"],
              ["a", "q"],
              ["b", "p"],
            ],
          )
          const held = yield* view.linked("holds", "part", [ref("item", "b")], TEN)
          expectEqual(held.length, 1)
          const first = yield* view.linked("holds", "part", [q, p], { limit: 2 })
          expectEqual(keysIn(first), keysIn(parts.slice(0, 2)))
          // A part and an item of one key are two players.
          expectEqual(yield* view.linked("holds", "part", [ref("part", "b")], TEN), [])
          const keys = [linkRef(holds("a", q)).key, "none", linkRef(holds("b", p)).key]
          const got = yield* view.getLinks("holds", keys)
          expectEqual(keysIn(got), [keys[0], undefined, keys[2]])
        }),
      )
    }),
  ),

  onNew("go on behind a key, however large the page, whoever is asked for", (opened) =>
    Effect.gen(function* () {
      const wholes = Array.from({ length: 23 }, (_, i) => `i${i}`)
      const parts = ["p", "q", "p ", "é"].map((key) => ref("part", key))
      const [p, q, near, far] = parts as [Ref, Ref, Ref, Ref]
      yield* write(opened, {
        create: [...wholes.map((key) => item(key)), ...parts.map(({ key }) => part(key))],
        link: [
          ...wholes.map((key) => holds(key, p)),
          ...wholes.slice(0, 9).flatMap((key) => [holds(key, q), holds(key, far)]),
          ...wholes.slice(3, 7).map((key) => holds(key, near)),
        ],
      })
      yield* read(opened, (view) =>
        Effect.gen(function* () {
          const every = yield* view.scanLinks("holds", { limit: 100 })
          for (const [role, asked] of [
            ["part", [p]],
            ["part", [far, p, q, p]],
            ["part", [near, ref("part", "none")]],
            ["whole", [ref("item", "i3")]],
            ["whole", wholes.map((key) => ref("item", key))],
          ] as const) {
            const isAsked = (end: Ref | undefined) => asked.some((each) => isSameRef(each, end))
            const all = every.filter(({ ends }) => isAsked(ends[role]))
            for (const limit of [1, 4, 10_000]) {
              const pages: Array<StoreLink> = []
              for (let after: string | undefined; ; after = pages.at(-1)?.key) {
                const behind = after === undefined ? {} : { after }
                const page = yield* view.linked("holds", role, asked, { ...behind, limit })
                expectEqual(page.length, Math.min(limit, all.length - pages.length))
                if (page.length === 0) break
                pages.push(...page)
              }
              expectEqual(pages, all)
            }
            // A cursor need not be a link that is there.
            for (const after of [" ", `${all[0]?.key} `, "~"]) {
              const behind = all.filter(({ key }) => compareText(key, after) > 0)
              expectEqual(yield* view.linked("holds", role, asked, { after, limit: 100 }), behind)
            }
          }
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
          expectEqual(
            keysIn(yield* view.linked("likes", "left", [link], TEN)),
            keysIn(all.slice(0, 2)),
          )
          expectEqual(
            keysIn(yield* view.linked("likes", "right", [a], TEN)),
            keysIn(all.slice(1, 2)),
          )
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
