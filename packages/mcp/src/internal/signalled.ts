/**
 * Waits for somebody to ask this process to stop. Who listened before is heard again afterwards.
 *
 * @module
 */
import * as Effect from "effect/Effect"

const SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"] as const

export const signalled = Effect.callback<void>((resume) => {
  const onSignal = (): void => resume(Effect.void)
  for (const signal of SIGNALS) process.once(signal, onSignal)
  return Effect.sync(() => {
    for (const signal of SIGNALS) process.off(signal, onSignal)
  })
})
