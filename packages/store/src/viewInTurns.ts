/**
 * A view that lets everything else have its turn between the questions asked of it, and that asks
 * large ones in parts. For stores whose view stays at one state while others are at work.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import { viewInParts } from "./internal/viewInParts.ts"
import type { View } from "./View.ts"

/** Rows from one turn to the next, and one for each question: a few milliseconds. */
const ROWS = 250

export const viewInTurns = (view: View): View => {
  let asked = 0
  return {
    owner: view.owner,
    sequence: view.sequence,
    lastAt: view.lastAt,
    ...viewInParts((question, rows) =>
      Effect.suspend(() => {
        asked += rows + 1
        if (asked <= ROWS) return question(view)
        asked = 0
        return Effect.andThen(Effect.yieldNow, question(view))
      }),
    ),
  }
}
