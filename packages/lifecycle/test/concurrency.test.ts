// Verifies: LI-18, LI-20
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Lifecycle } from "@reminisce/lifecycle"
import { Provenance } from "@reminisce/provenance"
import { StoreSqlite } from "@reminisce/store-sqlite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { alice, allRecords, note, stores, world } from "./support/world.ts"

const writers = 8
const all = { concurrency: "unbounded" } as const
const crowd = Array.from({ length: writers }, (_, i) => i)

for (const { name, layer } of stores) {
  const here = () => Effect.provide(world({ store: layer }))
  const tags = <A, E extends { readonly _tag: string }, R>(
    act: (writer: number) => Effect.Effect<A, E, R>,
  ) =>
    Effect.map(
      Effect.forEach(
        crowd,
        (writer) =>
          Effect.match(act(writer), { onSuccess: () => "done", onFailure: ({ _tag }) => _tag }),
        all,
      ),
      (outcomes) => [...outcomes].sort(),
    )
  const oneWins = (other: string) => [...crowd.slice(1).map(() => other), "done"].sort()

  describe(`writers at once over ${name}`, () => {
    it.effect("that repeat one write make one memory", () =>
      Effect.gen(function* () {
        const { remember } = yield* Lifecycle
        const kept = yield* Effect.forEach(crowd, () => remember(alice, note("Same.")), all)
        assert.strictEqual(new Set(kept.map(({ key }) => key)).size, 1)
        assert.strictEqual((yield* allRecords(alice, "memory")).length, 1)
      }).pipe(here()),
    )

    it.effect("that want one key for different words leave it to one of them", () =>
      Effect.gen(function* () {
        const { remember } = yield* Lifecycle
        const outcomes = yield* tags((i) => remember(alice, note(`Words ${i}.`, { key: "k" })))
        assert.deepStrictEqual(outcomes, oneWins("Exists"))
      }).pipe(here()),
    )

    it.effect("that replace one memory differently leave it to one of them", () =>
      Effect.gen(function* () {
        const { remember, supersede } = yield* Lifecycle
        const { why, history } = yield* Provenance
        yield* remember(alice, note("Old.", { key: "old" }))
        const outcomes = yield* tags((i) => supersede(alice, "old", note(`New ${i}.`)))
        assert.deepStrictEqual(outcomes, oneWins("NotActive"))
        assert.strictEqual((yield* why(alice, "old")).supersededBy.length, 1)
        assert.strictEqual((yield* history(alice, "old")).length, 2)
        assert.strictEqual((yield* allRecords(alice, "memory")).length, 2)
      }).pipe(here()),
    )

    it.effect("that forget one memory leave it to one, and lose no count of recalls", () =>
      Effect.gen(function* () {
        const { remember, forget, markRecalled } = yield* Lifecycle
        const { why } = yield* Provenance
        yield* remember(alice, note("A.", { key: "a" }))
        yield* Effect.forEach(crowd, () => markRecalled(alice, ["a"]), all)
        assert.deepStrictEqual(yield* tags(() => forget(alice, "a")), oneWins("NotActive"))
        const told = yield* why(alice, "a")
        assert.strictEqual(told.memory.recallCount, writers)
        assert.strictEqual(told.history.length, 2)
      }).pipe(here()),
    )

    it.effect("share the record of a person and of a source", () =>
      Effect.gen(function* () {
        const { remember } = yield* Lifecycle
        const about = { subjects: [{ ref: "p1", consentScope: "s" }], sources: ["doc:x"] }
        yield* Effect.forEach(crowd, (i) => remember(alice, note(`Note ${i}.`, about)), all)
        assert.strictEqual((yield* allRecords(alice, "subject")).length, 1)
        assert.strictEqual((yield* allRecords(alice, "source")).length, 1)
      }).pipe(here()),
    )
  })
}

describe("two stores open on one file", () => {
  const folder = Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "lifecycle-"))),
    (path) => Effect.sync(() => rmSync(path, { recursive: true })),
  )

  // Live: a writer that finds the file taken waits by the clock.
  it.live("agree on every memory, key and count", () =>
    Effect.gen(function* () {
      const filename = join(yield* folder, "memories.db")
      const open = Layer.build(
        Layer.fresh(world({ store: () => Layer.orDie(StoreSqlite.layer({ filename })) })),
      )
      const services = [yield* open, yield* open]
      const both = <A, E extends { readonly _tag: string }>(
        act: (writer: number) => Effect.Effect<A, E, Lifecycle | Provenance>,
      ) =>
        Effect.forEach(
          services,
          (context, writer) =>
            Effect.match(Effect.provideContext(act(writer), context), {
              onSuccess: (answer) => ({ answer, tag: "done" }),
              onFailure: ({ _tag }) => ({ answer: undefined, tag: _tag }),
            }),
          all,
        )
      for (let round = 0; round < 20; round++) {
        const kept = yield* both(() =>
          Effect.flatMap(Lifecycle, (it) => it.remember(alice, note(`Round ${round}.`))),
        )
        const [key] = new Set(kept.map(({ answer }) => answer?.key ?? ""))
        assert.isTrue(kept.every(({ answer }) => answer?.key === key))
        const replaced = yield* both((writer) =>
          Effect.flatMap(Lifecycle, (it) =>
            it.supersede(alice, key ?? "", note(`Round ${round}, by ${writer}.`)),
          ),
        )
        assert.deepStrictEqual(replaced.map(({ tag }) => tag).sort(), ["NotActive", "done"])
        yield* both(() => Effect.flatMap(Lifecycle, (it) => it.markRecalled(alice, [key ?? ""])))
        const told = yield* both(() =>
          Effect.flatMap(Provenance, ({ why }) => why(alice, key ?? "")),
        )
        assert.deepStrictEqual(told[0], told[1])
        assert.strictEqual(told[0]?.answer?.memory.recallCount, 2)
      }
    }),
  )
})
