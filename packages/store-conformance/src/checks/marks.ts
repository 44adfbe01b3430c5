/**
 * Work on a whole store: while it is under way, and when it has changed the schema's version, nobody
 * reads or writes who does not know of it, however long they have been open.
 * Verifies: UP-01, UP-03
 *
 * @module
 */
import type { StoreError } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { item, ref } from "../internal/drafts.ts"
import { expectEqual, expectRefusal, failureOf } from "../internal/expectations.ts"
import { group } from "../internal/group.ts"
import { newPlace, type Opened, openAt, read, sequenceOf, write } from "../internal/opened.ts"
import { suiteSchema } from "../internal/suiteSchema.ts"

const { check, onNew } = group("marks")

/** Everything another instance can be asked for fails with this reason. */
const expectShutOut = (other: Opened, reason: object) =>
  Effect.gen(function* () {
    const asked: ReadonlyArray<Effect.Effect<unknown, StoreError>> = [
      write(other, { create: [item("not this")] }),
      read(other, (view) => view.get("item", ["a"])),
      other.admin.owners({ limit: 1 }),
    ]
    for (const ask of asked) expectEqual({ ...(yield* failureOf(ask)).reason }, reason)
  })

const keptIn = (opened: Opened) =>
  read(opened, (view) =>
    Effect.map(view.scan("item", { limit: 10 }), (items) => items.map(({ key }) => key)),
  )

export const markChecks = [
  check("shut out whoever was open, and whoever opens, until the work has ended", (options) =>
    Effect.gen(function* () {
      const place = yield* newPlace(options)
      const other = yield* openAt(options, place)
      const mine = yield* openAt(options, place)
      yield* write(other, { create: [item("a")] })
      yield* mine.admin.begin("upgrading")
      yield* mine.admin.begin("upgrading")
      yield* write(mine, { create: [item("b")] })
      const unfinished = { _tag: "Unfinished", work: "upgrading" }
      yield* expectShutOut(other, unfinished)
      const opening = Effect.scoped(openAt(options, place))
      expectEqual({ ...(yield* failureOf(opening)).reason }, unfinished)
      expectEqual(yield* keptIn(mine), ["a", "b"])
      yield* mine.admin.finish()
      yield* write(other, { set: [{ ...ref("item", "a"), attributes: { tags: ["t"] } }] })
      expectEqual([yield* keptIn(other), yield* sequenceOf(mine)], [["a", "b"], 3])
    }),
  ),

  check("shut out for good whoever was open before another version of the schema", (options) =>
    Effect.gen(function* () {
      const place = yield* newPlace(options)
      const older = yield* openAt(options, place)
      yield* write(older, { create: [item("a")] })
      const { version } = suiteSchema
      yield* Effect.scoped(
        Effect.gen(function* () {
          const upgrading = yield* openAt(options, place)
          yield* upgrading.admin.begin("upgrading")
          yield* upgrading.admin.finish({ version: version + 1 })
        }),
      )
      const mismatch = { _tag: "SchemaMismatch", stored: version + 1, expected: version }
      yield* expectShutOut(older, mismatch)
      const opening = Effect.scoped(openAt(options, place))
      expectEqual({ ...(yield* failureOf(opening)).reason }, mismatch)
      const schema = { ...suiteSchema, version: version + 1 }
      expectEqual(yield* keptIn(yield* openAt(options, place, { schema })), ["a"])
    }),
  ),

  onNew("let nobody restore into a store that has an owner", (opened) =>
    Effect.gen(function* () {
      yield* write(opened, { create: [item("a")] })
      const refusal = "begin: QuestionRefused rule=not-empty"
      yield* expectRefusal(opened.admin.begin("restoring"), refusal)
      yield* write(opened, { create: [item("b")] })
      expectEqual(yield* keptIn(opened), ["a", "b"])
    }),
  ),
]
