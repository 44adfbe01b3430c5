// What became of an owner's memories between two moments.
// Verifies: AS-08
import { assert, describe, it } from "@effect/vitest"
import { memorySchema } from "@reminisce/schema"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import * as fc from "fast-check"
import {
  Erasure,
  formatInstant,
  Lifecycle,
  layerOver,
  MemoryStore,
  type Owner,
  Provenance,
} from "../src/index.ts"

const owner: Owner = { kind: "agent", name: "alice" }
const store = layerOver(MemoryStore.layerMemory(memorySchema))
const NOTHING = { added: [], superseded: [], forgotten: [], withdrawn: [], otherwise: [] }

const told = (key: string, more: object = {}) => ({
  key,
  content: `what ${key} says`,
  aspects: ["semantic"],
  basis: "told" as const,
  ...more,
})

/** Each act a second after the last, the first at 1,000. */
const life = Effect.gen(function* () {
  const { remember, supersede, forget, unforget, fulfil } = yield* Lifecycle
  const plan = told("m_plan", { aspects: ["prospective"], dueAt: 1 })
  const private_ = told("m_private", { subjects: [{ ref: "person-1", consentScope: "care" }] })
  for (const act of [
    remember(owner, told("m_a")),
    remember(owner, told("m_b")),
    remember(owner, plan),
    remember(owner, private_),
    supersede(owner, "m_a", told("m_c")),
    forget(owner, "m_b"),
    unforget(owner, "m_b"),
    fulfil(owner, "m_plan"),
    forget(owner, "m_c"),
  ]) {
    yield* TestClock.adjust(1_000)
    yield* act
  }
})

type Act = "remember" | "supersede" | "forget" | "unforget" | "fulfil" | "redact" | "withdraw"

/** Acts fall on every second one. */
const halfSecond = fc.nat(84).map((each) => each * 500)

/** Each act a second after the last; what is refused changes nothing. */
const liveThrough = Effect.fnUntraced(function* (
  acts: ReadonlyArray<{
    readonly act: Act
    readonly a: number
    readonly about: boolean
  }>,
) {
  const lifecycle = yield* Lifecycle
  const { redact, withdraw } = yield* Erasure
  for (const [i, { a, about, act }] of acts.entries()) {
    yield* TestClock.adjust(1_000)
    const keys = yield* allKeys
    const one = keys[a % keys.length] ?? "m_none"
    const made = told(`m_${i}`, {
      aspects: [i % 3 === 0 ? "prospective" : "semantic"],
      ...(i % 3 === 0 ? { dueAt: 1 } : {}),
      ...(about ? { subjects: [{ ref: "person-1", consentScope: "care" }] } : {}),
    })
    const done: { readonly [name in Act]: Effect.Effect<unknown, unknown> } = {
      remember: lifecycle.remember(owner, made),
      supersede: lifecycle.supersede(owner, one, made),
      forget: lifecycle.forget(owner, one),
      unforget: lifecycle.unforget(owner, one),
      fulfil: lifecycle.fulfil(owner, one),
      redact: redact(owner, one, "a mistake"),
      withdraw: withdraw("person-1", "asked"),
    }
    yield* Effect.ignore(done[act])
  }
})

const allKeys = Effect.flatMap(MemoryStore, ({ read }) =>
  read(owner, (view) =>
    Effect.map(view.scan("memory", { limit: 1_000 }), (all) => all.map(({ key }) => key)),
  ),
)

interface Told {
  readonly key: string
  readonly steps: ReadonlyArray<{ readonly status: string; readonly at: number }>
}

/** Word by word as the law has it. */
const plainDiff = (histories: ReadonlyArray<Told>, from: number, to: number) => {
  const statusAt = ({ steps }: Told, at: number) => steps.findLast((step) => step.at <= at)?.status
  const born = ({ steps }: Told): number => steps[0]?.at ?? 0
  const added = histories
    .filter((each) => born(each) > from && born(each) <= to)
    .toSorted((a, b) => born(a) - born(b))
    .map((each) => ({ key: each.key, status: statusAt(each, to) }))
  const moved = histories
    .filter((each) => born(each) <= from)
    .map((each) => ({ key: each.key, from: statusAt(each, from), to: statusAt(each, to) }))
    .filter((each) => each.from !== each.to)
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const to_ = (status: string) => moved.filter((each) => each.to === status).map(({ key }) => key)
  const named = ["superseded", "forgotten", "withdrawn"]
  return {
    added,
    superseded: to_("superseded"),
    forgotten: to_("forgotten"),
    withdrawn: to_("withdrawn"),
    otherwise: moved.filter((each) => !named.includes(each.to ?? "")),
  }
}

