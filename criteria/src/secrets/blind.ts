/**
 * A world in which a secret gets as far as it can: a guard that sees nothing, a store that breaks with all it was
 * given, and everyone who reads.
 *
 * @module
 */
import { memorySchema } from "@reminisce/schema"
import { MemoryStore, type StoreAdmin, type StoreError } from "@reminisce/store"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Guard, Lifecycle, Provenance, Recall } from "reminisce"
import { owner } from "./doors.ts"

/** A guard that sees nothing, so that a secret gets as far as it can. */
export const blindGuard = Layer.succeed(Guard)({
  version: "blind",
  check: () => Effect.succeed("clear"),
})

type AnyStore = Layer.Layer<MemoryStore | StoreAdmin, StoreError>

export const referenceStore: AnyStore = MemoryStore.layerMemory(memorySchema)

/** Dies at every write with all it was given in its message, as drivers do. */
export const brokenStore: AnyStore = Layer.effect(
  MemoryStore,
  Effect.map(MemoryStore, (inner) =>
    MemoryStore.of({
      ...inner,
      update: (of, decide) =>
        inner.update(of, (view, at) =>
          Effect.flatMap(decide(view, at), (decision) =>
            Effect.die(new Error(`cannot write ${JSON.stringify(decision)}`)),
          ),
        ),
    }),
  ),
).pipe(Layer.provideMerge(referenceStore))

/** Every reader, asked with the text wherever a text goes in. Most of it is refused or finds nothing. */
export const readAll = Effect.fnUntraced(function* (text: string) {
  const { markRecalled } = yield* Lifecycle
  const recall = yield* Recall
  const { history, why } = yield* Provenance
  const subject = [text]
  yield* Effect.forEach(
    [
      recall.recall(owner, text),
      recall.recall(owner, "gate", { subject, events: [text] }),
      recall.recall(owner, "gate", { after: text }),
      recall.reach([owner], text),
      recall.whyNot(owner, text, "a"),
      recall.whyNot(owner, "gate", text),
      recall.listMemories(owner, { subject }),
      recall.asOf(owner, text),
      why(owner, text),
      why(owner, "a", { subject }),
      history(owner, text),
      markRecalled(owner, [text]),
    ] as ReadonlyArray<Effect.Effect<unknown, unknown>>,
    Effect.exit,
  )
})
