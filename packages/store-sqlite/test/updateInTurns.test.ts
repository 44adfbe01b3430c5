// A plan of thousands of writes is one transaction and many turns of the event loop.
import * as path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { type Decision, make, StoreError, Unavailable, type View } from "@reminisce/store"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { openAgain, openFile } from "../src/internal/openFile.ts"
import { makePrimitives } from "../src/internal/sqliteEngine.ts"
import { upkeepInMemory } from "../src/internal/Upkeep.ts"
import { BUSY } from "../src/internal/untilFree.ts"
import {
  addNote,
  alice,
  newFolder,
  noteKeys,
  noteSchema,
  type Opened,
  openStore,
} from "./support/place.ts"

const MANY = 3_000

const opened = Effect.flatMap(newFolder, (folder) =>
  openStore({ filename: path.join(folder, "memories.db"), durability: "relaxed" }),
)

const notes = (prefix: string, count: number = MANY) =>
  Array.from({ length: count }, (_, i) => ({
    type: "note",
    key: `${prefix}${String(i).padStart(5, "0")}`,
    attributes: { rank: i, tags: ["one", "two"] },
  }))

const addMany = ({ store }: Opened, prefix: string, before: Effect.Effect<void> = Effect.void) =>
  store.update(alice, () =>
    Effect.as(before, {
      answer: prefix,
      draft: { create: notes(prefix) },
    } satisfies Decision<string>),
  )

const countNotes = ({ store }: Opened) => store.read(alice, (view) => view.count("noteByRank", []))

const sequenceOf = ({ store }: Opened) =>
  store.read(alice, ({ sequence }) => Effect.succeed(sequence))

/** Told when the update has been found to be long, and is under way in turns. */
const secondRun = Effect.gen(function* () {
  const underWay = yield* Deferred.make<void>()
  let runs = 0
  const before = Effect.suspend(() =>
    ++runs === 2 ? Effect.asVoid(Deferred.succeed(underWay, undefined)) : Effect.void,
  )
  return { underWay: Deferred.await(underWay), before }
})

