// That a backup is a state the owner was in, whatever others write meanwhile.
// Verifies: BA-07
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { type Draft, MemoryStore } from "@reminisce/store"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { readManifest } from "../src/index.ts"
import { filesOf, newFolder, type Opened, openMemory, openWith } from "./support/places.ts"
import { fill, hostSchema, memoryOf, write } from "./support/richStore.ts"

/** More than two pages. */
const MANY = 1_100

const key = (i: number): string => `m_${String(i).padStart(5, "0")}`
const memory = (i: number) => ({ type: "memory", key: key(i) })

const filled = Effect.gen(function* () {
  const opened = yield* openMemory()
  yield* fill(opened.store)
  yield* write(opened.store, { create: Array.from({ length: MANY }, (_, i) => memoryOf(key(i))) })
  return opened
})

const UNFINISHED = "not a backup that can be restored: unfinished (SHA256SUMS)"

/** What may come between two pages: before and behind the place that was read, of every kind of write. */
const MOVES: ReadonlyArray<Draft> = [
  { set: [{ ...memory(3), attributes: { content: "said anew" } }] },
  { create: [memoryOf("m_000005")], set: [{ ...memory(1_050), attributes: { salience: 5 } }] },
  { unset: [{ ...memory(4), attributes: ["content"] }] },
  {
    create: [{ type: "ticket", key: "t0", attributes: { title: "later", open: false } }],
    link: [
      {
        type: "about",
        ends: { ticket: { type: "ticket", key: "t1" }, what: memory(2) },
        attributes: { since: 1 },
      },
    ],
  },
  { drop: [{ type: "ticket", key: "t0" }] },
]

/** Backs up while every page is followed by one more write, until there are no more. */
const backUpBeside = (opened: Opened, directory: string, moves: ReadonlyArray<Draft>) =>
  Effect.gen(function* () {
    let next = 0
    return yield* opened.backup.backup(directory, {
      progress: () =>
        Effect.suspend(() => {
          const move = moves[next++]
          return move === undefined ? Effect.void : Effect.orDie(write(opened.store, move))
        }),
    })
  })

describe("a backup beside writers", () => {
  for (let count = 1; count <= MOVES.length; count++) {
    it.effect(`shows the owner as it was after ${count} writes between its pages`, () =>
      Effect.gen(function* () {
        const folder = yield* newFolder
        const moves = MOVES.slice(0, count)
        const moving = yield* filled
        yield* backUpBeside(moving, join(folder, "beside"), moves)
        const still = yield* filled
        for (const move of moves) yield* write(still.store, move)
        yield* still.backup.backup(join(folder, "after"))
        assert.deepStrictEqual(filesOf(join(folder, "beside")), filesOf(join(folder, "after")))
      }),
    )
  }

  it.effect("begins an owner anew when its changes are gone, and says so when it never rests", () =>
    Effect.gen(function* () {
      const folder = yield* newFolder
      /** Backs up while each of the first pages is followed by two writes, of which one change is kept. */
      const backUp = (directory: string, pages: number) =>
        Effect.gen(function* () {
          const opened = yield* openWith(MemoryStore.layerMemory(hostSchema, { keepChanges: 1 }))
          yield* write(opened.store, { create: [memoryOf("m_a", { salience: 0 })] })
          let next = 0
          const add = Effect.suspend(() =>
            write(opened.store, {
              set: [{ type: "memory", key: "m_a", attributes: { salience: ++next } }],
            }),
          )
          yield* opened.backup.backup(directory, {
            progress: () =>
              next < 2 * pages ? Effect.orDie(Effect.andThen(add, add)) : Effect.void,
          })
        })
      yield* backUp(join(folder, "rests"), 3)
      assert.include(readFileSync(join(folder, "rests", "owners.jsonl"), "utf8"), '"salience":6')
      const error = yield* Effect.flip(backUp(join(folder, "never"), 1_000_000))
      assert.strictEqual(error.message, "backup: Moved")
      assert.deepStrictEqual(
        (yield* Effect.flip(readManifest(join(folder, "never")))).message,
        UNFINISHED,
      )
    }),
  )

  it.effect("names its instant in its answer, and in no byte of its files", () =>
    Effect.gen(function* () {
      const folder = yield* newFolder
      const opened = yield* filled
      yield* TestClock.setTime(1_234_567_890_123)
      const { at } = yield* opened.backup.backup(join(folder, "1"))
      assert.strictEqual(at, 1_234_567_890_123)
      yield* TestClock.adjust(1_000)
      yield* opened.backup.backup(join(folder, "2"))
      assert.deepStrictEqual(filesOf(join(folder, "1")), filesOf(join(folder, "2")))
    }),
  )
})
