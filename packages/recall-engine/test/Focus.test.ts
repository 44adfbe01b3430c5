// Verifies: FO-01, FO-06, FO-08, FO-10, FO-14, LM-26, RE-20
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { nextFocus } from "../src/Focus.ts"
import { emptyFocus, FOCUS_SIZE, type Focus, Recall, SURFACED_LIMIT } from "../src/index.ts"
import { alice, layerRecall, plant } from "./support/memoryFixture.ts"
import { makeDice } from "./support/World.ts"

const bob = { kind: "agent", name: "bob" }
const turn = (terms: ReadonlyArray<string>) => ({ terms, memories: [], sources: [], surfaced: [] })
const strengths = (focus: Focus) =>
  Object.fromEntries(focus.cues.map(({ value, strength }) => [value, strength]))

describe("Focus", () => {
  it("halves every cue a turn and renews what comes again", () => {
    const one = nextFocus(emptyFocus(alice, []), turn(["gate", "dawn"]))
    assert.deepStrictEqual(strengths(one), { dawn: 1024, gate: 1024 })
    const two = nextFocus(one, turn(["gate"]))
    assert.deepStrictEqual(strengths(two), { gate: 1024, dawn: 512 })
    const three = nextFocus(two, turn([]))
    assert.deepStrictEqual(strengths(three), { gate: 512, dawn: 256 })
  })

  it("forgets a cue after eleven turns without it", () => {
    let focus = nextFocus(emptyFocus(alice, []), turn(["gate"]))
    for (let i = 0; i < 10; i++) focus = nextFocus(focus, turn([]))
    assert.deepStrictEqual(strengths(focus), { gate: 1 })
    assert.deepStrictEqual(nextFocus(focus, turn([])).cues, [])
  })

  it("gives up the weakest, then the oldest, then the greater by bytes", () => {
    const many = Array.from({ length: FOCUS_SIZE }, (_, i) => `w${String(i).padStart(2, "0")}`)
    const full = nextFocus(emptyFocus(alice, []), turn(many))
    const next = nextFocus(full, turn(["new"]))
    assert.include(Object.keys(strengths(next)), "w30")
    assert.notInclude(Object.keys(strengths(next)), "w31")
    const mixed = nextFocus(emptyFocus(alice, []), {
      terms: many.slice(0, 31),
      memories: ["m_1"],
      sources: ["doc:1"],
      surfaced: [],
    })
    assert.deepStrictEqual(
      mixed.cues.filter(({ kind }) => kind !== "term").map(({ value }) => value),
      ["m_1"],
    )
  })

  it.prop("stays within its bounds over any session", { seed: Schema.Int }, ({ seed }) => {
    const dice = makeDice(seed)
    const some = (prefix: string) =>
      Array.from({ length: dice.roll(80) }, () => `${prefix}${dice.roll(200)}`)
    let focus = emptyFocus(alice, [])
    for (let i = 0; i < 20; i++) {
      focus = nextFocus(focus, {
        terms: some("t"),
        memories: some("m"),
        sources: some("s"),
        surfaced: some("i"),
      })
      assert.isAtMost(focus.cues.length, FOCUS_SIZE)
      assert.isAtMost(focus.surfaced.length, SURFACED_LIMIT)
    }
  })

  it.effect(
    "ranks later recalls by earlier ones, at half a term's worth and no more than the cap",
    () =>
      Effect.gen(function* () {
        yield* plant(
          alice,
          { key: "m_1", content: "the gate opens" },
          { key: "m_2", content: "the mill opens" },
          { key: "m_3", content: "the well" },
          { key: "m_4", content: "the gate" },
        )
        const recall = yield* Recall
        const { focus } = yield* recall.recall(alice, "mill")
        const next = yield* recall.recall(alice, "opens", { focus })
        assert.deepStrictEqual(
          next.memories.map(({ key }) => key),
          ["m_2", "m_1"],
        )
        const opens = next.terms[0]?.weight ?? 0
        assert.strictEqual(next.parts[0]?.focus, Math.floor(opens / 2) * 1024)
        assert.strictEqual(next.parts[0]?.query, next.parts[1]?.query)
        const without = yield* recall.recall(alice, "opens")
        assert.deepStrictEqual(
          without.memories.map(({ key }) => key),
          ["m_1", "m_2"],
        )
        const unasked = yield* recall.recall(alice, null, { focus })
        assert.deepStrictEqual(
          unasked.memories.map(({ key }) => key),
          ["m_2"],
        )
        assert.isUndefined(unasked.nothing)
      }).pipe(Effect.provide(layerRecall)),
  )

  it.effect("made for another owner or audience is not used, and the answer says so", () =>
    Effect.gen(function* () {
      yield* plant(alice, { key: "m_1", content: "gate" })
      yield* plant(bob, { key: "m_1", content: "mill" })
      const recall = yield* Recall
      const { focus } = yield* recall.recall(bob, "gate")
      const other = yield* recall.recall(alice, null, { focus })
      assert.deepStrictEqual([other.focusReset, other.memories], [true, []])
      const audience = yield* recall.recall(bob, null, { focus, subject: "someone" })
      assert.strictEqual(audience.focusReset, true)
      assert.isUndefined((yield* recall.recall(bob, null, { focus })).focusReset)
    }).pipe(Effect.provide(layerRecall)),
  )

  it.effect("that no recall answered is refused", () =>
    Effect.gen(function* () {
      const recall = yield* Recall
      const focus = nextFocus(emptyFocus(alice, []), turn(["gate"]))
      const forged: ReadonlyArray<unknown> = [
        "focus",
        null,
        {},
        { ...focus, turn: 7 },
        { ...focus, cues: focus.cues.map((cue) => ({ ...cue, strength: 512 })) },
        { ...focus, cues: [...focus.cues, ...focus.cues] },
        { ...focus, cues: Array.from({ length: 1_000 }, () => focus.cues[0]) },
        { ...focus, more: true },
        { ...focus, cues: [{ kind: "term", value: "x".repeat(100_000), strength: 1, turn: 1 }] },
      ]
      for (const each of forged) {
        const refused = yield* Effect.flip(recall.recall(alice, "gate", { focus: each }))
        assert.deepInclude(refused, { _tag: "Invalid", field: "focus", rule: "not-a-focus" })
      }
    }).pipe(Effect.provide(layerRecall)),
  )
})