describe("a long update", () => {
  it.effect("lets other work have its turn, and shows itself whole or not at all", () =>
    Effect.gen(function* () {
      const here = yield* opened
      const { underWay, before } = yield* secondRun
      const writing = yield* Effect.forkChild(addMany(here, "a", before))
      yield* underWay
      let reads = 0
      while (writing.pollUnsafe() === undefined) {
        const count = yield* countNotes(here)
        if (count === 0) reads++
        else assert.strictEqual(count, MANY)
        yield* Effect.yieldNow
      }
      assert.strictEqual(yield* Fiber.join(writing), "a")
      assert.isAbove(reads, 10)
      assert.deepStrictEqual([yield* countNotes(here), yield* sequenceOf(here)], [MANY, 1])
    }),
  )

  it.effect("is one also where it asked for nothing, and its pages alone are many", () =>
    Effect.gen(function* () {
      const here = yield* opened
      const pages = Array.from({ length: MANY }, (_, number) => ({
        space: "pages",
        name: "many",
        number,
        bytes: Uint8Array.of(number % 256),
      }))
      const writing = yield* Effect.forkChild(
        here.store.update(alice, () => Effect.succeed({ answer: undefined, draft: { pages } })),
      )
      let reads = 0
      for (; writing.pollUnsafe() === undefined; reads++) yield* Effect.yieldNow
      yield* Fiber.join(writing)
      assert.isAbove(reads, 10)
      const [all] = yield* here.store.read(alice, (view) => view.pages("pages", ["many"]))
      assert.strictEqual(all?.length, MANY)
    }),
  )

  it.live("keeps other writers waiting, and loses none of theirs", () =>
    Effect.gen(function* () {
      const here = yield* opened
      const { underWay, before } = yield* secondRun
      const writing = yield* Effect.forkChild(addMany(here, "a", before))
      yield* underWay
      yield* Effect.all(
        [addMany(here, "b"), ...["x", "y", "z"].map((key) => addNote(here, key, { rank: 1 }))],
        { concurrency: "unbounded" },
      )
      yield* Fiber.join(writing)
      assert.deepStrictEqual([yield* countNotes(here), yield* sequenceOf(here)], [2 * MANY + 3, 5])
    }),
  )

  it.effect("is waited for by the writers of its process, however short their patience", () =>
    Effect.gen(function* () {
      const folder = yield* newFolder
      const filename = path.join(folder, "memories.db")
      const here = yield* openStore({ filename, durability: "relaxed", busyDeadlineMillis: 0 })
      const { underWay, before } = yield* secondRun
      const writing = yield* Effect.forkChild(addMany(here, "a", before))
      yield* underWay
      const writes: ReadonlyArray<Effect.Effect<unknown, StoreError>> = [
        addMany(here, "b"),
        addNote(here, "x", { rank: 1 }),
      ]
      yield* Effect.all(writes, {
        concurrency: "unbounded",
      })
      yield* Fiber.join(writing)
      assert.deepStrictEqual([yield* countNotes(here), yield* sequenceOf(here)], [2 * MANY + 1, 3])
    }),
  )

  it.live("of whose commit the disk cannot tell is settled, and is in nobody's way", () =>
    Effect.gen(function* () {
      const file = path.join(yield* newFolder, "memories.db")
      const place = openFile({ filename: file, schema: noteSchema, durability: "relaxed" })
      if (place === BUSY) return yield* Effect.die("busy")
      const connection = openAgain(file, "relaxed")
      if (connection === BUSY) return yield* Effect.die("busy")
      let failures = 2
      const commit = (): void => {
        if (failures-- > 0) throw Object.assign(new Error("disk I/O error"), { errcode: 1_034 })
        connection.commit()
      }
      const store = yield* make(
        makePrimitives(place, {
          schema: noteSchema,
          busyDeadlineMillis: 60_000,
          durability: "relaxed",
          keepChanges: 100,
          ...upkeepInMemory(connection),
          longWriter: {
            begin: () => (connection.begin("IMMEDIATE") ? { ...connection, commit } : BUSY),
            close: () => connection.close(),
          },
        }),
      )
      const here = { store, admin: undefined as never }
      assert.strictEqual(yield* addMany(here, "a"), "a")
      assert.isBelow(failures, 0)
      yield* addNote(here, "x", { rank: 1 })
      assert.deepStrictEqual([yield* countNotes(here), yield* sequenceOf(here)], [MANY + 1, 2])
      connection.close()
      place.connection.close()
    }),
  )

  it.effect("that is interrupted leaves nothing, and the next one is not in its way", () =>
    Effect.gen(function* () {
      const here = yield* opened
      const { underWay, before } = yield* secondRun
      const writing = yield* Effect.forkChild(addMany(here, "a", before))
      yield* underWay
      yield* Fiber.interrupt(writing)
      assert.deepStrictEqual([yield* countNotes(here), yield* sequenceOf(here)], [0, 0])
      yield* addNote(here, "n", { rank: 1 })
      yield* addMany(here, "b")
      assert.deepStrictEqual([yield* countNotes(here), yield* sequenceOf(here)], [MANY + 1, 2])
    }),
  )

  it.effect("that fails or is refused leaves nothing", () =>
    Effect.gen(function* () {
      const here = yield* opened
      const mine = new StoreError({
        operation: "update",
        reason: new Unavailable({ what: "mine" }),
      })
      const failing = here.store.update(alice, (view) =>
        Effect.andThen(
          view.get(
            "note",
            notes("a").map(({ key }) => key),
          ),
          Effect.fail(mine),
        ),
      )
      assert.strictEqual(yield* Effect.flip(failing), mine)
      const twice = here.store.update(alice, () =>
        Effect.succeed({
          answer: undefined,
          draft: { create: [...notes("a"), ...notes("a", 1)] },
        }),
      )
      assert.strictEqual((yield* Effect.flip(twice)).reason._tag, "PlanRefused")
      assert.deepStrictEqual([yield* countNotes(here), yield* sequenceOf(here)], [0, 0])
    }),
  )

  it.effect("is decided on what is there, even by one who takes no failure for an answer", () =>
    Effect.gen(function* () {
      const here = yield* opened
      yield* addMany(here, "a")
      const found = (view: View) =>
        view
          .get(
            "note",
            notes("a").map(({ key }) => key),
          )
          .pipe(
            Effect.map((records) => records.filter((record) => record !== undefined).length),
            Effect.orElseSucceed(() => -1),
          )
      const answer = yield* here.store.update(alice, (view) =>
        Effect.map(found(view), (count) => ({
          answer: count,
          draft: { create: [{ type: "note", key: `found ${count}`, attributes: {} }] },
        })),
      )
      assert.strictEqual(answer, MANY)
      assert.include(yield* noteKeys(here), `found ${MANY}`)
    }),
  )

  it.effect("changes, removes and links as a short one does", () =>
    Effect.gen(function* () {
      const here = yield* opened
      yield* addMany(here, "a")
      const all = notes("a").map(({ type, key }) => ({ type, key }))
      const person = { type: "person", key: "p" }
      const write = (draft: object) =>
        here.store.update(alice, () => Effect.succeed({ answer: undefined, draft }))
      yield* write({
        create: [{ ...person, attributes: { name: "Carol" } }],
        set: all.map((note) => ({ ...note, attributes: { rank: 7 } })),
        unset: all.map((note) => ({ ...note, attributes: ["tags"] })),
        link: all.map((note) => ({
          type: "about",
          ends: { note, person },
          attributes: { scope: "s" },
        })),
      })
      const links = here.store.read(alice, (view) =>
        view.linked("about", "person", [person], { limit: MANY + 1 }),
      )
      const held = yield* links
      assert.strictEqual(held.length, MANY)
      const counts = here.store.read(alice, (view) =>
        Effect.all([view.count("noteByRank", [7]), view.count("noteByTag", ["one"])]),
      )
      assert.deepStrictEqual(yield* counts, [MANY, 0])
      yield* write({
        unlink: held.map(({ key }) => ({ type: "about", key })),
        drop: [person],
      })
      assert.deepStrictEqual([(yield* links).length, yield* sequenceOf(here)], [0, 3])
    }),
  )
})
