import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { MemoryStore, type View } from "../src/index.ts"
import { rememberingView } from "../src/internal/rememberingView.ts"
import { book, layer, owner, write } from "./support/libraryStore.ts"

/** A view that notes the keys it was asked for, and a remembering one over it. */
const counted = (view: View) => {
  const asked: Array<ReadonlyArray<string>> = []
  const inner: View = {
    ...view,
    get: (type, keys) => {
      asked.push(keys)
      return view.get(type, keys)
    },
  }
  return { asked, view: rememberingView(inner) }
}

describe("rememberingView", () => {
  it.effect("answers as the view does, asking for each key once, an absent one too", () =>
    Effect.gen(function* () {
      const store = yield* MemoryStore
      yield* write({ create: [book("a"), book("b"), book("c")] })
      yield* store.read(owner, (plain) =>
        Effect.gen(function* () {
          const { asked, view } = counted(plain)
          const questions = [
            ["b", "ghost"],
            ["ghost", "b", "b"],
            ["c", "b", "a", "c", "ghost", "nobody"],
            ["a"],
            [],
          ]
          for (const keys of questions) {
            assert.deepStrictEqual(yield* view.get("book", keys), yield* plain.get("book", keys))
          }
          assert.deepStrictEqual(
            asked.filter(({ length }) => length > 0),
            [
              ["b", "ghost"],
              ["c", "a", "c", "nobody"],
            ],
          )
        }),
      )
    }).pipe(Effect.provide(layer)),
  )

  it.effect("keeps types apart", () =>
    Effect.gen(function* () {
      const store = yield* MemoryStore
      yield* write({ create: [book("a")] })
      yield* store.read(owner, (plain) =>
        Effect.gen(function* () {
          const { view } = counted(plain)
          yield* view.get("book", ["a"])
          assert.deepStrictEqual(
            yield* view.get("reader", ["a"]),
            yield* plain.get("reader", ["a"]),
          )
        }),
      )
    }).pipe(Effect.provide(layer)),
  )
})
