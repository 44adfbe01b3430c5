import * as fs from "node:fs"
import * as path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { memorySchema } from "@reminisce/schema"
import { MemoryStore, StoreAdmin } from "@reminisce/store"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import { StoreSqlite } from "../src/index.ts"
import {
  addNote,
  alice,
  newFolder,
  noteKeys,
  type Opened,
  openStore,
  withStore,
} from "./support/place.ts"

const newFile = Effect.map(newFolder, (folder) => path.join(folder, "memories.db"))

const writeAs = ({ store }: Opened, name: string, person: string) =>
  store.update({ kind: "agent", name }, () =>
    Effect.succeed({
      answer: undefined,
      draft: { create: [{ type: "person", key: "p", attributes: { name: person } }] },
    }),
  )

describe("the embedded store", () => {
  it.effect("opens when its layer is built, with the memory schema", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      const layer = StoreSqlite.layer({ filename })
      assert.isFalse(fs.existsSync(filename))
      const schema = yield* Effect.provide(
        MemoryStore.use((store) => Effect.succeed(store.schema)),
        layer,
      )
      assert.deepStrictEqual(schema, memorySchema)
      assert.isTrue(fs.existsSync(filename))
    }),
  )

  it.effect("says how durable it is by what the engine says", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      for (const [durability, durable] of [
        ["full", true],
        ["relaxed", false],
        [undefined, true],
      ] as const) {
        const health = yield* withStore({ filename, durability }, ({ admin }) => admin.health)
        assert.deepInclude(health, { durable, schemaVersion: 1 })
        assert.match(health.engine, /^SQLite \d+\.\d+\.\d+$/)
        assert.isAtLeast(health.bytes ?? 0, fs.statSync(filename).size)
      }
    }),
  )

  it.effect("in memory is gone with its scope, shares nothing and makes no file", () =>
    Effect.gen(function* () {
      const opened = yield* openStore({ filename: ":memory:" })
      const other = yield* openStore({ filename: ":memory:" })
      yield* addNote(opened, "a")
      assert.deepStrictEqual([yield* noteKeys(opened), yield* noteKeys(other)], [["a"], []])
      assert.isFalse(opened.store.capabilities.persistent)
      assert.strictEqual(yield* opened.admin.compact({ deadlineMillis: 0 }), "done")
      const health = yield* opened.admin.health
      assert.deepStrictEqual([health.durable, health.bytes], [false, undefined])
      assert.isFalse(fs.existsSync(":memory:"))
    }),
  )

  it.effect("takes its place and durability from the environment", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      const open = (env: Record<string, string>) =>
        Effect.provide(
          StoreAdmin.use(({ health }) => health),
          StoreSqlite.layerConfig(),
        ).pipe(
          Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromUnknown(env)),
        )
      assert.isTrue((yield* open({ REMINISCE_FILE: filename })).durable)
      assert.isFalse(
        (yield* open({ REMINISCE_FILE: filename, REMINISCE_DURABILITY: "relaxed" })).durable,
      )
      assert.strictEqual((yield* Effect.flip(open({})))._tag, "ConfigError")
      const wrong = { REMINISCE_FILE: filename, REMINISCE_DURABILITY: "some" }
      assert.strictEqual((yield* Effect.flip(open(wrong)))._tag, "ConfigError")
    }),
  )

  it.effect("drops changes behind a lowered horizon a few at a time", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      yield* withStore({ filename, durability: "relaxed" }, (opened) =>
        Effect.forEach(Array.from({ length: 200 }), (_, i) => addNote(opened, `n${i}`)),
      )
      const opened = yield* openStore({ filename, keepChanges: 10 })
      const horizon = Effect.flip(opened.store.read(alice, (view) => view.changes(0, 1)))
      const seen: Array<unknown> = []
      for (let i = 0; i < 4; i++) {
        yield* addNote(opened, `more${i}`)
        seen.push({ ...(yield* horizon).reason })
      }
      assert.deepStrictEqual(
        seen,
        [64, 128, 192, 194].map((at) => ({ _tag: "Behind", horizon: at })),
      )
    }),
  )

  it.effect(
    "lists thousands of owners, and finds the few who know somebody",
    () =>
      Effect.gen(function* () {
        const opened = yield* openStore({ filename: ":memory:" })
        const names = Array.from({ length: 4_500 }, (_, i) => `o${String(i).padStart(4, "0")}`)
        for (const [i, name] of names.entries())
          yield* writeAs(opened, name, i % 1_500 === 7 ? "bob" : "eve")
        const first = yield* opened.admin.owners({ limit: 4_400 })
        const rest = yield* opened.admin.owners({
          after: { kind: "agent", name: "o4399" },
          limit: 9_000,
        })
        assert.deepStrictEqual(
          [...first, ...rest].map(({ name }) => name),
          names,
        )
        const find = (limit: number, after?: string) =>
          Effect.map(
            opened.admin.ownersWith("personByName", ["bob"], {
              limit,
              ...(after === undefined ? {} : { after: { kind: "agent", name: after } }),
            }),
            (owners) => owners.map(({ name }) => name),
          )
        assert.deepStrictEqual(yield* find(9), ["o0007", "o1507", "o3007"])
        assert.deepStrictEqual(yield* find(2), ["o0007", "o1507"])
        assert.deepStrictEqual(yield* find(9, "o1507"), ["o3007"])
      }),
    60_000,
  )
})
