/**
 * How checks of one subject are written down.
 *
 * @module
 */
import type { StoreError } from "@reminisce/store"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Check } from "../Check.ts"
import type { SuiteOptions } from "../OpenStore.ts"
import { type Opened, openNew, type Wanted } from "./opened.ts"

type Run<A> = (subject: A) => Effect.Effect<void, StoreError, Scope.Scope>

export interface Group {
  /** A check that opens what it needs. */
  readonly check: (name: string, run: Run<SuiteOptions>, timeoutMillis?: number) => Check
  /** A check of a new store with the suite's schema. */
  readonly onNew: (
    name: string,
    run: (opened: Opened, options: SuiteOptions) => ReturnType<Run<Opened>>,
    wanted?: Wanted,
  ) => Check
}

export const group = (title: string): Group => {
  const check: Group["check"] = (name, run, timeoutMillis) => ({
    group: title,
    name,
    run,
    ...(timeoutMillis === undefined ? {} : { timeoutMillis }),
  })
  return {
    check,
    onNew: (name, run, wanted) =>
      check(name, (options) =>
        Effect.flatMap(openNew(options, wanted), (opened) => run(opened, options)),
      ),
  }
}
