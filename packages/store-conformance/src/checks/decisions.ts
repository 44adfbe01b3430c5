/**
 * How decisions become plans: at one instant, whole, and one after the other.
 * Verifies: RE-07, ST-24
 *
 * @module
 */
import { allLinked, type EpochMillis } from "@reminisce/store"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { counterOf, increment } from "../internal/counters.ts"
import { item, likes, mark, ref } from "../internal/drafts.ts"
import { expectDefect, expectEqual, expectTrue, failureOf } from "../internal/expectations.ts"
import { group } from "../internal/group.ts"
import { alice, bob, read, sequenceOf, write } from "../internal/opened.ts"
import { readWhileWriting } from "../internal/readWhileWriting.ts"
import { at, planId } from "../internal/sameTime.ts"

const { onNew } = group("decisions")

export const decisionChecks = [
  onNew("see the owner as it was before their plan, and give their answer", ({ store }) =>
    Effect.gen(function* () {
      for (const sequence of [0, 1, 2]) {
        const answer = yield* store.update(alice, (view) =>
          Effect.map(view.slots("item"), (slots) => ({
            answer: { sequence: view.sequence, slots },
            draft: { create: [item(`k${slots}`)] },
          })),
        )
        expectEqual(answer, { sequence, slots: sequence })
      }
    }),
  ),

  onNew("are dated by the clock, but never before the owner's last", (opened) =>
    Effect.gen(function* () {
      const seen: Array<EpochMillis> = []
      for (const [number, now] of [5_000, 3_000, 6_000, -1].entries()) {
        const decided = opened.store.update(alice, (_, instant) =>
          Effect.sync(() => {
            seen.push(instant)
            return { answer: 0, draft: { create: [item(`k${number}`)] } }
          }),
        )
        yield* at(now, planId(number))(decided)
      }
      expectEqual(seen, [5_000, 5_000, 6_000, 6_000])
      yield* read(opened, (view) =>
        Effect.gen(function* () {
          expectEqual(view.lastAt, 6_000)
          const changes = yield* view.changes(0, 10)
          expectEqual(
            changes.map((change) => change.at),
            seen,
          )
        }),
      )
      // Another owner has a time of its own.
      yield* at(-7, planId(9))(write(opened, { create: [item("a")] }, bob))
      expectEqual(yield* read(opened, (view) => Effect.succeed(view.lastAt), bob), -7)
    }),
  ),

  onNew("to write nothing take no sequence and make no owner", (opened) =>
    Effect.gen(function* () {
      const answer = yield* opened.store.update(alice, () => Effect.succeed({ answer: 7 }))
      expectEqual(answer, 7)
      yield* write(opened, {})
      yield* write(opened, { create: [], link: [], pages: [] })
      expectEqual(yield* sequenceOf(opened), 0)
      expectEqual(yield* opened.admin.owners({ limit: 1 }), [])
    }),
  ),

  onNew("that fail or die leave nothing behind, and the store works on", (opened) =>
    Effect.gen(function* () {
      const asking = (end: Effect.Effect<never, "no">) =>
        opened.store.update(alice, (view) => Effect.andThen(view.get("item", ["a"]), end))
      const failed = yield* failureOf(asking(Effect.fail("no" as const)))
      expectEqual(failed, "no")
      yield* expectDefect(asking(Effect.die("a bug")), "a decision that dies")
      yield* expectDefect(
        read(opened, () => Effect.die("a bug")),
        "a read that dies",
      )
      const refused = yield* failureOf(read(opened, () => Effect.fail("no" as const)))
      expectEqual(refused, "no")
      expectEqual(yield* sequenceOf(opened), 0)
      expectEqual(yield* opened.admin.owners({ limit: 1 }), [])
      expectEqual(yield* increment(opened, "a"), 1)
    }),
  ),

  onNew("of many fibres are serial for each owner", (opened) =>
    Effect.gen(function* () {
      const owners = [alice, bob, { kind: "agent", name: "carol" }]
      const each = Array.from({ length: 20 }, (_, i) => i)
      const answers = yield* Effect.forEach(
        each.flatMap(() => owners),
        (owner) => increment(opened, "n", owner),
        { concurrency: "unbounded" },
      )
      expectEqual(
        answers.toSorted((a, b) => a - b),
        each.flatMap((i) => owners.map(() => i + 1)),
      )
      for (const owner of owners) {
        expectEqual(yield* counterOf(opened, "n", owner), each.length)
        expectEqual(yield* sequenceOf(opened, owner), each.length)
      }
    }),
  ),

  onNew("that are interrupted happen whole or not at all", (opened) =>
    Effect.gen(function* () {
      for (let turn = 0; turn < 8; turn++) {
        const before = yield* sequenceOf(opened)
        const keys = [`a${turn}`, `b${turn}`]
        const create = keys.flatMap((key) => [item(key), mark(key)])
        const link = [likes(ref("item", `a${turn}`), ref("item", `b${turn}`))]
        const fiber = yield* Effect.forkChild(write(opened, { create, link }))
        for (let steps = 0; steps < turn; steps++) yield* Effect.yieldNow
        yield* Fiber.interrupt(fiber)
        yield* read(opened, (view) =>
          Effect.gen(function* () {
            const moved = view.sequence - before
            expectTrue(moved === 0 || moved === 1, "at most one plan")
            const items = yield* view.get("item", keys)
            const marks = yield* view.get("mark", keys)
            const links = yield* allLinked(
              view,
              "likes",
              "left",
              items.flatMap((each) => each ?? []),
            )
            const there = [...items, ...marks, ...links].filter((found) => found !== undefined)
            expectEqual(there.length, moved * 5)
          }),
        )
      }
      expectEqual(yield* increment(opened, "after"), 1)
    }),
  ),

  onNew("never show a reader half of their plan", (opened) =>
    Effect.gen(function* () {
      yield* write(opened, { create: [item("left"), item("right")] })
      const writes = Effect.forEach(
        Array.from({ length: 30 }, (_, i) => i + 1),
        (rank) => {
          const attributes = { rank, tags: [String(rank)] }
          const set = ["left", "right"].map((key) => ({ ...ref("item", key), attributes }))
          return write(opened, { set })
        },
      )
      const seen = yield* readWhileWriting(opened, writes)
      expectTrue(seen > 0, "something was read")
    }),
  ),
]
