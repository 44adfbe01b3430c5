/**
 * Another process that carries out an act on a file and, where it is told to, kills itself at one of
 * the points where an erasure can be cut off: before and after each transaction, before, during and after
 * the rewriting of the file. It names the points it has passed.
 *
 * @module
 */
import { writeSync } from "node:fs"
import { type MemoryStore, StoreAdmin } from "@reminisce/store"
import { StoreSqlite } from "@reminisce/store-sqlite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { acts, withDays } from "./acts.ts"
import { erasing } from "./erasing.ts"

const [filename = "", act, killAt] = process.argv.slice(2)
let passed = 0

const point = (name: string) =>
  Effect.sync(() => {
    if (String(passed++) === killAt) process.kill(process.pid, "SIGKILL")
    writeSync(1, `${name}\n`)
  })

const withPoints = (store: MemoryStore["Service"]): MemoryStore["Service"] => ({
  ...store,
  schema: store.schema,
  update: (owner, decide) =>
    point("before a transaction").pipe(
      Effect.andThen(store.update(owner, decide)),
      Effect.tap(() => point("after a transaction")),
    ),
})

/** Long enough for the other thread to have begun, and much shorter than it takes. */
const BEGUN_MILLIS = 30

const file = Layer.orDie(StoreSqlite.layer({ filename }))
const compacting = Layer.effect(
  StoreAdmin,
  Effect.map(StoreAdmin, (admin) => ({
    ...admin,
    compact: (options: { readonly deadlineMillis: number }) =>
      point("before the rewriting").pipe(
        Effect.andThen(
          Effect.all(
            [
              admin.compact(options),
              Effect.andThen(Effect.sleep(BEGUN_MILLIS), point("during the rewriting")),
            ],
            { concurrency: 2 },
          ),
        ),
        Effect.map(([done]) => done),
        Effect.tap(() => point("after the rewriting")),
      ),
  })),
).pipe(Layer.provideMerge(file))

await Effect.runPromise(
  acts[act as keyof typeof acts].pipe(Effect.provide(erasing(compacting, withPoints)), withDays),
)
