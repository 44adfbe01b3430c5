// What is about people is erased after the days a host gives it, and nothing else ever is by age.
// Verifies: AF-31, ER-32, ER-34
import { assert, describe, it } from "@effect/vitest"
import {
  Erasure,
  ErasureOptions,
  ErasureProgress,
  isReceiptIntact,
  renderReceipt,
} from "@reminisce/erasure"
import { Lifecycle } from "@reminisce/lifecycle"
import { Provenance } from "@reminisce/provenance"
import { MemoryStore, type Owner, StoreError, Unavailable } from "@reminisce/store"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import * as fc from "fast-check"
import { alice, all, bob, everything, record, stores, told, world } from "./support/world.ts"

const DAY = 86_400_000
const rules = { subjectRetentionDays: 30, scopeRetentionDays: { support: 90, trial: 7 } }
const settled = <A, E, R>(effect: Effect.Effect<A, E, R>, settings: object = rules) =>
  Effect.provideService(effect, ErasureOptions, {
    withdrawBatch: 500,
    withdrawKeep: [],
    ...settings,
  })

interface Kept {
  readonly key: string
  readonly owner: Owner
  readonly day: number
  readonly scopes: ReadonlyArray<string>
  readonly isAffect: boolean
}

/** Writes as any host may, an affect with it, since no writer of affects is there yet. */
const keep = Effect.fnUntraced(function* ({ key, owner, scopes, isAffect }: Kept) {
  const { remember } = yield* Lifecycle
  const subjects = scopes.map((consentScope, i) => ({ ref: `person-${i}`, consentScope }))
  yield* remember(owner, told(`said as zanzibar${key}`, { key, subjects, sources: [`doc:${key}`] }))
  if (!isAffect) return
  const store = yield* MemoryStore
  yield* store.update(owner, () =>
    Effect.succeed({
      answer: undefined,
      draft: {
        set: [{ type: "memory", key, attributes: { aspects: ["affective"], valence: -300 } }],
      },
    }),
  )
})

const arbitraryLife = fc.array(
  fc.record({
    owner: fc.constantFrom(alice, bob),
    day: fc.integer({ min: 0, max: 120 }),
    scopes: fc.array(fc.constantFrom("support", "trial", "care"), { maxLength: 2 }),
    isAffect: fc.boolean(),
  }),
  { minLength: 1, maxLength: 40 },
)

const TODAY = 121

/** By the words of the law, one by one. */
const isOver = ({ day, scopes, isAffect }: Kept, today: number): boolean => {
  const age = today - day
  return (
    (isAffect && scopes.length > 0 && age > 30) ||
    (scopes.includes("support") && age > 90) ||
    (scopes.includes("trial") && age > 7)
  )
}

const wordsOf = (text: string): ReadonlyArray<string> =>
  [...new Set(text.match(/zanzibar\w+/g) ?? [])].sort()

