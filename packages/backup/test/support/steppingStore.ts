/**
 * A store in a file whose process is killed at one of its steps. Steps are counted before and after
 * everything that writes to the store, over all openings, from 0.
 *
 * @module
 */
import { makeAnalyser } from "@reminisce/analyser"
import { makeIndexDeriver } from "@reminisce/recall-engine"
import { Derivers, MemoryStore, StoreAdmin, type StoreError } from "@reminisce/store"
import { StoreSqlite } from "@reminisce/store-sqlite"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** `at`: the step it ends at, or a negative number for none. */
export const makeStepping = (at: number) => {
  let steps = 0
  const step = Effect.sync(() => {
    if (steps++ === at) process.kill(process.pid, "SIGKILL")
  })
  const between = <A, E, R>(write: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    step.pipe(Effect.andThen(write), Effect.tap(step))
  const deriver = makeIndexDeriver(makeAnalyser())

  const open = (options: StoreSqlite.Options): Layer.Layer<MemoryStore | StoreAdmin, StoreError> =>
    Layer.effectContext(
      Effect.gen(function* () {
        const built = yield* StoreSqlite.make(options)
        const inner = Context.get(built, MemoryStore)
        const admin = Context.get(built, StoreAdmin)
        const store: MemoryStore["Service"] = {
          ...inner,
          schema: inner.schema,
          update: (owner, decide) => between(inner.update(owner, decide)),
          // The plans of the index are steps as well.
          derived: (owner) => ({
            postponing: deriver.bulk?.postponing ?? [],
            ...(deriver.bulk?.gather(store, owner) ?? { add: () => Effect.void, end: Effect.void }),
          }),
        }
        return Context.make(MemoryStore, store).pipe(
          Context.add(StoreAdmin, {
            ...admin,
            begin: (work) => between(admin.begin(work)),
            finish: (settings) => between(admin.finish(settings)),
          }),
        )
      }),
    ).pipe(Layer.provide(Layer.succeed(Derivers, [deriver])))
  return { open, steps: () => steps }
}
