/**
 * What outlives the closing of a store: everything of a persistent one, nothing of another.
 * Verifies: ST-09
 *
 * @module
 */
import { SchemaMismatch, type StoreSchema } from "@reminisce/store"
import * as Effect from "effect/Effect"
import fc from "fast-check"
import { increment } from "../internal/counters.ts"
import { draftOf } from "../internal/draftOf.ts"
import { item } from "../internal/drafts.ts"
import { dump } from "../internal/dump.ts"
import { expectEqual, expectTrue, failureOf } from "../internal/expectations.ts"
import { group } from "../internal/group.ts"
import { alice, bob, newPlace, openAt, read, sequenceOf, write } from "../internal/opened.ts"
import { at, planId } from "../internal/sameTime.ts"
import { steps } from "../internal/steps.ts"
import { suiteSchema } from "../internal/suiteSchema.ts"

const { check } = group("reopened")

/** Where each opening defines a schema, as on TypeDB, half a dozen of them take long on a busy machine. */
const OPENINGS_MILLIS = 300_000

export const reopenChecks = [
  check(
    "shows all that it showed before, and goes on from there",
    (options) =>
      Effect.gen(function* () {
        const withPages = options.capabilities.transactionalPages
        const place = yield* newPlace(options)
        const owners = [alice, bob]
        const lives = fc.sample(steps({ owners: 2, withPages }), { numRuns: 6, seed: 7 })
        let plans = 0
        let before: ReadonlyArray<unknown> | undefined
        for (const taken of lives) {
          before = yield* Effect.scoped(
            Effect.gen(function* () {
              const opened = yield* openAt(options, place)
              const all = Effect.forEach(owners, (owner) =>
                read(opened, (view) => dump(suiteSchema, view, withPages), owner),
              )
              if (before !== undefined) expectEqual(yield* all, before)
              for (const { owner, now, writes } of taken) {
                yield* opened.store
                  .update(owners[owner] ?? alice, (view) =>
                    Effect.map(draftOf(view, writes), (draft) => ({ answer: 0, draft })),
                  )
                  .pipe(at(now, planId(plans++)), Effect.ignore)
              }
              return yield* all
            }),
          )
        }
        expectTrue(plans > 10, "plans were made")
      }),
    OPENINGS_MILLIS,
  ),

  check("gives new slots and later instants, even when the clock was set back", (options) =>
    Effect.gen(function* () {
      const place = yield* newPlace(options)
      for (const [i, now] of [9_000, 4_000, 5_000].entries()) {
        yield* Effect.scoped(
          Effect.gen(function* () {
            const opened = yield* openAt(options, place)
            yield* at(now, planId(i))(write(opened, { create: [item(`k${i}`)] }))
            const [found] = yield* read(opened, (view) => view.get("item", [`k${i}`]))
            expectEqual(found?.slot, i)
            const last = yield* read(opened, (view) => Effect.succeed([view.sequence, view.lastAt]))
            expectEqual(last, [i + 1, 9_000])
          }),
        )
      }
    }),
  ),

  check("with a schema of another version is a SchemaMismatch, older or newer", (options) =>
    Effect.gen(function* () {
      const place = yield* newPlace(options)
      yield* Effect.scoped(
        Effect.flatMap(openAt(options, place), (opened) => increment(opened, "a")),
      )
      for (const version of [suiteSchema.version - 1, suiteSchema.version + 1]) {
        const schema: StoreSchema = { ...suiteSchema, version }
        const error = yield* failureOf(Effect.scoped(openAt(options, place, { schema })))
        expectEqual(
          { ...error.reason },
          { ...new SchemaMismatch({ stored: suiteSchema.version, expected: version }) },
        )
      }
      const opened = yield* openAt(options, place)
      expectEqual(yield* increment(opened, "a"), 2)
    }),
  ),
]

/** In place of these, for a store that is not persistent. */
export const forgottenChecks = [
  check("knows nothing of before, nor of what another instance knows", (options) =>
    Effect.gen(function* () {
      const place = yield* newPlace(options)
      const first = yield* openAt(options, place)
      yield* increment(first, "a")
      const second = yield* openAt(options, place)
      expectEqual(yield* sequenceOf(second), 0)
      expectEqual(yield* second.admin.owners({ limit: 1 }), [])
    }),
  ),
]
