// What SQLite is told in words, whatever a caller sends.
// Verifies: ST-06
import { DatabaseSync } from "node:sqlite"
import { assert, describe, it } from "@effect/vitest"
import { linkKey, type StoreError } from "@reminisce/store"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { openStore } from "./support/place.ts"

/** Every kind of write, question and refusal, with `word` wherever a caller may put one. */
const useEverywhere = (word: string) =>
  Effect.gen(function* () {
    const { store, admin } = yield* openStore({ filename: ":memory:" })
    const owner = { kind: word.replaceAll(":", ""), name: word }
    const [note, person] = [
      { type: "note", key: word },
      { type: "person", key: word },
    ]
    const write = (draft: object) =>
      store.update(owner, () => Effect.succeed({ answer: undefined, draft }))
    yield* write({
      create: [
        { ...note, attributes: { text: word, rank: 1, tags: [word] } },
        { ...person, attributes: { name: word } },
      ],
      link: [{ type: "about", ends: { note, person }, attributes: { scope: word } }],
      pages: [{ space: "pages", name: word, number: 0, bytes: new Uint8Array(3) }],
    })
    yield* write({ set: [{ ...note, attributes: { text: `${word}!`, tags: [word, "x"] } }] })
    yield* store.read(owner, (view) =>
      Effect.gen(function* () {
        assert.strictEqual((yield* view.get("note", [word]))[0]?.attributes.text, `${word}!`)
        assert.strictEqual(yield* view.count("noteByTag", [word]), 1)
        yield* view.range("personByName", { prefix: [], from: word, to: `${word}z`, limit: 9 })
        yield* view.range("noteByTag", { prefix: [word], limit: 9 })
        yield* view.linked("about", "person", [person], { limit: 9 })
        yield* view.page("pages", [{ name: word, number: 0 }])
        yield* view.scan("note", { after: word, limit: 9 })
        yield* view.changes(0, 9)
      }),
    )
    const refused: ReadonlyArray<Effect.Effect<unknown, StoreError>> = [
      store.read(owner, (view) => view.get(word, [word])),
      store.read(owner, (view) => view.count(word, [word])),
      write({ create: [{ type: word, key: "k", attributes: {} }] }),
      write({ set: [{ ...note, attributes: { [word]: word } }] }),
      write({ pages: [{ space: word, name: "n", number: 0, bytes: new Uint8Array() }] }),
    ]
    for (const each of refused) assert.isTrue(Exit.isFailure(yield* Effect.exit(each)))
    yield* admin.ownersWith("noteByTag", [word], { after: owner, limit: 9 })
    yield* write({ unset: [{ ...note, attributes: ["text"] }] })
    yield* write({ unlink: [{ type: "about", key: linkKey([note, person]) }] })
    yield* write({ drop: [person] })
  })

/** The distinct texts given to SQLite while `use` runs. */
const textsOf = (use: Effect.Effect<void, unknown>) =>
  Effect.gen(function* () {
    const texts = new Set<string>()
    const { prepare, exec } = DatabaseSync.prototype
    DatabaseSync.prototype.prepare = function (sql) {
      texts.add(sql)
      return prepare.call(this, sql)
    }
    DatabaseSync.prototype.exec = function (sql) {
      texts.add(sql)
      return exec.call(this, sql)
    }
    yield* Effect.ensuring(
      use,
      Effect.sync(() => Object.assign(DatabaseSync.prototype, { prepare, exec })),
    )
    return [...texts].sort()
  })

describe("statements", () => {
  it.effect("are the same texts whatever a caller sends", () =>
    Effect.gen(function* () {
      const words = [
        "plain",
        "canary'; DROP TABLE note; --",
        'canary" UNION SELECT 1 --',
        "канарейка?",
      ]
      const all = yield* Effect.forEach(words, (word) =>
        textsOf(Effect.scoped(useEverywhere(word))),
      )
      assert.isAbove(all[0]?.length ?? 0, 30)
      for (const texts of all) assert.deepStrictEqual(texts, all[0])
    }),
  )
})