for (const { name, layer } of stores) {
  describe(`retention over ${name}`, () => {
    it.effect("erases what a plain reading of its rules says, and leaves all else as it is", () =>
      Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(arbitraryLife, (drawn) =>
            Effect.gen(function* () {
              const life = drawn
                .toSorted((a, b) => a.day - b.day)
                .map((each, i): Kept => ({ ...each, key: `m${i}x` }))
              for (const each of life) {
                yield* TestClock.setTime(each.day * DAY)
                yield* keep(each)
              }
              yield* TestClock.setTime(TODAY * DAY)
              const over = life.filter((each) => isOver(each, TODAY))
              const others = life.filter((each) => !over.includes(each))
              const { previewRetention, retain } = yield* Erasure
              const states = (kept: ReadonlyArray<Kept>) =>
                Effect.forEach(kept, ({ key, owner }) => record(owner, "memory", key))
              const before = yield* states(others)
              const preview = yield* previewRetention()
              const receipt = yield* retain({ waitMillis: 0 })
              assert.strictEqual(receipt.total.memories, over.length)
              assert.strictEqual(receipt.total.sources, over.length)
              assert.deepStrictEqual(
                receipt.owners.map(({ memories, owner }) => ({ memories, owner })),
                preview.map(({ memories, owner }) => ({ memories, owner })),
              )
              assert.deepStrictEqual(yield* states(others), before)
              for (const each of yield* states(over)) {
                assert.strictEqual(each?.attributes.status, "withdrawn")
                assert.doesNotHaveAnyKeys(each?.attributes, ["content", "valence", "fingerprint"])
              }
              assert.deepStrictEqual(
                wordsOf(yield* everything),
                others.map(({ key }) => `zanzibar${key}`).sort(),
              )
              assert.isTrue(isReceiptIntact(receipt))
              assert.strictEqual((yield* retain({ waitMillis: 0 })).total.memories, 0)
            }).pipe(
              Effect.provide(world(layer())),
              settled,
              Effect.provide(TestClock.layer()),
              Effect.runPromise,
            ),
          ),
          { numRuns: 8 },
        ),
      ),
    )

    it.effect(
      "counts days strictly, back from the instant it is told, which is never to come",
      () =>
        Effect.gen(function* () {
          const { previewRetention, retain } = yield* Erasure
          yield* keep({ key: "m_1", owner: alice, day: 0, scopes: ["trial"], isAffect: false })
          yield* TestClock.setTime(7 * DAY)
          assert.isEmpty(yield* previewRetention())
          yield* TestClock.setTime(7 * DAY + 1)
          assert.deepStrictEqual(yield* previewRetention(), [{ owner: "agent:alice", memories: 1 }])
          assert.isEmpty(yield* previewRetention({ until: 7 * DAY }))
          const refused = yield* Effect.flip(retain({ until: 7 * DAY + 2 }))
          assert.containSubset(refused, { _tag: "Invalid", field: "until", rule: "future" })
          const secret = ["ghp", "x7Kq2Vn9Rb4Tm1Zc8Wd5Yh3Jf6Lg0PsQaEuN"].join("_")
          assert.strictEqual((yield* Effect.flip(retain({ by: secret })))._tag, "SecretRefused")
          const receipt = yield* retain({ by: "desk" })
          assert.strictEqual(receipt.total.memories, 1)
          const page = renderReceipt(receipt)
          assert.match(page, /^ {2}30 days: affects about people$/m)
          assert.match(page, /^ {2}7 days: about people, on the terms of trial$/m)
          for (const type of ["withdrawal", "statusChange"])
            assert.deepStrictEqual(
              (yield* all(alice, type)).map(({ attributes }) => attributes.by),
              ["desk"],
            )
          // The same for the rule with the most days, when others are over long before.
          const key = "m_old"
          yield* keep({ key, owner: alice, day: 0, scopes: ["support"], isAffect: false })
          yield* TestClock.setTime(97 * DAY + 1)
          assert.isEmpty(yield* previewRetention())
          yield* TestClock.setTime(97 * DAY + 2)
          assert.strictEqual((yield* retain()).total.memories, 1)
          const { why } = yield* Provenance
          const told = yield* why(alice, "m_1", { subject: "person-0" })
          assert.strictEqual(told.withdrawal, "complete")
          // It was no withdrawal of the person: what they say next is not one that was missed.
          yield* keep({ key: "m_2", owner: alice, day: 0, scopes: ["care"], isAffect: false })
          const other = yield* why(alice, "m_2", { subject: "person-0" })
          assert.strictEqual(other.withdrawal, "none")
        }).pipe(Effect.provide(world(layer())), settled),
    )

    // Two of three plans are through, or all of them and the index is not swept.
    for (const through of [2, 3])
      it.effect(
        `that stops after ${through} transactions says so, and is right when it is called again`,
        () => {
          let left = Number.POSITIVE_INFINITY
          const failing = (store: MemoryStore["Service"]): MemoryStore["Service"] => ({
            ...store,
            schema: store.schema,
            update: (owner, decide) =>
              left-- > 0
                ? store.update(owner, decide)
                : Effect.fail(
                    new StoreError({
                      operation: "update",
                      reason: new Unavailable({ what: "planted" }),
                    }),
                  ),
          })
          return Effect.gen(function* () {
            const { rememberMany } = yield* Lifecycle
            const { retain, verifyErasure } = yield* Erasure
            const count = 250
            const emptied = Math.min(count, through * 100)
            yield* rememberMany(
              alice,
              Array.from({ length: count }, (_, i) =>
                told(`said as zanzibar${i}x`, {
                  key: `m${i}`,
                  subjects: [{ ref: "person-0", consentScope: "trial" }],
                }),
              ),
            )
            yield* keep({ key: "b", owner: bob, day: 0, scopes: ["trial"], isAffect: false })
            yield* TestClock.setTime(8 * DAY)
            const steps: Array<number> = []
            const withSteps = Effect.provideService(retain(), ErasureProgress, ({ redacted }) =>
              Effect.sync(() => void steps.push(redacted)),
            )
            left = through
            const stopped = yield* Effect.flip(withSteps)
            assert.containSubset(stopped, {
              _tag: "WithdrawalIncomplete",
              redacted: emptied,
              open: ["agent:alice", "agent:bob"],
            })
            left = Number.POSITIVE_INFINITY
            // Where no memory has words any more, the index has.
            const found = yield* verifyErasure("person-0")
            assert.isAbove(found.index?.stray ?? 0, 0)
            assert.deepInclude(found.owners, {
              owner: "agent:alice",
              withdrawn: emptied,
              leftovers: 0,
              withWords: count - emptied,
            })
            assert.isFalse(found.isClean)
            const receipt = yield* withSteps
            assert.strictEqual(receipt.total.memories, count + 1 - emptied)
            assert.isAtMost(Math.max(...steps), 100)
            assert.deepStrictEqual(receipt.verification, {
              memories: count + 1 - emptied,
              leftovers: 0,
              withWords: 0,
            })
            assert.isEmpty(wordsOf(yield* everything))
            assert.strictEqual((yield* verifyErasure("person-0")).index?.stray ?? 0, 0)
            assert.lengthOf(yield* all(alice, "memory"), count)
          }).pipe(Effect.provide(world(layer(), failing)), settled)
        },
      )

    it.effect("is never anything a host has not asked for", () =>
      Effect.gen(function* () {
        const { retain } = yield* Erasure
        yield* keep({ key: "m1", owner: alice, day: 0, scopes: ["trial"], isAffect: true })
        yield* TestClock.setTime(40_000 * DAY)
        const refused = yield* Effect.flip(retain())
        assert.containSubset(refused, {
          _tag: "Invalid",
          field: "subjectRetentionDays",
          rule: "required",
        })
        assert.include(yield* everything, "said as zanzibarm1")
      }).pipe(Effect.provide(world(layer())), (effect) => settled(effect, {})),
    )
  })
}

describe("the days of retention", () => {
  for (const [settings, field, rule] of [
    [{ subjectRetentionDays: 0 }, "subjectRetentionDays", "out-of-range"],
    [{ subjectRetentionDays: 1.5 }, "subjectRetentionDays", "integer"],
    [{ scopeRetentionDays: { care: 36_501 } }, "scopeRetentionDays", "out-of-range"],
    [{ scopeRetentionDays: { care: Number.NaN } }, "scopeRetentionDays", "integer"],
  ] as const) {
    it.effect(`are refused when the layer is built: ${JSON.stringify(settings)}`, () =>
      Effect.gen(function* () {
        const { layer } = stores[0] ?? assert.fail("there is a store")
        const exit = yield* Effect.exit(
          settled(Effect.provide(Effect.service(Erasure), world(layer())), settings),
        )
        assert.include(JSON.stringify(exit), `"field":"${field}"`)
        assert.include(JSON.stringify(exit), `"rule":"${rule}"`)
      }),
    )
  }
})
