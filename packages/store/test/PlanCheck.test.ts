import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type Draft, MemoryStore } from "../src/index.ts"
import { accepted, link, page, refused, set, stocked, unset } from "./support/libraryPlans.ts"
import { book, layer, owner, ref, write } from "./support/libraryStore.ts"

describe("checkPlan", () => {
  for (const [name, draft, rule] of refused) {
    it.effect(`refuses ${name}`, () =>
      Effect.gen(function* () {
        yield* write(stocked)
        const error = yield* Effect.flip(write(draft))
        assert.strictEqual(error.message, `update: PlanRefused rule=${rule}`)
        const store = yield* MemoryStore
        assert.strictEqual(yield* store.read(owner, (view) => Effect.succeed(view.sequence)), 1)
      }).pipe(Effect.provide(layer)),
    )
  }

  for (const [name, draft] of accepted) {
    it.effect(`takes ${name}`, () =>
      Effect.andThen(write(stocked), write(draft)).pipe(Effect.provide(layer)),
    )
  }

  it.effect("stores sets sorted by UTF-8 bytes and each value once", () =>
    Effect.gen(function* () {
      yield* write({ create: [book("b1", { subjects: ["\u{10000}", "b", "\uffff", "b", ""] })] })
      const store = yield* MemoryStore
      const [stored] = yield* store.read(owner, (view) => view.get("book", ["b1"]))
      assert.deepStrictEqual(stored?.attributes.subjects, ["", "b", "\uffff", "\u{10000}"])
    }).pipe(Effect.provide(layer)),
  )

  it.effect.prop(
    "names no word of the plan in its refusal",
    [Schema.String.check(Schema.isMinLength(9))],
    ([word]) =>
      Effect.gen(function* () {
        const drafts: ReadonlyArray<Draft> = [
          { create: [{ type: word, key: word, attributes: {} }] },
          { create: [book("b1", { [word]: word })] },
          set(word, word, { [word]: word }),
          set("book", word, { title: word }),
          unset("reader", word, word),
          { drop: [ref(word, word)] },
          { unlink: [ref("loan", word)] },
          link({ ends: { [word]: ref(word, word) } }),
          { pages: [page({ space: word, name: word })] },
        ]
        for (const draft of drafts) {
          const error = yield* Effect.flip(write(draft))
          assert.isFalse(JSON.stringify({ ...error, message: error.message }).includes(word))
        }
      }).pipe(Effect.provide(layer)),
  )
})
