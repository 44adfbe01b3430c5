/**
 * All a store has of its owners, and all that is in the files of one.
 *
 * @module
 */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { memorySchema } from "@reminisce/schema"
import { MemoryStore, type Owner, StoreAdmin } from "@reminisce/store"
import * as Effect from "effect/Effect"

const limit = 10_000

/** Records, links and pages of every owner, as text. */
export const everythingIn = Effect.gen(function* () {
  const admin = yield* StoreAdmin
  const owners = yield* admin.owners({ limit })
  return (yield* Effect.forEach(owners, contentsOf)).join("\n")
})

const contentsOf = (owner: Owner) =>
  Effect.gen(function* () {
    const store = yield* MemoryStore
    return yield* store.read(
      owner,
      Effect.fnUntraced(function* (view) {
        const records = yield* Effect.forEach(Object.keys(memorySchema.records), (type) =>
          view.scan(type, { limit }),
        )
        const links = yield* Effect.forEach(Object.keys(memorySchema.links), (type) =>
          view.scanLinks(type, { limit }),
        )
        const pages = yield* Effect.forEach(Object.keys(memorySchema.spaces), (space) =>
          Effect.flatMap(view.pageNames(space, { limit }), (names) =>
            Effect.map(view.pages(space, names), (all) => [
              names,
              all.flat().map(({ bytes }) => Buffer.from(bytes).toString("latin1")),
            ]),
          ),
        )
        return JSON.stringify([owner, records, links, pages])
      }),
    )
  })

/** The bytes of every file of a folder, one character each. */
export const bytesUnder = (folder: string): string =>
  readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), "latin1"))
    .join("\n")
