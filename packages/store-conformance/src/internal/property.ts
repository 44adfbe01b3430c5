/**
 * Properties: something said of every random case, tried on as many as the suite is told to.
 *
 * @module
 */
import type { StoreError } from "@reminisce/store"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import fc from "fast-check"
import type { SuiteOptions } from "../OpenStore.ts"

const RUNS = 60
const SEED = 20_261_129

/** `holds` fails or dies for a case that breaks the property; a smallest such case is then shown. */
export const property = <T>(
  { runs = RUNS, seed = fc.readConfigureGlobal()?.seed ?? SEED, shrinks = true }: SuiteOptions,
  cases: fc.Arbitrary<T>,
  holds: (each: T) => Effect.Effect<void, StoreError, Scope.Scope>,
): Effect.Effect<void> =>
  Effect.promise(() =>
    fc.assert(
      fc.asyncProperty(cases, (each) => Effect.runPromise(Effect.scoped(holds(each)))),
      { numRuns: runs, seed, endOnFailure: !shrinks },
    ),
  )
