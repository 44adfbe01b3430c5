// One life of a few memories, and the same answers whichever store keeps them: with index pages in
// its commits (a file, PostgreSQL), and with pages beside it (TypeDB).
import { StorePostgres } from "@reminisce/store-postgres"
import { StoreTypeDb } from "@reminisce/store-typedb"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import {
  Lifecycle,
  layerOver,
  type MemoryStore,
  type Owner,
  Provenance,
  Recall,
  type StoreAdmin,
  StoreSqlite,
} from "reminisce"
import { assert, describe, it } from "vitest"

// Owners nobody had before, in a place that stays: what a server keeps of a run is a few memories.
const run = crypto.randomUUID()
const place = "reminisce_life"
const alice: Owner = { kind: "agent", name: `alice-${run}` }
const bob: Owner = { kind: "agent", name: `bob-${run}` }
const told = { aspects: ["semantic"], basis: "told" } as const

/** Everything an agent is answered on the way, keys chosen so that two runs can be compared. */
const life = Effect.gen(function* () {
  const { remember, supersede, relate, forget } = yield* Lifecycle
  const recall = yield* Recall
  const { why } = yield* Provenance
  yield* TestClock.setTime(1_000)
  const gate = yield* remember(alice, {
    ...told,
    key: "gate",
    content: "The north gate opens at dawn.",
    facets: [["place", "north"]],
    sources: ["doc:gates"],
  })
  yield* remember(bob, { ...told, key: "gate", content: "The gate of somebody else." })
  yield* TestClock.setTime(2_000)
  const tide = yield* remember(alice, {
    ...told,
    key: "tide",
    basis: "inferred",
    content: "At high tide the gate stays shut, whatever the hour of dawn.",
    derivedFrom: ["gate"],
  })
  const before = yield* recall.recall(alice, "when does the gate open")
  yield* TestClock.setTime(3_000)
  const noon = yield* supersede(alice, "gate", {
    ...told,
    key: "noon",
    content: "The north gate opens at noon, no longer at dawn.",
  })
  yield* relate(alice, "contradiction", ["noon", "tide"], { reason: "hours differ" })
  const after = yield* recall.recall(alice, "when does the gate open")
  const past = yield* recall.asOf(alice, 2_500)
  yield* forget(alice, "tide", { reason: "told again" })
  return {
    made: [gate, tide, noon],
    before,
    after,
    past,
    forgotten: yield* recall.recall(alice, "high tide"),
    others: yield* recall.recall(bob, "gate"),
    why: yield* Effect.forEach(["gate", "tide", "noon"], (key) => why(alice, key, { depth: 5 })),
  }
})

const livedOver = <E>(store: Layer.Layer<MemoryStore | StoreAdmin, E>) =>
  life.pipe(Effect.provide(layerOver(store)), Effect.provide(TestClock.layer()), Effect.runPromise)

const { REMINISCE_POSTGRES_URL: postgres, REMINISCE_TYPEDB_URL: typedb } = process.env
const typedbUser = process.env.REMINISCE_TYPEDB_USERNAME ?? "admin"
const typedbPassword = process.env.REMINISCE_TYPEDB_PASSWORD ?? "password"

const servers = [
  {
    name: "PostgreSQL",
    address: postgres,
    layer: (url: string) => StorePostgres.layer({ url: Redacted.make(url), namespace: place }),
  },
  {
    name: "TypeDB",
    address: typedb,
    layer: (address: string) =>
      StoreTypeDb.layer({
        address,
        username: typedbUser,
        password: Redacted.make(typedbPassword),
        database: place,
      }),
  },
]

describe("a life of a few memories", () => {
  it("is remembered, replaced, explained and forgotten", async () => {
    const { before, after, past, forgotten, others, why } = await livedOver(
      StoreSqlite.layer({ filename: ":memory:" }),
    )
    const keys = (answer: { readonly memories: ReadonlyArray<{ readonly key: string }> }) =>
      answer.memories.map(({ key }) => key)
    assert.deepStrictEqual([...keys(before)].sort(), ["gate", "tide"])
    assert.deepStrictEqual([...keys(after)].sort(), ["noon", "tide"])
    assert.deepStrictEqual([...keys(past)].sort(), ["gate", "tide"])
    assert.deepStrictEqual(keys(forgotten), [])
    assert.deepStrictEqual(keys(others), ["gate"])
    assert.deepStrictEqual(
      why.map(({ memory }) => memory.status),
      ["superseded", "forgotten", "active"],
    )
  })

  for (const { name, address, layer } of servers) {
    if (address === undefined) {
      process.stderr.write(`\nLEFT OUT, no ${name} server: the same life on it\n`)
      it.skip(`LEFT OUT, no ${name} server: is the same on it`, () => {})
      continue
    }
    it(`is the same on ${name}`, { timeout: 120_000 }, async () => {
      assert.deepStrictEqual(
        await livedOver(layer(address)),
        await livedOver(StoreSqlite.layer({ filename: ":memory:" })),
      )
    })
  }
})
