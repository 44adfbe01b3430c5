// How a store of an older schema version gets to the next, and what it is refused for.
// Verifies: UP-01, UP-02, UP-03, UP-04, UP-05, UP-06, UP-07, UP-12
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Guard } from "@reminisce/guard"
import { type AttributeType, extendSchema, type StoreSchema } from "@reminisce/store"
import { StoreSqlite } from "@reminisce/store-sqlite"
import * as Effect from "effect/Effect"
import { type OpenForUpgrade, readManifest, upgradeStore } from "../src/index.ts"
import { filesOf, newFolder, openSqlite } from "./support/places.ts"
import { alice, memoryOf, write, zoe } from "./support/richStore.ts"
import { runWorker, WORKERS } from "./support/runWorker.ts"
import { next, nextSchema, olderSchema } from "./support/versions.ts"

const at =
  (filename: string): OpenForUpgrade =>
  (opening) =>
    StoreSqlite.layer({ filename, ...opening })

const upgrade = (filename: string, backup: string, open: OpenForUpgrade = at(filename)) =>
  upgradeStore({ open, backup, to: next }).pipe(Effect.provide(Guard.layer))

const KEYS = ["m_a", "m_b", "m_c", "m_d", "m_e"]

/** A file of the older version with five memories of one owner and one of another. */
const older = (schema: StoreSchema = olderSchema, aspects: ReadonlyArray<string> = ["semantic"]) =>
  Effect.gen(function* () {
    const folder = yield* newFolder
    const filename = join(folder, "memories.db")
    yield* Effect.scoped(
      Effect.gen(function* () {
        const { store } = yield* openSqlite({ filename, schema })
        yield* write(store, { create: KEYS.map((key) => memoryOf(key, { aspects })) })
        yield* write(store, { create: [memoryOf("m_z")] }, zoe)
      }),
    )
    return { folder, filename }
  })

/** The files of a backup made of a store as it is. */
const backedUp = (filename: string, schema: StoreSchema, directory: string) =>
  Effect.scoped(
    Effect.gen(function* () {
      const { backup } = yield* openSqlite({ filename, schema })
      yield* backup.backup(directory)
      return filesOf(directory)
    }),
  )

const gistsOf = (filename: string) =>
  Effect.scoped(
    Effect.gen(function* () {
      const { store } = yield* openSqlite({ filename, schema: nextSchema })
      return yield* Effect.forEach([alice, zoe], (owner) =>
        store.read(owner, (view) =>
          Effect.map(view.scan("memory", { limit: 9 }), (all) =>
            all.map(({ key, attributes }) => [key, attributes.gist]),
          ),
        ),
      )
    }),
  )

const GISTS = [KEYS.map((key) => [key, `what ${key} `]), [["m_z", "what m_z "]]]

