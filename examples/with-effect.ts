import * as Effect from "effect/Effect"
import { Lifecycle, layer, Recall } from "reminisce"

const program = Effect.gen(function* () {
  const owner = { kind: "agent", name: "alice" }
  const lifecycle = yield* Lifecycle
  const recall = yield* Recall
  yield* lifecycle.remember(owner, {
    content: "Ana Belén prefers meetings before eleven.",
    aspects: ["semantic"],
    basis: "told",
  })
  const { memories } = yield* recall.recall(owner, "when should I meet Ana?")
  return memories[0]?.content
})

const answer = await Effect.runPromise(
  program.pipe(Effect.provide(layer({ filename: ":memory:" }))),
)
console.log(answer) // Ana Belén prefers meetings before eleven.
