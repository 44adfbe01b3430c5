/**
 * What a promise of this library resolves to: the value, or the typed refusal. A promise rejects
 * only for a defect.
 *
 * @module
 */
import * as Effect from "effect/Effect"

export type Answer<A, E> =
  | { readonly ok: true; readonly value: A }
  | { readonly ok: false; readonly error: E }

/** The value, or throws the refusal: for hosts that prefer exceptions. */
export const unwrap = <A, E>(answer: Answer<A, E>): A => {
  if (!answer.ok) throw answer.error
  return answer.value
}

export const toAnswer = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
): Effect.Effect<Answer<A, E>, never, R> =>
  Effect.match(effect, {
    onSuccess: (value): Answer<A, E> => ({ ok: true, value }),
    onFailure: (error): Answer<A, E> => ({ ok: false, error }),
  })
