import { setImmediate } from "node:timers"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { MemoryStore, readInSteps, type StoreError, takeSteps, type View } from "../src/index.ts"
import { book, layer, loan, owner, reader, ref, write } from "./support/libraryStore.ts"

const BOOKS = 1_500
const keys = Array.from({ length: BOOKS }, (_, i) => `b${(i * 7_919) % BOOKS}`)
const readers = Array.from({ length: 120 }, (_, i) => `r${i}`)

const library = write({
  create: [...keys.map((key, i) => book(key, { pages: i % 50 })), ...readers.map(reader)],
  link: keys.map((key, i) => loan(key, `r${(i * 31) % 120}`)),
})

const players = [...readers, ...readers.slice(0, 40)].map((key) => ref("reader", key))

/** Asks for more than one step takes, in every way there is. */
const all = (view: View) =>
  Effect.all({
    sequence: Effect.succeed(view.sequence),
    get: view.get("book", [...keys, "nobody", "b3", "b3"]),
    atSlots: view.atSlots("book", [...keys.keys(), 9_999, 3]),
    scan: view.scan("book", { limit: BOOKS }),
    range: view.range("bookByPages", { prefix: [], limit: BOOKS, order: "descending" }),
    linked: view.linked("loan", "reader", players, { limit: 10_000 }),
    some: view.linked("loan", "reader", players, { limit: 30 }),
    later: view.linked("loan", "reader", players, { after: `book\u001fb${BOOKS / 2}`, limit: 600 }),
    ofOne: view.linked("loan", "reader", [ref("reader", "r7")], { limit: 8 }),
    ofNone: view.linked("loan", "reader", [], { limit: 1 }),
    scanLinks: view.scanLinks("loan", { limit: BOOKS }),
    count: view.count("bookByPages", [7]),
    slots: view.slots("book"),
  })

const rename = (n: number) =>
  write({ set: [{ type: "book", key: "b0", attributes: { title: `title ${n}` } }] })

describe("a long reading", () => {
  it.effect("answers in steps what it answers in one view", () =>
    Effect.gen(function* () {
      yield* library
      const store = yield* MemoryStore
      const whole = yield* store.read(owner, all)
      const inSteps = yield* takeSteps(store, owner, {
        whole: (through) => store.read(owner, (view) => all(through(view))),
        inSteps: all,
      })
      assert.deepStrictEqual(inSteps, whole)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("lets other work have its turn", () =>
    Effect.gen(function* () {
      yield* library
      const store = yield* MemoryStore
      let turns = 0
      let goesOn = true
      const tick = (): void => {
        turns++
        if (goesOn) setImmediate(tick)
      }
      setImmediate(tick)
      yield* readInSteps(store, owner, all)
      goesOn = false
      assert.isAbove(turns, 10)
    }).pipe(Effect.provide(layer)),
  )

  /** Renames a book before each question behind the first in each of the first `times` attempts in steps. */
  const disturbed = (times: number) =>
    Effect.gen(function* () {
      yield* library
      const store = yield* MemoryStore
      let attempts = 0
      let wholes = 0
      const f = (view: View, disturb: Effect.Effect<void, StoreError, MemoryStore>) =>
        Effect.gen(function* () {
          const [first] = yield* view.get("book", ["b0"])
          yield* disturb
          const books = yield* view.get("book", keys)
          return { sequence: view.sequence, first, again: books[keys.indexOf("b0")] }
        })
      const answer = yield* takeSteps(store, owner, {
        whole: (through) => {
          wholes++
          return store.read(owner, (view) => f(through(view), Effect.void))
        },
        inSteps: (view) => f(view, ++attempts <= times ? rename(attempts) : Effect.void),
      })
      return { ...answer, attempts, wholes }
    })

  it.effect("tells of one sequence though its owner is written to meanwhile", () =>
    Effect.gen(function* () {
      const { sequence, first, again, attempts, wholes } = yield* disturbed(2)
      assert.deepStrictEqual({ sequence, attempts }, { sequence: 3, attempts: 3 })
      assert.strictEqual(first?.attributes.title, "title 2")
      assert.deepStrictEqual(again, first)
      assert.strictEqual(wholes, 1)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("ends in one view when its owner is written to again and again", () =>
    Effect.gen(function* () {
      const { sequence, first, again, attempts } = yield* disturbed(1_000)
      assert.deepStrictEqual({ sequence, attempts }, { sequence: 5, attempts: 4 })
      assert.strictEqual(first?.attributes.title, "title 4")
      assert.deepStrictEqual(again, first)
    }).pipe(Effect.provide(layer)),
  )
})
