/**
 * The suite as vitest tests: one for each check. Called once at the top of an adapter's test file.
 *
 * @module
 */
import { describe, it } from "@effect/vitest"
import { checksFor } from "./checksFor.ts"
import type { SuiteOptions } from "./OpenStore.ts"

const TIMEOUT_MILLIS = 300_000

export const suite = (store: SuiteOptions): void => {
  describe(`${store.name} conforms`, () => {
    for (const [group, checks] of Map.groupBy(checksFor(store), (check) => check.group)) {
      describe(group, () => {
        for (const check of checks) {
          it.live(check.name, () => check.run(store), check.timeoutMillis ?? TIMEOUT_MILLIS)
        }
      })
    }
  })
}
