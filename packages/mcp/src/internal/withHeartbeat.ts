/**
 * Tells a client that asked for progress that its call is still alive, as long as the tool itself says
 * nothing of it. Without one, clients give up on a call after a minute.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import type { ToolCall } from "../ToolDefinition.ts"

/** Seconds between two beats; each reports how many there were. */
const EVERY = "5 seconds"

export const withHeartbeat = <A, E, R>(
  call: ToolCall,
  run: (call: ToolCall) => Effect.Effect<A, E, R>,
): Effect.Effect<A, E, R> => {
  const { report } = call
  if (report === undefined) return run(call)
  return Effect.suspend(() => {
    let beats = 0
    let isTold = false
    const beat = Effect.delay(
      Effect.sync(() => {
        if (isTold) return
        beats += 1
        report({ done: beats })
      }),
      EVERY,
    )
    const told: ToolCall = {
      ...call,
      report: (progress) => {
        isTold = true
        report(progress)
      },
    }
    return Effect.raceFirst(run(told), Effect.forever(beat))
  })
}
