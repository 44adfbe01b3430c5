// Criteria 2 and 13, as far as their parts exist: after 1,000 random operations, one a day,
// every memory ever written is still there with its words, its history has only grown, and a restored
// backup says the same.
// Verifies: ER-32
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { memorySchema } from "@reminisce/schema"
import { MemoryStore } from "@reminisce/store"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import * as fc from "fast-check"
import { Backup, Lifecycle, layerOver, type Owner, Provenance } from "reminisce"
import { recallStores } from "./stores.ts"

const owner: Owner = { kind: "agent", name: "alice" }
const OPERATIONS = 1_000

/** `a` and `b` choose among the memories there are. */
const operations = fc.sample(
  fc.record({
    kind: fc.constantFrom(
      "remember",
      "remember",
      "intend",
      "supersede",
      "forget",
      "unforget",
      "fulfil",
      "relate",
      "markRecalled",
    ),
    a: fc.nat(),
    b: fc.nat(),
  }),
  { numRuns: OPERATIONS, seed: 13 },
)

const run = Effect.gen(function* () {
  const lifecycle = yield* Lifecycle
  const written = new Map<string, string>()
  const done = new Map<string, number>()
  for (const [i, { kind, a, b }] of operations.entries()) {
    yield* TestClock.adjust(1_000)
    const keys = [...written.keys()]
    const key = keys[a % keys.length] ?? "m_none"
    const other = keys[b % keys.length] ?? "m_none"
    const content = `what was said as number ${i}, ${i % 3 === 0 ? "at the gate" : "in the boathouse"}`
    const told = { key: `m_${i}`, content, basis: "told" as const }
    const operation = {
      remember: lifecycle.remember(owner, {
        ...told,
        aspects: ["episodic"],
        derivedFrom: i % 5 === 0 && keys.length > 0 ? [key] : [],
      }),
      intend: lifecycle.remember(owner, { ...told, aspects: ["prospective"], dueAt: i * 2_000 }),
      supersede: lifecycle.supersede(owner, key, { ...told, aspects: ["semantic"] }),
      forget: lifecycle.forget(owner, key),
      unforget: lifecycle.unforget(owner, key),
      fulfil: lifecycle.fulfil(owner, key),
      relate: lifecycle.relate(owner, "association", [key, other]),
      markRecalled: lifecycle.markRecalled(owner, [key]),
    }[kind]
    const isDone = yield* Effect.match(operation as Effect.Effect<unknown, unknown>, {
      onSuccess: () => true,
      onFailure: () => false,
    })
    if (!isDone) continue
    done.set(kind, (done.get(kind) ?? 0) + 1)
    if (kind === "remember" || kind === "intend" || kind === "supersede") {
      written.set(told.key, content)
    }
  }
  for (const kind of new Set(operations.map((each) => each.kind)))
    assert.isAbove(done.get(kind) ?? 0, 5, kind)
  return written
})

/** Key, words and history of all there is. */
const kept = Effect.gen(function* () {
  const store = yield* MemoryStore
  const { history } = yield* Provenance
  const memories = yield* store.read(owner, (view) => view.scan("memory", { limit: 10_000 }))
  return yield* Effect.forEach(memories, ({ key, attributes }) =>
    Effect.map(history(owner, key), (steps) => ({
      key,
      content: attributes.content,
      status: attributes.status,
      steps,
    })),
  )
})

describe("criteria 2 and 13", () => {
  for (const store of recallStores) {
    it.effect(
      `hold on ${store.name}`,
      () =>
        Effect.gen(function* () {
          const folder = yield* Effect.acquireRelease(
            Effect.sync(() => mkdtempSync(join(tmpdir(), "reminisce-criteria-"))),
            (made) => Effect.sync(() => rmSync(made, { recursive: true, force: true })),
          )
          const before = yield* Effect.gen(function* () {
            const written = yield* run
            const all = yield* kept
            assert.deepStrictEqual(new Map(all.map((each) => [each.key, each.content])), written)
            for (const { key, status, steps } of all) {
              assert.strictEqual(steps[0]?.status, "active", key)
              assert.strictEqual(steps.at(-1)?.status, status, key)
              assert.deepStrictEqual(
                steps.map(({ at }) => at),
                steps.map(({ at }) => at).toSorted((x, y) => x - y),
                key,
              )
            }
            yield* (yield* Backup).backup(join(folder, "backup"))
            return all
          }).pipe(Effect.provide(layerOver(store.layer), { local: true }))
          const after = yield* Effect.gen(function* () {
            yield* (yield* Backup).restore(join(folder, "backup"))
            return yield* kept
          }).pipe(Effect.provide(layerOver(MemoryStore.layerMemory(memorySchema)), { local: true }))
          assert.deepStrictEqual(after, before)
        }),
      600_000,
    )
  }
})
