/**
 * The store against the reference: after any plans the two show the same by every method, and they
 * answer every question alike.
 *
 * @module
 */
import {
  MemoryStore,
  type Owner,
  type RangeEntry,
  type RangeOptions,
  StoreAdmin,
} from "@reminisce/store"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import fc from "fast-check"
import { itemAttributes, ODD_OWNERS, value } from "../internal/arbitraries.ts"
import { draftOf } from "../internal/draftOf.ts"
import { item } from "../internal/drafts.ts"
import { dump } from "../internal/dump.ts"
import { expectEqual, outcomeOf } from "../internal/expectations.ts"
import { group } from "../internal/group.ts"
import { type Opened, openNew } from "../internal/opened.ts"
import { property } from "../internal/property.ts"
import { at, planId } from "../internal/sameTime.ts"
import { type Step, steps } from "../internal/steps.ts"
import { suiteSchema } from "../internal/suiteSchema.ts"

const { check } = group("properties")

const reference: Effect.Effect<Opened> = Effect.scoped(
  Effect.map(Layer.build(Layer.fresh(MemoryStore.layerMemory(suiteSchema))), (built) => ({
    store: Context.get(built, MemoryStore),
    admin: Context.get(built, StoreAdmin),
  })),
)

/** Owners of one case: no case meets another's, though all are in one store. */
const ownersOf =
  (count: number) =>
  (number: number): ReadonlyArray<Owner> =>
    ODD_OWNERS.slice(0, count).map(({ kind, name }) => ({ kind, name: `${name}${number}` }))

const take = ({ store }: Opened, owner: Owner, step: Step, number: number) =>
  store
    .update(owner, (view) =>
      Effect.map(draftOf(view, step.writes), (draft) => ({ answer: draft, draft })),
    )
    .pipe(at(step.now, planId(number)), Effect.exit, Effect.map(outcomeOf))

interface Question {
  readonly index: string
  readonly options: RangeOptions
}

const question: fc.Arbitrary<Question> = fc
  .constantFrom(...Object.entries(suiteSchema.indexes))
  .chain(([index, { attributes }]) =>
    fc.record({
      index: fc.constant(index),
      options: fc.record(
        {
          prefix: fc.array(value, { maxLength: attributes.length }),
          from: value,
          to: value,
          after: fc.record({
            values: fc.array(value, { minLength: attributes.length, maxLength: attributes.length }),
            key: fc.constantFrom("k0", "k3", "\uffff"),
          }),
          limit: fc.integer({ min: 1, max: 12 }),
          order: fc.constantFrom("ascending" as const, "descending" as const),
        },
        { requiredKeys: ["prefix", "limit"] },
      ),
    }),
  )

/** Parts of an entry as a question: its values as prefix or bounds, or all of it as what to go on behind. */
const questionsOn = (index: string, entry: RangeEntry): ReadonlyArray<Question> => {
  const limit = 12
  return [1, entry.values.length].flatMap((length) => {
    const prefix = entry.values.slice(0, length)
    const [next] = entry.values.slice(length)
    const bounds =
      next === undefined ? [{}] : [{ from: next }, { to: next }, { from: next, to: next }]
    return (["ascending", "descending"] as const).flatMap((order) => [
      ...bounds.map((each) => ({ index, options: { prefix, limit, order, ...each } })),
      { index, options: { prefix, limit, order, after: entry } },
      { index, options: { prefix: [], limit, order, after: entry } },
    ])
  })
}

const ask = ({ store }: Opened, owner: Owner, { index, options }: Question) =>
  store
    .read(owner, (view) =>
      Effect.all([view.range(index, options), view.count(index, options.prefix)]),
    )
    .pipe(Effect.exit, Effect.map(outcomeOf))

export const propertyChecks = [
  check(
    "shows after any plans what the reference shows, and refuses what it refuses",
    (options) =>
      Effect.gen(function* () {
        const opened = yield* openNew(options)
        const oracle = yield* reference
        const withPages = options.capabilities.transactionalPages
        let cases = 0
        let plans = 0
        yield* property(options, steps({ owners: 2, withPages }), (taken) =>
          Effect.gen(function* () {
            const owners = ownersOf(2)(cases++)
            for (const step of taken) {
              const owner = owners[step.owner] ?? ODD_OWNERS[0]
              if (owner === undefined) continue
              plans++
              const expected = yield* take(oracle, owner, step, plans)
              expectEqual(yield* take(opened, owner, step, plans), expected, "a plan's outcome")
            }
            for (const owner of owners) {
              const all = ({ store }: Opened) =>
                store.read(owner, (view) => dump(suiteSchema, view, withPages))
              expectEqual(yield* all(opened), yield* all(oracle), "what is there")
            }
          }),
        )
        const names = (each: Opened) => each.admin.owners({ limit: 10_000 })
        expectEqual(yield* names(opened), yield* names(oracle), "the owners")
      }),
    300_000,
  ),
  check(
    "answers any question about its indexes as the reference does",
    (options) =>
      Effect.gen(function* () {
        const opened = yield* openNew(options)
        const oracle = yield* reference
        let cases = 0
        const content = fc.array(itemAttributes, { minLength: 1, maxLength: 10 })
        yield* property(
          options,
          fc.record({
            content,
            questions: fc.array(question, { maxLength: 20 }),
            indexes: fc.subarray(Object.keys(suiteSchema.indexes), { minLength: 1, maxLength: 4 }),
          }),
          ({ content, questions, indexes }) =>
            Effect.gen(function* () {
              const owner = { kind: "agent", name: `asked ${cases++}` }
              const create = content.map((attributes, i) => item(`k${i}`, attributes))
              for (const { store } of [opened, oracle]) {
                yield* store.update(owner, () =>
                  Effect.succeed({ answer: undefined, draft: { create } }),
                )
              }
              const found = yield* oracle.store.read(owner, (view) =>
                Effect.forEach(indexes, (index) =>
                  Effect.map(view.range(index, { prefix: [], limit: 3 }), (entries) =>
                    entries.flatMap((entry) => questionsOn(index, entry)),
                  ),
                ),
              )
              for (const each of [...questions, ...found.flat()]) {
                const expected = yield* ask(oracle, owner, each)
                expectEqual(yield* ask(opened, owner, each), expected, JSON.stringify(each))
              }
            }),
        )
      }),
    300_000,
  ),
]
