// Criterion 1: backup, restore into any store, backup again: the same bytes, and the same answers.
// Verifies: CR-01, BA-01, BA-02, BA-03, BA-05, HO-02
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { MemoryStore, type StoreAdmin, type StoreError } from "@reminisce/store"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { Backup, layerOver } from "reminisce"
import { answers, fill, hostSchema } from "./fullStore.ts"
import { newPlaces } from "./stores.ts"

type Store = Layer.Layer<MemoryStore | StoreAdmin, StoreError>

/** An empty one of each kind of store there is. */
const newStores = Effect.map(
  newPlaces,
  (places): ReadonlyArray<{ name: string; store: Store }> => [
    { name: "memory", store: MemoryStore.layerMemory(hostSchema) },
    ...places.map(({ name, open }) => ({ name, store: open({ schema: hostSchema }) })),
  ],
)

const filesOf = (directory: string): ReadonlyArray<readonly [string, string]> =>
  readdirSync(directory)
    .sort()
    .map((name) => [name, readFileSync(join(directory, name), "utf8")])

const newFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "reminisce-criteria-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true })),
)

describe("criterion 1", () => {
  it.live(
    "holds from every store to every store",
    () =>
      Effect.gen(function* () {
        const folder = yield* newFolder
        for (const { name: from, store: source } of yield* newStores) {
          const directory = join(folder, from)
          const told = yield* Effect.gen(function* () {
            yield* fill
            const { manifest } = yield* (yield* Backup).backup(directory)
            for (const type of Object.keys({ ...hostSchema.records, ...hostSchema.links }))
              assert.isDefined({ ...manifest.records, ...manifest.links }[type], type)
            return yield* answers
          }).pipe(Effect.provide(layerOver(source), { local: true }))
          for (const { name: to, store: target } of yield* newStores) {
            const again = join(folder, `${from} to ${to}`)
            const retold = yield* Effect.gen(function* () {
              const { backup, restore } = yield* Backup
              yield* restore(directory)
              yield* backup(again)
              return yield* answers
            }).pipe(Effect.provide(layerOver(target), { local: true }))
            assert.deepStrictEqual(filesOf(again), filesOf(directory), `${from} to ${to}`)
            assert.deepStrictEqual(retold, told, `${from} to ${to}`)
          }
        }
      }),
    300_000,
  )
})
