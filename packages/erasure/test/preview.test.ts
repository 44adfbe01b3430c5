// A try says what then happens, and changes nothing.
// Verifies: ER-09, ER-10
import { assert, describe, it } from "@effect/vitest"
import { Erasure } from "@reminisce/erasure"
import { Lifecycle } from "@reminisce/lifecycle"
import { MemoryStore } from "@reminisce/store"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { about, alice, bob, everything, stores, told, world } from "./support/world.ts"

const people = ["person-1", "person-2", "person-3"]

const written = fc.record({
  owner: fc.constantFrom(alice, bob),
  subjects: fc.subarray(people),
  /** Of those before it, counted from the first; too large: none. */
  ground: fc.nat({ max: 30 }),
  source: fc.nat({ max: 4 }),
  isAffect: fc.boolean(),
})
type Written = typeof written extends fc.Arbitrary<infer Each> ? Each : never
const asked = fc.oneof(
  fc.record({ act: fc.constant("redact" as const), memory: fc.nat({ max: 19 }) }),
  fc.record({ act: fc.constant("purge" as const), person: fc.constantFrom(...people) }),
  fc.record({
    act: fc.constant("withdraw" as const),
    person: fc.constantFrom(...people),
    only: fc.constantFrom(undefined, "affect" as const),
  }),
)
const life = fc.tuple(
  fc.array(written, { minLength: 1, maxLength: 20 }),
  fc.array(asked, { minLength: 1, maxLength: 4 }),
)

/** Writes them, each resting on another of its owner's where it says so; nothing may rest on an affect. */
const write = Effect.fnUntraced(function* (memories: ReadonlyArray<Written>) {
  const { remember } = yield* Lifecycle
  const store = yield* MemoryStore
  for (const [i, { ground, owner, source, subjects }] of memories.entries()) {
    const rests = ground < i && memories[ground]?.owner === owner ? [`m_${ground}`] : []
    const more = { derivedFrom: rests, sources: [`doc:${source}`], ...about(...subjects) }
    yield* remember(owner, told(`said as number ${i}`, { key: `m_${i}`, ...more }))
  }
  for (const [i, { isAffect, owner }] of memories.entries()) {
    const set = [{ type: "memory", key: `m_${i}`, attributes: { aspects: ["affective"] } }]
    if (isAffect)
      yield* store.update(owner, () => Effect.succeed({ answer: undefined, draft: { set } }))
  }
})

/** Whom nobody knows, or what nobody has, is refused by both alike. */
const orRefused = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.catch(effect as Effect.Effect<A, { readonly _tag: string }, R>, ({ _tag }) =>
    Effect.succeed(_tag),
  )

for (const { name, layer } of stores) {
  describe(`a try over ${name}`, () => {
    it.effect("counts what the erasure then reaches, whatever was written and erased before", () =>
      Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(life, ([memories, acts]) =>
            Effect.gen(function* () {
              yield* write(memories)
              const { preview, previewRedact, purge, redact, withdraw } = yield* Erasure
              for (const each of acts) {
                const before = yield* everything
                if (each.act === "redact") {
                  const owner = memories[each.memory]?.owner ?? alice
                  const key = `m_${each.memory}`
                  const tried = yield* orRefused(
                    Effect.map(previewRedact(owner, key), ({ counts, sharedSources }) => ({
                      counts,
                      sharedSources,
                    })),
                  )
                  assert.strictEqual(yield* everything, before)
                  const done = yield* orRefused(
                    Effect.map(redact(owner, key, "asked"), ({ notReached, total }) => ({
                      counts: total,
                      sharedSources: notReached
                        .map((missed) => (missed.what === "shared-sources" ? missed.count : 0))
                        .reduce((sum, count) => sum + count, 0),
                    })),
                  )
                  assert.deepStrictEqual(done, tried)
                } else {
                  const only = each.act === "withdraw" ? each.only : undefined
                  const limited = only === undefined ? {} : { only }
                  const tried = yield* orRefused(preview(each.person, limited))
                  assert.strictEqual(yield* everything, before)
                  const done = yield* orRefused(
                    Effect.map(
                      each.act === "purge"
                        ? purge(each.person, { confirm: true })
                        : withdraw(each.person, "asked", limited),
                      ({ owners }) => owners.map(({ memories, owner }) => ({ memories, owner })),
                    ),
                  )
                  assert.deepStrictEqual<unknown>(done, tried)
                }
              }
            }).pipe(Effect.provide(world(layer())), Effect.runPromise),
          ),
          { numRuns: 10 },
        ),
      ),
    )
  })
}
