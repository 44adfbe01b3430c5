/**
 * What is done to the filled file, each time alike: by a process that is killed, and by whoever repeats it.
 *
 * @module
 */
import { Erasure, ErasureOptions } from "@reminisce/erasure"
import * as Effect from "effect/Effect"
import { alice, DAY, person, TODAY } from "./erasing.ts"

/** As many memories to a transaction as make two of them. */
const BATCH = 80

/** Of these, `redact` takes the first of hers, and `retain` all of hers: nobody else's is over its days. */
export const acts = {
  withdraw: Effect.flatMap(Erasure, ({ withdraw }) => withdraw(person, "asked", { batch: BATCH })),
  purge: Effect.flatMap(Erasure, ({ purge }) => purge(person, { confirm: true, batch: BATCH })),
  redact: Effect.flatMap(Erasure, ({ redact }) => redact(alice, "h_0", "a mistake")),
  retain: Effect.flatMap(Erasure, ({ retain }) => retain({ until: TODAY * DAY })),
}

/** For the layer of `Erasure`. */
export const withDays = Effect.provideService(ErasureOptions, {
  withdrawBatch: BATCH,
  withdrawKeep: [],
  scopeRetentionDays: { care: 90 },
})
