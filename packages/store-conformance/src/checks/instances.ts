/**
 * Two and more instances of a persistent store at one place, in one process.
 * Verifies: ST-09
 *
 * @module
 */
import * as Effect from "effect/Effect"
import { counterOf, increment } from "../internal/counters.ts"
import { item, ref } from "../internal/drafts.ts"
import { expectEqual, expectTrue } from "../internal/expectations.ts"
import { group } from "../internal/group.ts"
import { bob, newPlace, openAt, read, sequenceOf, write } from "../internal/opened.ts"
import { readWhileWriting } from "../internal/readWhileWriting.ts"
import type { SuiteOptions } from "../OpenStore.ts"

const { check } = group("instances")

const upTo = (count: number): ReadonlyArray<number> => Array.from({ length: count }, (_, i) => i)

const openMany = (options: SuiteOptions, count: number) =>
  Effect.gen(function* () {
    const place = yield* newPlace(options)
    return yield* Effect.forEach(upTo(count), () => openAt(options, place), {
      concurrency: "unbounded",
    })
  })

const eachOften = <A>(instances: ReadonlyArray<A>, times: number): ReadonlyArray<A> =>
  upTo(times).flatMap(() => instances)

export const instanceChecks = [
  check("see each other's writes in their next view", (options) =>
    Effect.gen(function* () {
      const instances = yield* openMany(options, 2)
      let expected = 0
      for (const instance of eachOften(instances, 5)) {
        expectEqual(yield* sequenceOf(instance), expected)
        expectEqual(yield* increment(instance, "n"), ++expected)
      }
    }),
  ),

  check(
    "race for one owner and keep every acknowledged write, once",
    (options) =>
      Effect.gen(function* () {
        const instances = yield* openMany(options, 2)
        const all = eachOften(instances, 50)
        const answers = yield* Effect.forEach(all, (each) => increment(each, "n"), {
          concurrency: 8,
        })
        expectEqual(
          answers.toSorted((a, b) => a - b),
          upTo(all.length).map((i) => i + 1),
        )
        for (const instance of instances) {
          expectEqual(yield* counterOf(instance, "n"), all.length)
          yield* read(instance, (view) =>
            Effect.gen(function* () {
              expectEqual(view.sequence, all.length)
              const changes = yield* view.changes(0, 1_000)
              expectEqual(
                changes.map(({ sequence }) => sequence),
                upTo(all.length).map((i) => i + 1),
              )
              expectEqual(new Set(changes.map(({ planId }) => planId)).size, all.length)
            }),
          )
        }
      }),
    300_000,
  ),

  check("racing to create give every slot once, without a gap", (options) =>
    Effect.gen(function* () {
      const instances = yield* openMany(options, 3)
      const all = eachOften(instances, 15)
      yield* Effect.forEach(
        all,
        (each, i) => write(each, { create: [item(`k${i}`), item(`l${i}`)] }),
        { concurrency: 9 },
      )
      for (const instance of instances) {
        yield* read(instance, (view) =>
          Effect.gen(function* () {
            const slots = yield* view.slots("item")
            expectEqual(slots, all.length * 2)
            const records = yield* view.atSlots("item", upTo(slots))
            expectEqual(
              records.map((each) => each?.slot),
              upTo(slots),
            )
            expectEqual(new Set(records.map((each) => each?.key)).size, slots)
          }),
        )
      }
    }),
  ),

  check("race to be the first at an empty place, and all of them work", (options) =>
    Effect.gen(function* () {
      const instances = yield* openMany(options, 5)
      yield* Effect.forEach(instances, (each, i) => write(each, { create: [item(`k${i}`)] }), {
        concurrency: "unbounded",
      })
      for (const instance of instances) expectEqual(yield* sequenceOf(instance), instances.length)
    }),
  ),

  check("write different owners side by side", (options) =>
    Effect.gen(function* () {
      const instances = yield* openMany(options, 2)
      const owners = [bob, { kind: "agent", name: "carol" }]
      yield* Effect.forEach(
        instances,
        (each, i) =>
          Effect.forEach(upTo(25), () => increment(each, "n", owners[i]), { discard: true }),
        { concurrency: "unbounded" },
      )
      for (const instance of instances) {
        for (const owner of owners) expectEqual(yield* counterOf(instance, "n", owner), 25)
      }
    }),
  ),

  check("never show each other half of a plan", (options) =>
    Effect.gen(function* () {
      const [reader, writer] = yield* openMany(options, 2)
      if (reader === undefined || writer === undefined) return
      yield* write(writer, { create: [item("left"), item("right")] })
      const writes = Effect.forEach(upTo(30), (i) => {
        const attributes = { rank: i + 1, tags: [String(i + 1)] }
        const set = ["left", "right"].map((key) => ({ ...ref("item", key), attributes }))
        return write(writer, { set })
      })
      expectTrue((yield* readWhileWriting(reader, writes)) > 0, "something was read")
    }),
  ),

  check("outlive each other", (options) =>
    Effect.gen(function* () {
      const place = yield* newPlace(options)
      const staying = yield* openAt(options, place)
      for (const expected of [1, 2, 3]) {
        yield* Effect.scoped(
          Effect.flatMap(openAt(options, place), (leaving) => increment(leaving, "n")),
        )
        expectEqual(yield* counterOf(staying, "n"), expected)
      }
      expectEqual(yield* increment(staying, "n"), 4)
    }),
  ),
]