describe("a store of an older version", () => {
  it.live("is refused at opening with its version, upgraded after a backup, and current then", () =>
    Effect.gen(function* () {
      const { folder, filename } = yield* older()
      const refused = yield* Effect.flip(openSqlite({ filename, schema: nextSchema }))
      assert.strictEqual(refused.message, "open: SchemaMismatch stored=1 expected=2")
      const before = yield* backedUp(filename, olderSchema, join(folder, "before"))

      const report = yield* upgrade(filename, join(folder, "backup"))
      assert.deepInclude(report, { _tag: "Upgraded", from: 1, to: 2 })
      assert.deepStrictEqual(filesOf(join(folder, "backup")), before)
      assert.deepStrictEqual(yield* gistsOf(filename), GISTS)
      const past = yield* Effect.flip(openSqlite({ filename, schema: olderSchema }))
      assert.strictEqual(past.message, "open: SchemaMismatch stored=2 expected=1")

      const after = yield* backedUp(filename, nextSchema, join(folder, "after"))
      const untouched = after["owners.jsonl"]?.replaceAll(/"gist":"[^"]*",/g, "")
      assert.strictEqual(untouched, before["owners.jsonl"])
      const again = yield* upgrade(filename, join(folder, "none"))
      assert.deepStrictEqual(again, { _tag: "Current", version: 2 })
      assert.deepStrictEqual(yield* backedUp(filename, nextSchema, join(folder, "same")), after)
    }),
  )

  it.live("comes to the same whether it is upgraded, or its backup is restored and upgraded", () =>
    Effect.gen(function* () {
      const { folder, filename } = yield* older()
      yield* upgrade(filename, join(folder, "backup"))
      const restored = join(folder, "restored.db")
      yield* Effect.scoped(
        Effect.gen(function* () {
          const { schema } = yield* readManifest(join(folder, "backup"))
          const { backup } = yield* openSqlite({ filename: restored, schema })
          yield* backup.restore(join(folder, "backup"))
        }),
      )
      yield* upgrade(restored, join(folder, "backup 2"))
      assert.deepStrictEqual(
        yield* backedUp(restored, nextSchema, join(folder, "2")),
        yield* backedUp(filename, nextSchema, join(folder, "1")),
      )
    }),
  )

  it.live("is refused when a name or an aspect is taken: as it was, with a backup beside it", () =>
    Effect.gen(function* () {
      const text: AttributeType = { kind: "text", cardinality: "optional" }
      const withPlace = extendSchema(olderSchema, {
        records: { place: { attributes: { name: { ...text, cardinality: "one" } } } },
      })
      const withGist = extendSchema(olderSchema, {
        records: { memory: { attributes: { gist: text } } },
      })
      const cases = [
        [withPlace, ["semantic"], "the name is taken: place"],
        [withGist, ["semantic"], "the name is taken: memory.gist"],
        [olderSchema, ["semantic", "spatial"], "the aspect is taken: spatial, by 5 memories"],
      ] as const
      for (const [schema, aspects, message] of cases) {
        const { folder, filename } = yield* older(schema, aspects)
        const before = yield* backedUp(filename, schema, join(folder, "before"))
        const error = yield* Effect.flip(upgrade(filename, join(folder, "backup")))
        assert.strictEqual(error.message, message)
        assert.deepStrictEqual(filesOf(join(folder, "backup")), before)
        assert.deepStrictEqual(yield* backedUp(filename, schema, join(folder, "after")), before)
      }
    }),
  )

  it.live("is refused where no way is known, as is a newer one", () =>
    Effect.gen(function* () {
      const { folder, filename } = yield* older()
      const later = { schema: { ...nextSchema, version: 3 }, steps: next.steps }
      const unknown = upgradeStore({ open: at(filename), backup: join(folder, "1"), to: later })
      const first = yield* Effect.flip(Effect.provide(unknown, Guard.layer))
      assert.strictEqual(first.message, "there is no upgrade from schema version 1 to 3")
      yield* upgrade(filename, join(folder, "2"))
      const back = upgradeStore({
        open: at(filename),
        backup: join(folder, "3"),
        to: { schema: olderSchema, steps: [] },
      })
      const second = yield* Effect.flip(Effect.provide(back, Guard.layer))
      assert.strictEqual(second.message, "there is no upgrade from schema version 2 to 1")
      assert.deepStrictEqual(yield* gistsOf(filename), GISTS)
    }),
  )

  it.live("is not upgraded while it is being restored", () =>
    Effect.gen(function* () {
      const folder = yield* newFolder
      const filename = join(folder, "memories.db")
      yield* Effect.scoped(
        Effect.flatMap(openSqlite({ filename, schema: olderSchema }), ({ admin }) =>
          admin.begin("restoring"),
        ),
      )
      const error = yield* Effect.flip(upgrade(filename, join(folder, "backup")))
      assert.strictEqual(error.message, "open: Unfinished work=restoring")
    }),
  )

  it.live("is not called current while a newer release's upgrade is under way", () =>
    Effect.gen(function* () {
      const folder = yield* newFolder
      const filename = join(folder, "memories.db")
      yield* Effect.scoped(
        Effect.flatMap(openSqlite({ filename, schema: nextSchema }), ({ admin }) =>
          admin.begin("upgrading"),
        ),
      )
      const error = yield* Effect.flip(upgrade(filename, join(folder, "backup")))
      assert.strictEqual(error.message, "open: Unfinished work=upgrading")
    }),
  )
})

const upgradeKilledAt = (filename: string, backup: string, step: number) =>
  runWorker("upgradeWorker.ts", filename, backup, String(step))

describe("an upgrade that is killed", () => {
  it.live(
    "at any of its steps is refused by every opening, and goes on when it is begun again",
    () =>
      Effect.gen(function* () {
        const whole = yield* older()
        const { stdout, stderr } = yield* upgradeKilledAt(
          whole.filename,
          join(whole.folder, "backup"),
          -1,
        )
        const expected = yield* backedUp(whole.filename, nextSchema, join(whole.folder, "after"))
        // The mark, three plans for one owner, one for the other, the end: before and after.
        const steps = 2 * 6
        assert.strictEqual(stdout, String(steps), stderr)
        // Before the first write and after each: before the next one the store is as after the last.
        const killedAt = Effect.fnUntraced(function* (step: number) {
          const { folder, filename } = yield* older()
          const { signal } = yield* upgradeKilledAt(filename, join(folder, "backup"), step)
          assert.strictEqual(signal, "SIGKILL", String(step))
          if (step > 0 && step < steps - 1) {
            for (const schema of [olderSchema, nextSchema, "stored" as const]) {
              const error = yield* Effect.flip(openSqlite({ filename, schema }))
              assert.strictEqual(error.message, "open: Unfinished work=upgrading", String(step))
            }
          }
          const report = yield* upgrade(filename, join(folder, "backup 2"))
          assert.strictEqual(report._tag, step === steps - 1 ? "Current" : "Upgraded", String(step))
          const after = yield* backedUp(filename, nextSchema, join(folder, "after"))
          assert.deepStrictEqual(after, expected, String(step))
        })
        const killed = [0, ...Array.from({ length: steps / 2 }, (_, i) => 2 * i + 1)]
        yield* Effect.forEach(killed, killedAt, WORKERS)
      }),
    600_000,
  )
})