describe("diff", () => {
  it.effect("tells each kind of change between two moments, the later one included", () =>
    Effect.gen(function* () {
      yield* life
      const { diff } = yield* Provenance
      const active = (key: string) => ({ key, status: "active" as const })
      assert.deepStrictEqual(yield* diff(owner, 0, 1_000), { ...NOTHING, added: [active("m_a")] })
      assert.deepStrictEqual(yield* diff(owner, 1_000, 2_000), {
        ...NOTHING,
        added: [active("m_b")],
      })
      assert.deepStrictEqual(yield* diff(owner, 4_000, 6_000), {
        ...NOTHING,
        added: [active("m_c")],
        superseded: ["m_a"],
        forgotten: ["m_b"],
      })
      assert.deepStrictEqual(yield* diff(owner, 6_000, 8_000), {
        ...NOTHING,
        otherwise: [
          { key: "m_b", from: "forgotten", to: "active" },
          { key: "m_plan", from: "active", to: "archived" },
        ],
      })
      // There and back again.
      assert.deepStrictEqual(yield* diff(owner, 5_000, 7_000), NOTHING)
      assert.deepStrictEqual(yield* diff(owner, 9_000, 90_000), NOTHING)
      const [from, to] = [formatInstant(5_000), formatInstant(6_000)]
      assert.deepStrictEqual(yield* diff(owner, from, to), { ...NOTHING, forgotten: ["m_b"] })
    }).pipe(Effect.provide(store, { local: true })),
  )

  it.effect("shows an audience what it may see, and refuses moments in the wrong order", () =>
    Effect.gen(function* () {
      yield* life
      const { diff } = yield* Provenance
      const added = (subject?: string) =>
        Effect.map(diff(owner, 3_000, 4_000, subject === undefined ? {} : { subject }), (found) =>
          found.added.map(({ key }) => key),
        )
      assert.deepStrictEqual(yield* added(), [])
      assert.deepStrictEqual(yield* added("person-2"), [])
      assert.deepStrictEqual(yield* added("person-1"), ["m_private"])
      const error = yield* Effect.flip(diff(owner, 2, 1))
      assert.strictEqual(error.message, "to: before-from")
    }).pipe(Effect.provide(store, { local: true })),
  )

  it.effect("is what a plain reading of every memory's history says, whatever was done", () =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(
          fc.array(
            fc.record({
              act: fc.oneof(
                { weight: 6, arbitrary: fc.constantFrom("remember", "supersede") },
                { weight: 6, arbitrary: fc.constantFrom("forget", "unforget", "fulfil") },
                { weight: 1, arbitrary: fc.constantFrom("redact", "withdraw") },
              ),
              a: fc.nat(),
              about: fc.boolean(),
            }),
            { minLength: 20, maxLength: 40 },
          ),
          fc.array(fc.tuple(halfSecond, halfSecond), { minLength: 10, maxLength: 10 }),
          (acts, spans) =>
            Effect.gen(function* () {
              yield* liveThrough(acts)
              const { diff, history } = yield* Provenance
              const audience = { subject: "person-1" }
              const all = yield* allKeys
              const histories = yield* Effect.forEach(all, (key) =>
                Effect.map(history(owner, key, audience), (steps) => ({ key, steps })),
              )
              for (const [one, other] of spans) {
                const [from, to] = [Math.min(one, other), Math.max(one, other)]
                const found = yield* diff(owner, from, to, audience)
                assert.deepStrictEqual<unknown>(found, plainDiff(histories, from, to))
              }
            }).pipe(
              Effect.provide(store, { local: true }),
              Effect.provide(TestClock.layer()),
              Effect.runPromise,
            ),
        ),
        { numRuns: 15 },
      ),
    ),
  )

  it.effect("joined over any cut is the diff of the whole, for what it adds", () =>
    Effect.gen(function* () {
      yield* life
      const { diff } = yield* Provenance
      const whole = yield* diff(owner, 0, 10_000, { subject: "person-1" })
      for (const [cut] of fc.sample(fc.tuple(fc.integer({ min: 0, max: 10_000 })), 30)) {
        const first = yield* diff(owner, 0, cut ?? 0, { subject: "person-1" })
        const second = yield* diff(owner, cut ?? 0, 10_000, { subject: "person-1" })
        assert.deepStrictEqual(
          [...first.added, ...second.added].map(({ key }) => key),
          whole.added.map(({ key }) => key),
        )
        const moved = second.otherwise.filter(({ from, to }) => from === to)
        assert.deepStrictEqual(moved, [])
      }
    }).pipe(Effect.provide(store, { local: true })),
  )
})
