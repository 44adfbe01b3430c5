// Pages of many names are the same however they are read: in one stretch, or name by name.
import { assert, describe, it } from "@effect/vitest"
import { compareText, type PageWrite } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { alice, openStore } from "./support/place.ts"

/** Names of one letter and more, also beyond the basic plane, which UTF-16 puts elsewhere than UTF-8. */
const names = ["", "a", "\u{ffff}", "\u{1f600}", ...Array.from({ length: 296 }, (_, i) => `n${i}`)]
  .flatMap((name, i) => (i % 3 === 0 ? [name, `${name}\u{ff5e}`] : [name]))
  .sort(compareText)

const pagesOf = (name: string): ReadonlyArray<PageWrite> =>
  Array.from({ length: name.length % 4 }, (_, number) => ({
    space: "pages",
    name,
    number: number * 3,
    bytes: Uint8Array.from({ length: name.length + number }, (_b, i) => (i * 37 + 250) % 256),
  }))

describe("pages of many names", () => {
  it.effect("are those of each", () =>
    Effect.gen(function* () {
      const { store } = yield* openStore({ filename: ":memory:" })
      const crowd = Array.from({ length: 2_000 }, (_, number) => ({
        space: "pages",
        name: "m",
        number,
        bytes: new Uint8Array([number % 256]),
      }))
      const pages = [...names.flatMap(pagesOf), ...crowd]
      yield* store.update(alice, () => Effect.succeed({ answer: undefined, draft: { pages } }))
      for (const asked of [
        names,
        names.filter((_, i) => i % 5 === 0),
        names.filter((name) => name === "a" || name > "n"),
        [...names].reverse(),
        [...names, ...names.slice(0, 2)],
      ]) {
        const { many, single } = yield* store.read(alice, (view) =>
          Effect.all({
            many: view.pages("pages", asked),
            single: Effect.forEach(asked, (name) => view.pages("pages", [name])),
          }),
        )
        assert.deepStrictEqual(many, single.flat())
        assert.isAtLeast(asked.length, 64)
      }
    }),
  )
})
