import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { allLinked, eachLinked, MemoryStore, type StoreLink, type View } from "../src/index.ts"
import { book, layer, loan, owner, reader, ref, write } from "./support/libraryStore.ts"

const HUB_LINKS = 20_000
const OTHERS = 1_200
const books = Array.from({ length: HUB_LINKS }, (_, i) => `b${String(i).padStart(5, "0")}`)
const others = Array.from({ length: OTHERS }, (_, i) => `r${i}`)
const hub = ref("reader", "hub")

/** One reader of every book, and some of one book each. */
const library = write({
  create: [...books.map((key) => book(key)), reader("hub"), ...others.map(reader)],
  link: [
    ...books.map((key) => loan(key, "hub")),
    ...others.map((key, i) => loan(books[i % 700] ?? "", key)),
  ],
})

const stocked = Layer.provideMerge(Layer.effectDiscard(library), layer)
const reading = <A, E>(f: (view: View) => Effect.Effect<A, E>) =>
  Effect.flatMap(MemoryStore, (store) => store.read(owner, f))

/** A view that keeps how many links each question was answered. */
const watched = (view: View, answers: Array<number>): View => ({
  ...view,
  linked: (...asked) =>
    Effect.tap(view.linked(...asked), (links) => Effect.sync(() => answers.push(links.length))),
})

const booksOf = (links: ReadonlyArray<StoreLink>) => links.map(({ ends }) => ends.lent?.key)

it.layer(stocked)("the links of a hub", (it) => {
  it.effect("are handed over some at a time, all of them, each once and in order", () =>
    reading((view) =>
      Effect.gen(function* () {
        const answers: Array<number> = []
        const seen: Array<string | undefined> = []
        yield* eachLinked(watched(view, answers), "loan", "reader", [hub], (links) =>
          Effect.sync(() => void seen.push(...booksOf(links))),
        )
        assert.deepStrictEqual(seen, books)
        assert.isAtMost(Math.max(...answers), 1_000)
      }),
    ),
  )

  it.effect("are asked for no further than they are wanted", () =>
    reading((view) =>
      Effect.gen(function* () {
        const answers: Array<number> = []
        let pages = 0
        yield* eachLinked(watched(view, answers), "loan", "reader", [hub], () =>
          Effect.sync(() => ++pages < 3),
        )
        assert.deepStrictEqual(answers, [1_000, 1_000, 1_000])
      }),
    ),
  )

  it.effect("come with those of all others that are asked for, by key and each once", () =>
    reading((view) =>
      Effect.gen(function* () {
        const answers: Array<number> = []
        const players = [...others, "nobody", ...others.slice(0, 9)].map((key) =>
          ref("reader", key),
        )
        const all = yield* allLinked(watched(view, answers), "loan", "reader", [...players, hub])
        const every = yield* Effect.gen(function* () {
          const found: Array<StoreLink> = []
          for (let after: string | undefined; ; after = found.at(-1)?.key) {
            const behind = after === undefined ? {} : { after }
            const page = yield* view.scanLinks("loan", { ...behind, limit: 10_000 })
            found.push(...page)
            if (page.length < 10_000) return found
          }
        })
        assert.strictEqual(every.length, HUB_LINKS + OTHERS)
        assert.deepStrictEqual(all, every)
        assert.isAtMost(Math.max(...answers), 10_000)
      }),
    ),
  )

  it.effect("of nobody are none, though the question is asked", () =>
    reading((view) =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* allLinked(view, "loan", "reader", []), [])
        const error = yield* Effect.flip(allLinked(view, "loan", "nothing", []))
        assert.strictEqual(error.message, "linked: QuestionRefused rule=unknown-role")
      }),
    ),
  )
})
