// A flipped bit of a store's file is named, or changes nothing that the store tells.
// Verifies: BA-12
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Analyser } from "@reminisce/analyser"
import { layerIndexDeriver } from "@reminisce/recall-engine"
import { MemoryStore, RANGE_LIMIT, StoreAdmin, type StoreError } from "@reminisce/store"
import { StoreSqlite } from "@reminisce/store-sqlite"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { examineStore } from "../src/index.ts"
import { filesOf, newFolder, openWith } from "./support/places.ts"
import { alice, fill, hostSchema, zoe } from "./support/richStore.ts"

const open = (filename: string) =>
  openWith(
    StoreSqlite.layer({ filename, schema: hostSchema }).pipe(
      Layer.provide(layerIndexDeriver),
      Layer.provide(Analyser.layer),
    ),
  )

/** Everything a store tells: its rows, its pages and its changes. */
const tellAll = Effect.fnUntraced(function* (
  { store, backup }: Effect.Success<ReturnType<typeof open>>,
  directory: string,
) {
  yield* backup.backup(directory)
  const told = yield* Effect.forEach([alice, zoe], (owner) =>
    store.read(owner, (view) =>
      Effect.gen(function* () {
        const pages = yield* Effect.forEach(Object.keys(store.schema.spaces), (space) =>
          Effect.gen(function* () {
            const names = yield* view.pageNames(space, { limit: RANGE_LIMIT })
            return [
              yield* view.pages(space, names),
              yield* view.pagesSince(space, 3).pipe(Effect.orElseSucceed(() => [])),
            ]
          }),
        )
        return [view.sequence, view.lastAt, pages, yield* view.changes(0, RANGE_LIMIT)]
      }),
    ),
  )
  return { files: filesOf(directory), told }
})

const isSound = ({ store, admin }: Effect.Success<ReturnType<typeof open>>) =>
  examineStore().pipe(
    Effect.provideContext(Context.make(MemoryStore, store).pipe(Context.add(StoreAdmin, admin))),
    Effect.map(({ engine, findings }) => engine?.length === 0 && findings.length === 0),
  )

/** Numbers from a seed. */
const randomOf = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** More by the environment, for a long look. */
const FLIPS = Number(process.env.REMINISCE_FLIPS ?? 60)
const SEED = Number(process.env.REMINISCE_SEED ?? 1)

describe("a flipped bit of a store's file", () => {
  it.live(
    "is named, or changes nothing that is told",
    () =>
      Effect.gen(function* () {
        const folder = yield* newFolder
        const whole = join(folder, "whole.db")
        yield* Effect.scoped(Effect.flatMap(open(whole), ({ store }) => fill(store)))
        const bytes = readFileSync(whole)
        const random = randomOf(SEED)
        const before = yield* Effect.scoped(
          Effect.flatMap(open(whole), (opened) => tellAll(opened, join(folder, "before"))),
        )
        const filename = join(folder, "flipped.db")
        let named = 0
        for (let flip = 0; flip < FLIPS; flip++) {
          const flipped = Buffer.from(bytes)
          // Every other one where something stands, since most of a small file is empty.
          let at = random(bytes.length)
          while (flip % 2 === 1 && bytes[at] === 0) at = random(bytes.length)
          flipped[at] = (flipped[at] ?? 0) ^ (1 << random(8))
          writeFileSync(filename, flipped)
          const told = yield* Effect.scoped(
            Effect.gen(function* () {
              const opened = yield* open(filename)
              if (!(yield* isSound(opened))) return undefined
              return yield* tellAll(opened, join(folder, `after ${flip}`))
            }),
          ).pipe(Effect.catchTag("StoreError", (_: StoreError) => Effect.succeed(undefined)))
          if (told === undefined) named++
          else assert.deepStrictEqual(told, before, `byte ${at} of ${bytes.length}`)
        }
        assert.isAbove(named, 0)
      }),
    300_000,
  )
})
