/**
 * A restore that is killed at one of its steps: `restoreWorker.ts FILE BACKUP STEP`. Steps are counted
 * before and after everything that writes to the store, from 0; says how many there were if it lived.
 *
 * @module
 */
import { Guard } from "@reminisce/guard"
import { MemoryStore, StoreAdmin } from "@reminisce/store"
import { StoreSqlite } from "@reminisce/store-sqlite"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Backup } from "../../src/index.ts"
import { hostSchema } from "./richStore.ts"

const [filename = "", directory = "", at = ""] = process.argv.slice(2)
let steps = 0

const step = Effect.sync(() => {
  if (steps++ === Number(at)) process.kill(process.pid, "SIGKILL")
})
const between = <A, E, R>(write: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  step.pipe(Effect.andThen(write), Effect.tap(step))

const stepping = Layer.effectContext(
  Effect.gen(function* () {
    const built = yield* StoreSqlite.make({ filename, schema: hostSchema })
    const store = Context.get(built, MemoryStore)
    const admin = Context.get(built, StoreAdmin)
    return Context.make(MemoryStore, {
      ...store,
      schema: store.schema,
      update: (owner, decide) => between(store.update(owner, decide)),
    }).pipe(
      Context.add(StoreAdmin, {
        ...admin,
        begin: (work) => between(admin.begin(work)),
        finish: (options) => between(admin.finish(options)),
      }),
    )
  }),
)

const restored = Effect.flatMap(Backup, ({ restore }) => restore(directory, { onSecret: "hold" }))
const layer = Backup.layer.pipe(Layer.provide(stepping), Layer.provide(Guard.layer))
await Effect.runPromise(Effect.provide(restored, layer))
process.stdout.write(String(steps))
