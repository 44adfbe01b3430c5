// What is backed up, and that it comes back the same, byte for byte.
// Verifies: BA-01, BA-02, BA-03, BA-04, BA-05, ME-03
import { readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { memorySchema } from "@reminisce/schema"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import fc from "fast-check"
import { readManifest } from "../src/index.ts"
import { filesOf, newFolder, openMemory, openSqlite, STORES } from "./support/places.ts"
import {
  alice,
  fill,
  hostSchema,
  links,
  memoryOf,
  records,
  write,
  zoe,
} from "./support/richStore.ts"

const NAMES = ["SHA256SUMS", "manifest.json", "owners.jsonl"]

describe("a backup", () => {
  for (const [from, openFrom] of Object.entries(STORES)) {
    for (const [to, openTo] of Object.entries(STORES)) {
      it.effect(`of ${from} restored into ${to} gives the same bytes again`, () =>
        Effect.gen(function* () {
          const folder = yield* newFolder
          const source = yield* openFrom()
          yield* fill(source.store)
          yield* source.backup.backup(join(folder, "1"))
          const target = yield* openTo()
          const report = yield* target.backup.restore(join(folder, "1"))
          assert.strictEqual(report.held, 0)
          yield* target.backup.backup(join(folder, "2"))
          const [first, second] = [filesOf(join(folder, "1")), filesOf(join(folder, "2"))]
          assert.deepStrictEqual(Object.keys(first), NAMES)
          assert.deepStrictEqual(second, first)
        }),
      )
    }
  }

  it.effect("holds every row of every type of every owner, once", () =>
    Effect.gen(function* () {
      const folder = yield* newFolder
      const source = yield* openMemory()
      yield* fill(source.store)
      const { manifest } = yield* source.backup.backup(join(folder, "1"))
      assert.deepStrictEqual(yield* readManifest(join(folder, "1")), manifest)
      assert.strictEqual(manifest.owners, 2)
      const counted = Object.values({ ...manifest.records, ...manifest.links })
      assert.strictEqual(
        counted.reduce((sum, each) => sum + each, 0),
        records.length + links.length + 1,
      )
      for (const type of Object.keys({ ...hostSchema.records, ...hostSchema.links }))
        assert.isAtLeast({ ...manifest.records, ...manifest.links }[type] ?? 0, 1, type)
      const lines = readFileSync(join(folder, "1", "owners.jsonl"), "utf8").split("\n")
      assert.strictEqual(lines.length, records.length + links.length + 1 + 2 + 1)
      assert.strictEqual(new Set(lines).size, lines.length)
      assert.strictEqual(lines[0], '{"owner":"agent:alice"}')
    }),
  )

  it.effect(
    "puts a link that hangs on a link behind it, so that any cut into plans can be restored",
    () =>
      Effect.gen(function* () {
        const folder = yield* newFolder
        const source = yield* openMemory()
        yield* fill(source.store)
        yield* source.backup.backup(join(folder, "1"))
        const lines = readFileSync(join(folder, "1", "owners.jsonl"), "utf8").split("\n")
        const at = (...words: ReadonlyArray<string>): number =>
          lines.findIndex((line) => words.every((word) => line.includes(word)))
        const onMemory = at('"link":"about"', '"what":["memory"')
        const onAbout = at('"link":"about"', '"what":["about"')
        assert.isAbove(at('"link":"contradiction"'), at('"link":"supersession"'))
        assert.isAbove(at('"link":"supersession"'), at('"link":"derivation"'))
        assert.isAbove(onAbout, onMemory)
        assert.isAbove(onAbout, at('"link":"supersession"'))
      }),
  )

  it.effect("has the same bytes whatever the order of writing and of the schema", () =>
    Effect.gen(function* () {
      const folder = yield* newFolder
      const orders = fc.sample(fc.shuffledSubarray([...records], { minLength: records.length }), {
        numRuns: 6,
        seed: 3,
      })
      const reversed = <T>(types: { readonly [name: string]: T }) =>
        Object.fromEntries(Object.entries(types).reverse())
      const backward = {
        ...hostSchema,
        records: reversed(hostSchema.records),
        links: reversed(hostSchema.links),
        indexes: reversed(hostSchema.indexes),
      }
      const all = yield* Effect.forEach(orders, (order, i) =>
        Effect.gen(function* () {
          const { store, backup } = yield* openMemory(i % 2 === 0 ? hostSchema : backward)
          yield* fill(store, order)
          // Moves the owner's sequence and leaves no other trace.
          yield* write(store, { set: [{ type: "memory", key: "m_a", attributes: { mood: "x" } }] })
          yield* write(store, {
            set: [{ type: "memory", key: "m_a", attributes: { mood: "calm" } }],
          })
          yield* backup.backup(join(folder, String(i)))
          return filesOf(join(folder, String(i)))
        }),
      )
      for (const each of all) assert.deepStrictEqual(each, all[0])
    }),
  )

  it.effect("of an empty store restores to an empty store", () =>
    Effect.gen(function* () {
      const folder = yield* newFolder
      yield* (yield* openSqlite()).backup.backup(join(folder, "1"))
      const target = yield* openMemory()
      yield* target.backup.restore(join(folder, "1"))
      assert.deepStrictEqual(yield* target.admin.owners({ limit: 1 }), [])
    }),
  )

  it.effect("of many pages comes back whole, with slots in the order of keys", () =>
    Effect.gen(function* () {
      const folder = yield* newFolder
      const source = yield* openMemory(memorySchema)
      const keys = Array.from({ length: 1_203 }, (_, i) => `m_${(i * 7919) % 1_203}`)
      yield* write(source.store, { create: keys.map((key) => memoryOf(key)) })
      yield* source.backup.backup(join(folder, "1"))
      for (const target of [yield* openMemory(memorySchema), yield* openSqlite()]) {
        yield* target.backup.restore(join(folder, "1"))
        const found = yield* target.store.read(alice, (view) =>
          view.scan("memory", { limit: 10_000 }),
        )
        assert.deepStrictEqual(
          found.map(({ slot }) => slot),
          keys.map((_, i) => i),
        )
      }
    }),
  )

  it.effect("brings an owner back to its time, also where the clock is behind", () =>
    Effect.gen(function* () {
      const folder = yield* newFolder
      const source = yield* openMemory()
      yield* write(source.store, { create: [memoryOf("m_late", { recordedAt: 5_000_000 })] })
      yield* write(source.store, { create: [memoryOf("m_early")] }, zoe)
      yield* source.backup.backup(join(folder, "1"))
      for (const [now, late, early] of [
        [2_000, 5_000_000, 2_000],
        [6_000_000, 6_000_000, 6_000_000],
      ] as const) {
        yield* TestClock.setTime(now)
        const target = yield* openSqlite()
        yield* target.backup.restore(join(folder, "1"))
        const lastAt = (owner: typeof alice) =>
          target.store.read(owner, (view) => Effect.succeed(view.lastAt))
        assert.deepStrictEqual([yield* lastAt(alice), yield* lastAt(zoe)], [late, early])
      }
    }),
  )

  it.effect("is for this user only", () =>
    Effect.gen(function* () {
      const directory = join(yield* newFolder, "new", "backup")
      yield* (yield* openMemory()).backup.backup(directory)
      assert.strictEqual(statSync(directory).mode & 0o777, 0o700)
      for (const name of NAMES)
        assert.strictEqual(statSync(join(directory, name)).mode & 0o777, 0o600)
    }),
  )
})
