// Verifies: IN-14, IN-17, LI-08, LI-11, LI-12, LI-13, LI-15, ME-24, ME-27
import { assert, describe, it } from "@effect/vitest"
import { Lifecycle } from "@reminisce/lifecycle"
import { Provenance } from "@reminisce/provenance"
import { Limits, type RememberRequest } from "@reminisce/schema"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { plantMemory } from "./support/plant.ts"
import { alice, allLinks, allRecords, bob, note, stores, world } from "./support/world.ts"

const plan: Partial<RememberRequest> = {
  aspects: ["prospective"],
  cues: [{ event: "rota_review" }],
}
const everyStatus = [
  "active",
  "inactive",
  "superseded",
  "forgotten",
  "archived",
  "held",
  "withdrawn",
] as const

for (const { name, layer } of stores) {
  const here = () => Effect.provide(world({ store: layer }))
  const tagOf = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.match(effect, { onSuccess: () => "done", onFailure: ({ _tag }) => _tag })

  describe(`forget, unforget and fulfil over ${name}`, () => {
    it.effect("hides a memory, shows it again, and tells both in the history", () =>
      Effect.gen(function* () {
        const { remember, forget, unforget } = yield* Lifecycle
        const { why, history } = yield* Provenance
        const kept = yield* remember(alice, note("The gate opens at dawn.", { key: "k" }))
        yield* TestClock.adjust(10)
        const hidden = yield* forget(alice, "k", { reason: "noise", reviewedBy: "keeper-1" })
        assert.deepStrictEqual(hidden, { ...kept, status: "forgotten" })
        assert.deepStrictEqual((yield* why(alice, "k")).memory, hidden)
        yield* TestClock.adjust(10)
        assert.deepStrictEqual(yield* unforget(alice, "k"), kept)
        yield* forget(alice, "k")
        assert.deepStrictEqual(yield* history(alice, "k"), [
          { status: "active", at: 0 },
          { status: "forgotten", at: 10, reason: "noise", by: "keeper-1" },
          { status: "active", at: 20 },
          { status: "forgotten", at: 20 },
        ])
      }).pipe(here()),
    )

    it.effect("moves a status only where the table of moves says so", () =>
      Effect.gen(function* () {
        const { forget, unforget, fulfil } = yield* Lifecycle
        const acts = { forget, unforget, fulfil }
        const allowed: { readonly [act in keyof typeof acts]: ReadonlyArray<string> } = {
          forget: ["active", "inactive"],
          unforget: ["forgotten"],
          fulfil: ["active"],
        }
        for (const act of ["forget", "unforget", "fulfil"] as const) {
          for (const status of everyStatus) {
            const key = `${act}-${status}`
            yield* plantMemory(alice, key, { status, aspects: ["prospective"], dueAt: 1 })
            const answer = yield* tagOf(acts[act](alice, key))
            const waits = act === "unforget" && status === "held"
            const refused = waits ? "Held" : "NotActive"
            assert.strictEqual(answer, allowed[act].includes(status) ? "done" : refused, key)
            if (waits) yield* unforget(alice, key, { reviewedBy: "keeper-1" })
            const again = yield* tagOf(acts[act](alice, key))
            assert.strictEqual(again, "NotActive", `${key} again`)
          }
        }
      }).pipe(here()),
    )

    it.effect("answers unknown keys and other owners' keys as one", () =>
      Effect.gen(function* () {
        const { remember, forget, unforget, fulfil, markRecalled } = yield* Lifecycle
        yield* remember(bob, note("His.", { key: "his", ...plan }))
        for (const key of ["his", "nobody's"]) {
          for (const act of [forget, unforget, fulfil]) {
            assert.strictEqual(yield* tagOf(act(alice, key)), "NotFound")
          }
          assert.strictEqual(yield* tagOf(markRecalled(alice, [key])), "NotFound")
        }
      }).pipe(here()),
    )

    it.effect("does not forget a strand, and forgets an affect", () =>
      Effect.gen(function* () {
        const { forget } = yield* Lifecycle
        yield* plantMemory(alice, "strand", { aspects: ["persona"] })
        yield* plantMemory(alice, "affect", { aspects: ["affective"] })
        const refusal = yield* Effect.flip(forget(alice, "strand"))
        assert.strictEqual(refusal.message, "refused: persona-strand")
        assert.strictEqual((yield* forget(alice, "affect")).status, "forgotten")
      }).pipe(here()),
    )

    it.effect("closes an intention with its outcome, its reason and the memory that did it", () =>
      Effect.gen(function* () {
        const { remember, fulfil } = yield* Lifecycle
        const { why } = yield* Provenance
        const intention = yield* remember(alice, note("Check the rota.", { key: "plan", ...plan }))
        yield* remember(alice, note("Checked it.", { key: "deed" }))
        yield* TestClock.adjust(7)
        const closed = yield* fulfil(alice, "plan", { reason: "checked", by: "deed" })
        assert.deepStrictEqual(closed, { ...intention, status: "archived", outcome: "fulfilled" })
        const told = yield* why(alice, "plan")
        assert.deepStrictEqual(told.memory, closed)
        assert.deepStrictEqual(told.history.at(-1), {
          status: "archived",
          at: 7,
          reason: "checked",
        })
        const [link] = yield* allLinks(alice, "fulfilment")
        assert.deepStrictEqual(
          [link?.ends.intention?.key, link?.ends.act?.key, link?.attributes.recordedAt],
          ["plan", "deed", 7],
        )
      }).pipe(here()),
    )

    it.effect("refuses to close what is no intention, or by what did not do it", () =>
      Effect.gen(function* () {
        const { remember, fulfil } = yield* Lifecycle
        yield* remember(alice, note("Plain.", { key: "plain" }))
        yield* remember(alice, note("No trigger.", { key: "vague", aspects: ["prospective"] }))
        yield* remember(alice, note("Plan.", { key: "plan", ...plan }))
        yield* plantMemory(alice, "strand", { aspects: ["persona"] })
        yield* plantMemory(alice, "affect", { aspects: ["affective"] })
        yield* plantMemory(bob, "his", {})
        assert.strictEqual(yield* tagOf(fulfil(alice, "plain")), "NotIntention")
        assert.strictEqual(yield* tagOf(fulfil(alice, "vague")), "NotIntention")
        assert.strictEqual(yield* tagOf(fulfil(alice, "plan", { by: "his" })), "NotFound")
        assert.strictEqual(yield* tagOf(fulfil(alice, "plan", { by: "plan" })), "Invalid")
        assert.strictEqual(yield* tagOf(fulfil(alice, "plan", { by: "strand" })), "Refused")
        assert.strictEqual(yield* tagOf(fulfil(alice, "plan", { by: "affect" })), "Refused")
        assert.strictEqual(yield* tagOf(fulfil(alice, "plan")), "done")
      }).pipe(here()),
    )
  })

  describe(`markRecalled over ${name}`, () => {
    it.effect("counts one recall of each and sets its instant, and nothing else", () =>
      Effect.gen(function* () {
        const { remember, markRecalled } = yield* Lifecycle
        const { why } = yield* Provenance
        const kept = yield* remember(alice, note("A.", { key: "a" }))
        yield* remember(alice, note("B.", { key: "b" }))
        yield* TestClock.adjust(3)
        assert.strictEqual(yield* markRecalled(alice, ["a", "b", "a"]), 2)
        yield* TestClock.adjust(3)
        assert.strictEqual(yield* markRecalled(alice, ["a"]), 1)
        assert.strictEqual(yield* markRecalled(alice, []), 0)
        const { memory, history } = yield* why(alice, "a")
        assert.deepStrictEqual(memory, { ...kept, recallCount: 2, lastRecalledAt: 6 })
        assert.strictEqual(history.length, 1)
        assert.deepInclude((yield* why(alice, "b")).memory, { recallCount: 1, lastRecalledAt: 3 })
      }).pipe(here()),
    )

    it.effect(
      "makes inactive memories active, leaves other statuses, and passes over withdrawn ones",
      () =>
        Effect.gen(function* () {
          const { markRecalled } = yield* Lifecycle
          const { history } = yield* Provenance
          for (const status of everyStatus) yield* plantMemory(alice, status, { status })
          yield* TestClock.adjust(4)
          assert.strictEqual(yield* markRecalled(alice, everyStatus), everyStatus.length - 1)
          const after = (yield* allRecords(alice, "memory")).map(({ key, attributes }) => [
            key,
            [attributes.status, attributes.recallCount],
          ])
          assert.deepStrictEqual(Object.fromEntries(after), {
            active: ["active", 1],
            inactive: ["active", 1],
            superseded: ["superseded", 1],
            forgotten: ["forgotten", 1],
            archived: ["archived", 1],
            held: ["held", 1],
            withdrawn: ["withdrawn", 0],
          })
          assert.deepStrictEqual((yield* history(alice, "inactive")).at(-1), {
            status: "active",
            at: 4,
          })
        }).pipe(here()),
    )

    it.effect("marks all or none", () =>
      Effect.gen(function* () {
        const { markRecalled } = yield* Lifecycle
        yield* plantMemory(alice, "a", {})
        yield* plantMemory(alice, "strand", { aspects: ["persona"] })
        const many = Array.from({ length: Limits.many + 1 }, (_, i) => `k${i}`)
        assert.strictEqual(yield* tagOf(markRecalled(alice, ["a", "none"])), "NotFound")
        assert.strictEqual(yield* tagOf(markRecalled(alice, ["a", "strand"])), "Refused")
        assert.strictEqual(yield* tagOf(markRecalled(alice, many)), "TooLarge")
        for (const { attributes } of yield* allRecords(alice, "memory")) {
          assert.strictEqual(attributes.recallCount, 0)
        }
      }).pipe(here()),
    )
  })
}
