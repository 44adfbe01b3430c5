/**
 * Failures are typed, and tell neither what is stored nor what was asked.
 * Verifies: ST-19, ST-20
 *
 * @module
 */
import { StoreError, type View } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { increment } from "../internal/counters.ts"
import { holds, item, part, ref } from "../internal/drafts.ts"
import { expectEqual, expectTrue, failureOf } from "../internal/expectations.ts"
import { group } from "../internal/group.ts"
import { alice, type Opened, read, write } from "../internal/opened.ts"

const { onNew } = group("failures")

const SECRET = "tongue of newt"

const failing = (opened: Opened): ReadonlyArray<Effect.Effect<unknown, StoreError>> => {
  const reading = (ask: (view: View) => Effect.Effect<unknown, StoreError>) => read(opened, ask)
  const loose = ref("part", `no ${SECRET}`)
  return [
    write(opened, { create: [item(SECRET, { note: SECRET })] }),
    write(opened, { create: [item("x", { note: `${SECRET}\u0000` })] }),
    write(opened, { create: [item(`${SECRET}\n`)] }),
    write(opened, { create: [item("x", { [SECRET]: SECRET })] }),
    write(opened, { create: [{ type: SECRET, key: SECRET, attributes: {} }] }),
    write(opened, { set: [{ ...ref("item", `no ${SECRET}`), attributes: { note: SECRET } }] }),
    write(opened, { link: [holds(SECRET, loose)] }),
    write(opened, { drop: [ref("part", SECRET)] }),
    write(opened, { drop: [loose] }),
    write(opened, { unlink: [ref("holds", SECRET)] }),
    write(opened, { create: [item("x")] }, { kind: `${SECRET}:`, name: SECRET }),
    reading((view) => view.get(SECRET, [SECRET])),
    reading((view) => view.range(SECRET, { prefix: [SECRET], limit: 1 })),
    reading((view) => view.range("itemByNote", { prefix: [`${SECRET}\ud800`], limit: 1 })),
    reading((view) => view.linked("holds", SECRET, [ref("item", SECRET)], { limit: 1 })),
    reading((view) => view.changes(-1, 1)),
    opened.admin.ownersWith(SECRET, [SECRET], { limit: 1 }),
  ]
}

export const failureChecks = [
  onNew("are StoreErrors that name a rule and never words, and the store works on", (opened) =>
    Effect.gen(function* () {
      yield* write(opened, {
        create: [item(SECRET, { note: SECRET, rank: 0 }), part(SECRET)],
        link: [holds(SECRET, ref("part", SECRET))],
      })
      let count = 0
      for (const each of failing(opened)) {
        const error = yield* failureOf(each)
        expectTrue(error instanceof StoreError, "it is a StoreError")
        const told = [
          error.message,
          String(error),
          error.stack,
          JSON.stringify(error),
          String(error.cause),
        ]
        expectTrue(!told.join().includes(SECRET), `${error.message} tells nothing`)
        expectEqual(yield* increment(opened, SECRET, alice), ++count)
      }
    }),
  ),
]
