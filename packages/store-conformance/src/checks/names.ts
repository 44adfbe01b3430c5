/**
 * Keys and the names of types and attributes, told apart by every byte of them.
 *
 * @module
 */
import { allLinked, KEY_CAP_BYTES } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { holds, item, part, ref } from "../internal/drafts.ts"
import { expectEqual, expectRefusal } from "../internal/expectations.ts"
import { group } from "../internal/group.ts"
import { read, write } from "../internal/opened.ts"

const { onNew } = group("names")

export const nameChecks = [
  onNew(
    "of records are any text up to their cap in bytes, and differ as their bytes do",
    (opened) =>
      Effect.gen(function* () {
        const longest = "\u00e9".repeat(KEY_CAP_BYTES / 2)
        const keys = [
          "a",
          "A",
          "a ",
          " a",
          "\u00e9",
          "e\u0301",
          "1",
          "01",
          "%",
          "_",
          "'",
          longest,
          longest.slice(1),
          "a/b#1",
          "\u{10ffff}",
          "\ufffd",
        ]
        yield* write(opened, {
          create: keys.flatMap((name) => [item(name, { label: name }), part(name)]),
          link: keys.map((name) => holds(name, ref("part", name))),
        })
        yield* read(opened, (view) =>
          Effect.gen(function* () {
            const found = yield* view.get("item", keys)
            expectEqual(
              found.map((each) => each?.attributes.label),
              keys,
            )
            for (const name of keys) {
              const links = yield* allLinked(view, "holds", "part", [ref("part", name)])
              expectEqual(
                links.map(({ ends }) => ends.whole?.key),
                [name],
              )
            }
          }),
        )
        yield* expectRefusal(
          write(opened, { create: [item(`${longest}x`)] }),
          "update: PlanRefused rule=key-too-long type=item",
        )
      }),
  ),

  onNew(
    "of types and attributes differ by case, and from any that an engine has for itself",
    (opened) =>
      Effect.gen(function* () {
        const attributes = {
          key: "k",
          owner: "o",
          slot: 7,
          type: "t",
          rowid: -1,
          select: true,
          order: ["b", "a"],
          constructor: "c",
          dueAt: 5,
          dueat: "five",
        }
        yield* write(opened, {
          create: [
            { type: "table", key: "x", attributes },
            { type: "table", key: "y", attributes: { key: "only" } },
            { type: "tAble", key: "x", attributes: { key: 9 } },
          ],
        })
        yield* read(opened, (view) =>
          Effect.gen(function* () {
            const [x, y] = yield* view.get("table", ["x", "y"])
            expectEqual(x, {
              type: "table",
              key: "x",
              attributes: { ...attributes, order: ["a", "b"] },
            })
            expectEqual(y, { type: "table", key: "y", attributes: { key: "only", order: [] } })
            const [other] = yield* view.get("tAble", ["x"])
            expectEqual(other, { type: "tAble", key: "x", attributes: { key: 9 } })
            const found = yield* view.range("order", { prefix: ["k"], limit: 9 })
            expectEqual(found, [{ values: ["k", -1], key: "x" }])
            expectEqual(yield* view.count("tableByDue", ["five", 5]), 1)
            expectEqual(yield* view.count("tableByOrder", []), 2)
          }),
        )
      }),
  ),
]
