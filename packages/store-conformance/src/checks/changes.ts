/**
 * The change sequence: one entry for each plan, by which others follow an owner.
 *
 * @module
 */
import { compareRefs, Durability } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { holds, item, linkRef, mark, part, ref } from "../internal/drafts.ts"
import { expectEqual, expectRefusal, expectTrue, failureOf } from "../internal/expectations.ts"
import { group } from "../internal/group.ts"
import { alice, bob, type Opened, openNew, read, sequenceOf, write } from "../internal/opened.ts"
import { at, planId } from "../internal/sameTime.ts"

const { check, onNew } = group("changes")

const changes = (opened: Opened, sequence: number, limit = 10_000) =>
  read(opened, (view) => view.changes(sequence, limit))

const sequences = (opened: Opened, sequence: number, limit?: number) =>
  Effect.map(changes(opened, sequence, limit), (all) => all.map((each) => each.sequence))

const KEPT = 10

export const changeChecks = [
  onNew("name each plan's id and instant, and all it touched, once and in order", (opened) =>
    Effect.gen(function* () {
      const held = holds("a", ref("part", "p"))
      const plans = [
        { create: [part("p"), item("\u{10000}"), item("\uffff"), item("a")], link: [held] },
        {
          set: [
            { ...ref("item", "a"), attributes: { rank: 1 } },
            { ...linkRef(held), attributes: { since: 2 } },
          ],
          unset: [
            { ...ref("item", "a"), attributes: ["note"] },
            { ...ref("item", "\uffff"), attributes: ["note"] },
          ],
        },
        { unlink: [linkRef(held)], drop: [ref("part", "p")], create: [mark("m")] },
      ]
      for (const [i, draft] of plans.entries()) yield* at(100 + i, planId(i))(write(opened, draft))
      const items = [ref("item", "a"), ref("item", "\uffff"), ref("item", "\u{10000}")]
      const touched = [
        [...items, ref("part", "p"), linkRef(held)],
        [ref("item", "a"), ref("item", "\uffff"), linkRef(held)],
        [ref("mark", "m"), ref("part", "p"), linkRef(held)],
      ]
      expectEqual(
        yield* changes(opened, 0),
        touched.map((refs, i) => ({
          sequence: i + 1,
          planId: planId(i),
          at: 100 + i,
          touched: refs.toSorted(compareRefs),
        })),
      )
    }),
  ),

  onNew("are listed behind any sequence, oldest first, as many as asked for", (opened) =>
    Effect.gen(function* () {
      for (const i of [1, 2, 3, 4, 5]) yield* write(opened, { create: [item(`k${i}`)] })
      yield* write(opened, { create: [item("other")] }, bob)
      expectEqual(yield* sequences(opened, 0), [1, 2, 3, 4, 5])
      expectEqual(yield* sequences(opened, 2), [3, 4, 5])
      expectEqual(yield* sequences(opened, 1, 2), [2, 3])
      expectEqual(yield* sequences(opened, 5), [])
      expectEqual(yield* sequences(opened, 99), [])
      yield* expectRefusal(changes(opened, -1), "changes: Behind horizon=0")
    }),
  ),

  onNew(
    "find a plan whose answer was lost, by its id behind the sequence it was decided on",
    (opened) =>
      Effect.gen(function* () {
        for (const i of [0, 1, 2]) {
          const base = yield* sequenceOf(opened)
          yield* at(i, planId(70 + i))(write(opened, { create: [item(`k${i}`)] }))
          const [landed] = yield* changes(opened, base, 1)
          expectEqual(landed?.planId, planId(70 + i))
        }
        const ids = (yield* changes(opened, 0)).map((change) => change.planId)
        expectEqual(new Set(ids).size, ids.length)
      }),
  ),

  check("are kept up to a horizon, and a reader behind it is told where that is", (options) =>
    Effect.gen(function* () {
      const opened = yield* openNew(options, { keepChanges: KEPT })
      yield* write(opened, { create: [item("a")] }, bob)
      for (let i = 1; i <= 4 * KEPT; i++) yield* write(opened, { create: [item(`k${i}`)] })
      const error = yield* failureOf(changes(opened, 0))
      expectEqual(error.reason._tag, "Behind")
      const horizon = error.reason._tag === "Behind" ? error.reason.horizon : 0
      expectTrue(horizon > 0 && horizon <= 3 * KEPT, "as many changes as told are kept")
      const rest = Array.from({ length: 4 * KEPT - horizon }, (_, i) => horizon + 1 + i)
      expectEqual(yield* sequences(opened, horizon), rest)
      yield* expectRefusal(changes(opened, horizon - 1), `changes: Behind horizon=${horizon}`)
      expectEqual(yield* sequenceOf(opened, alice), 4 * KEPT)
      const others = yield* read(opened, (view) => view.changes(0, 9), bob)
      expectEqual(others.length, 1)
    }),
  ),

  check(
    "are kept for a thousand plans when nothing else is said",
    (options) =>
      Effect.gen(function* () {
        const opened = yield* openNew(options)
        yield* write(opened, { create: [item("a")] })
        for (let rank = 2; rank <= 1_000; rank++) {
          yield* write(opened, { set: [{ ...ref("item", "a"), attributes: { rank } }] }).pipe(
            // A thousand waits for the disk would show no more.
            Effect.provideService(Durability, "repeatable"),
          )
        }
        expectEqual((yield* changes(opened, 0)).length, 1_000)
      }),
    300_000,
  ),
]
