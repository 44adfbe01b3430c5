/**
 * A turn for everything else between the parts of the work on a large plan, where the store lets it.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import type { Plan } from "../Plan.ts"

/** Writes from which on a plan is large. */
const LARGE = 250

export const pauseIfLarge = ({
  create,
  set,
  unset,
  drop,
  link,
  unlink,
}: Plan): Effect.Effect<void> =>
  create.length + set.length + unset.length + drop.length + link.length + unlink.length < LARGE
    ? Effect.void
    : Effect.yieldNow
