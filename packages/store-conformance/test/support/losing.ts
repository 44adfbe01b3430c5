/**
 * The reference behind a network that loses the answer to every second commit.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import { type Change, relay } from "./relay.ts"

/** `isRepeated`: the bug of sending a plan again as a new one when its answer was lost. */
export const losing = (isRepeated = false) =>
  relay((): Change => {
    let commits = 0
    return {
      attempt: (relayed) => (owner, propose) =>
        Effect.gen(function* () {
          let isSent = false
          const done = yield* relayed.attempt(owner, (view) =>
            Effect.tap(propose(view), ({ plan }) =>
              Effect.sync(() => {
                isSent = plan !== undefined
              }),
            ),
          )
          if (!isSent || ++commits % 2 === 1) return done
          return isRepeated ? { _tag: "Again" } : { _tag: "Lost" }
        }),
    }
  })
