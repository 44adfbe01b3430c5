// Sealed words open at their place with all keys, and nowhere else.
// Verifies: ER-33
import { assert, describe, it } from "@effect/vitest"
import { SEALED_MARK, SEALED_TEXT, Sealer, type SealerShape } from "@reminisce/schema"
import { layerSealer, SubjectKeys } from "@reminisce/sealing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as fc from "fast-check"

const owner = { kind: "agent", name: "alice" }
const place = { owner, type: "memory", key: "m_1" }
const sealing = (scopes?: ReadonlyArray<string>) =>
  Layer.provide(layerSealer(scopes === undefined ? {} : { scopes }), SubjectKeys.layerMemory)

const withSealer = <A, E>(use: (sealer: SealerShape) => Effect.Effect<A, E>) =>
  Effect.flatMap(Sealer, (sealer) =>
    sealer === undefined ? Effect.die("no sealer") : use(sealer),
  ).pipe(Effect.provide(sealing()))

const text = fc.string({ unit: "grapheme", maxLength: 40 })

describe("a sealer", () => {
  it.effect("opens what it has sealed, and nothing that was altered or moved", () =>
    withSealer((sealer) =>
      Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(
            fc.record({ content: text, facets: fc.array(text), ordinal: fc.nat() }),
            fc.uniqueArray(text, { minLength: 1, maxLength: 4 }),
            fc.nat(),
            (words, people, chance) =>
              Effect.runPromise(
                Effect.gen(function* () {
                  const sealed = yield* sealer.seal(place, people, words)
                  assert.match(sealed, SEALED_TEXT)
                  assert.deepStrictEqual(yield* sealer.open(place, sealed), words)
                  for (const elsewhere of [
                    { ...place, key: "m_2" },
                    { ...place, type: "statusChange" },
                    { ...place, owner: { kind: "agent", name: "bob" } },
                  ])
                    assert.isUndefined(yield* sealer.open(elsewhere, sealed))
                  const at = 3 + (chance % (sealed.length - 3))
                  const letter = sealed[at] === "a" ? "b" : "a"
                  const altered = sealed.slice(0, at) + letter + sealed.slice(at + 1)
                  assert.isUndefined(yield* sealer.open(place, altered))
                  assert.isUndefined(yield* sealer.open(place, sealed.slice(0, -2)))
                }),
              ),
          ),
          { numRuns: 50 },
        ),
      ),
    ),
  )

  it.effect("needs the keys of all, and a new key opens nothing old", () =>
    withSealer(
      Effect.fnUntraced(function* (sealer) {
        const both = yield* sealer.seal(place, ["anna", "ben"], { content: "tide" })
        const his = yield* sealer.seal(place, ["ben"], { content: "moon" })
        const like = yield* sealer.sealLike(place, both, { reason: "ebb" })
        assert.deepStrictEqual(yield* sealer.open(place, like), { reason: "ebb" })
        assert.isDefined(yield* sealer.markOf(owner, ["anna", "ben"], "print"))
        yield* sealer.destroy("anna")
        yield* sealer.destroy("anna")
        assert.isUndefined(yield* sealer.open(place, both))
        assert.isUndefined(yield* sealer.open(place, like))
        assert.isUndefined(yield* sealer.markOf(owner, ["anna", "ben"], "print"))
        assert.deepStrictEqual(yield* sealer.open(place, his), { content: "moon" })
        const anew = yield* sealer.seal(place, ["anna", "ben"], { content: "tide" })
        assert.isUndefined(yield* sealer.open(place, both))
        assert.deepStrictEqual(yield* sealer.open(place, anew), { content: "tide" })
      }),
    ),
  )

  it.effect("gives equal words other letters each time, and one mark to a fingerprint", () =>
    withSealer(
      Effect.fnUntraced(function* (sealer) {
        const words = { content: "tide" }
        const [a, b] = [
          yield* sealer.seal(place, ["anna"], words),
          yield* sealer.seal(place, ["anna"], words),
        ]
        assert.notStrictEqual(a, b)
        const mark = yield* sealer.markOf(owner, ["ben", "anna", "ben"], "print")
        assert.isUndefined(mark)
        yield* sealer.seal(place, ["ben"], words)
        const marks = [
          yield* sealer.markOf(owner, ["ben", "anna"], "print"),
          yield* sealer.markOf(owner, ["anna", "ben"], "print"),
          yield* sealer.markOf(owner, ["anna", "ben"], "other"),
          yield* sealer.markOf(owner, ["anna"], "print"),
          yield* sealer.markOf({ kind: "agent", name: "bob" }, ["anna", "ben"], "print"),
        ]
        for (const each of marks) assert.match(each ?? "", SEALED_MARK)
        assert.lengthOf([...new Set(marks)], 4)
      }),
    ),
  )

  it.effect("opens nothing that is no seal", () =>
    withSealer(
      Effect.fnUntraced(function* (sealer) {
        const sealed = yield* sealer.seal(place, ["anna"], { content: "tide" })
        for (const hostile of [
          "",
          "s1",
          "s1..",
          "tide",
          sealed.toUpperCase(),
          `${sealed}.`,
          `x${sealed}`,
        ])
          assert.isUndefined(yield* sealer.open(place, hostile))
      }),
    ),
  )

  it.effect("seals memories about people, or only those on some scopes", () =>
    Effect.gen(function* () {
      const all = yield* Sealer.pipe(Effect.provide(sealing()))
      const some = yield* Sealer.pipe(Effect.provide(sealing(["health"])))
      assert.deepStrictEqual(
        [[], ["care"], ["care", "health"]].map((scopes) => [
          all?.seals(scopes),
          some?.seals(scopes),
        ]),
        [
          [false, false],
          [true, false],
          [true, true],
        ],
      )
    }),
  )
})
