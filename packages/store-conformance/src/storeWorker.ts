/**
 * Another process at the place of a store: opens it by a given module and counts an item up, with a
 * line on its output for every count that the store has acknowledged.
 *
 * @module
 */
import { writeSync } from "node:fs"
import { MemoryStore } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { increment } from "./internal/counters.ts"
import { suiteSchema } from "./internal/suiteSchema.ts"
import type { OpenStore } from "./OpenStore.ts"

const [module = "", place = "", name = "", times = "0"] = process.argv.slice(2)
const { openStore }: { readonly openStore: OpenStore } = await import(module)

const counting = Effect.gen(function* () {
  const store = yield* MemoryStore
  for (let i = 0; i < Number(times); i++) {
    const count = yield* increment({ store }, name)
    writeSync(1, `${count}\n`)
  }
})

await Effect.runPromise(Effect.provide(counting, openStore({ place, schema: suiteSchema })))
