// Criterion 2: after 1,000 random operations of two owners, withdrawals, purges, redactions and retention
// among them, every memory ever written is there, and has its words unless an erasure took them.
// Verifies: CR-02, ER-08
import { assert, describe, it } from "@effect/vitest"
import { MemoryStore, type StoreRecord } from "@reminisce/store"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import {
  Erasure,
  ErasureOptions,
  Lifecycle,
  layerOver,
  type Owner,
  Provenance,
  Recall,
} from "reminisce"
import { recallStores, STORE_MILLIS } from "./stores.ts"

const owners: ReadonlyArray<Owner> = [
  { kind: "agent", name: "alice" },
  { kind: "agent", name: "bob" },
]
const people = ["person-1", "person-2", "person-3"]
const OPERATIONS = 1_000
const ERASURES = ["withdraw", "purge", "redact", "retain"] as const

/** `a` and `b` choose among what there is. */
const operations = fc.sample(
  fc.record({
    kind: fc.oneof(
      { weight: 60, arbitrary: fc.constantFrom("remember", "intend", "supersede") },
      {
        weight: 37,
        arbitrary: fc.constantFrom(
          "forget",
          "unforget",
          "fulfil",
          "relate",
          "markRecalled",
          "recall",
        ),
      },
      { weight: 3, arbitrary: fc.constantFrom(...ERASURES) },
    ),
    a: fc.nat(),
    b: fc.nat(),
  }),
  { numRuns: OPERATIONS, seed: 2 },
)

interface Written {
  readonly owner: Owner
  readonly key: string
  readonly content: string
  readonly people: Set<string>
  isErased: boolean
}

const run = Effect.gen(function* () {
  const lifecycle = yield* Lifecycle
  const erasure = yield* Erasure
  const { recall } = yield* Recall
  const written: Array<Written> = []
  const done = new Map<string, number>()
  for (const [i, { kind, a, b }] of operations.entries()) {
    const owner = owners[a % 2] as Owner
    const own = written.filter((each) => each.owner === owner)
    const one = own[b % Math.max(1, own.length)]
    const other = own[(a + b) % Math.max(1, own.length)]
    const key = one?.key ?? "m_none"
    const person = people[b % people.length] as string
    const about = b % 4 === 0 ? [{ ref: person, consentScope: "care" }] : []
    const ground = b % 5 === 0 && one !== undefined ? [one] : []
    const content = `said as number ${i}, ${i % 3 === 0 ? "at the gate" : "in the boathouse"}`
    const told = { key: `m_${i}`, content, basis: "told" as const, subjects: about }
    const note = (replaced: ReadonlyArray<Written>): void => {
      const concerned = new Set(about.map(({ ref }) => ref))
      for (const each of replaced) for (const ref of each.people) concerned.add(ref)
      written.push({ owner, key: `m_${i}`, content, people: concerned, isErased: false })
    }
    const operation = {
      remember: Effect.map(
        lifecycle.remember(owner, {
          ...told,
          aspects: ["episodic"],
          derivedFrom: ground.map((each) => each.key),
        }),
        () => note(ground),
      ),
      intend: Effect.map(
        lifecycle.remember(owner, { ...told, aspects: ["prospective"], dueAt: i * 2_000 }),
        () => note([]),
      ),
      supersede: Effect.map(
        lifecycle.supersede(owner, key, { ...told, aspects: ["semantic"] }, { reason: "newer" }),
        () => note(one === undefined ? [] : [one]),
      ),
      forget: lifecycle.forget(owner, key),
      unforget: lifecycle.unforget(owner, key),
      fulfil: lifecycle.fulfil(owner, key),
      relate: lifecycle.relate(owner, "association", [key, other?.key ?? "m_none"]),
      markRecalled: lifecycle.markRecalled(owner, [key]),
      recall: recall(owner, content, { subject: person }),
      withdraw: Effect.map(erasure.withdraw(person, "asked"), () => {
        for (const each of written) if (each.people.has(person)) each.isErased = true
      }),
      purge: Effect.map(erasure.purge(person, { confirm: true }), () => {
        for (const each of written) if (each.people.delete(person)) each.isErased = true
      }),
      redact: Effect.map(erasure.redact(owner, key, "a mistake"), () => {
        if (one !== undefined) one.isErased = true
      }),
      // None is as old as a day.
      retain: erasure.retain(),
    }[kind]
    const isDone = yield* Effect.match(operation as Effect.Effect<unknown, unknown>, {
      onSuccess: () => true,
      onFailure: () => false,
    })
    if (isDone) done.set(kind, (done.get(kind) ?? 0) + 1)
    // Later ones take the same memories again, and would hide what this one took.
    if (ERASURES.some((each) => each === kind)) yield* expectStates(written)
  }
  return { written, done }
})

const everyMemory = (owner: Owner) =>
  Effect.flatMap(MemoryStore, (store) =>
    store.read(owner, (view) => view.scan("memory", { limit: 10_000 })),
  )

const stateOf = ({ attributes }: StoreRecord) => ({
  content: attributes.content,
  isWithdrawn: attributes.status === "withdrawn",
})

/** Every memory is there, and has its words unless it is erased. */
const expectStates = Effect.fnUntraced(function* (written: ReadonlyArray<Written>) {
  for (const owner of owners) {
    const own = written.filter((each) => each.owner === owner)
    const stored = new Map(
      (yield* everyMemory(owner)).map((record) => [record.key, stateOf(record)]),
    )
    assert.strictEqual(stored.size, own.length)
    for (const { content, isErased, key } of own)
      assert.deepStrictEqual(
        stored.get(key),
        isErased ? { content: undefined, isWithdrawn: true } : { content, isWithdrawn: false },
        key,
      )
  }
})

describe("criterion 2", () => {
  for (const store of recallStores) {
    it.live(
      `holds on ${store.name}`,
      () =>
        Effect.gen(function* () {
          const { written, done } = yield* run
          yield* expectStates(written)
          for (const kind of [
            "remember",
            "supersede",
            "withdraw",
            "purge",
            "redact",
            "retain",
            "forget",
          ])
            assert.isAbove(done.get(kind) ?? 0, 0, kind)
          const { history } = yield* Provenance
          for (const owner of owners) {
            const own = written.filter((each) => each.owner === owner)
            for (const { key, isErased, people: concerned } of own) {
              const steps = yield* history(owner, key, { subject: [...concerned] })
              assert.strictEqual(steps.at(-1)?.status === "withdrawn", isErased, key)
            }
          }
          const { verifyErasure } = yield* Erasure
          const found = yield* verifyErasure("person-1")
          const erased = written.filter(({ isErased }) => isErased).length
          const { capabilities } = yield* MemoryStore
          assert.deepStrictEqual(
            found.index,
            capabilities.transactionalPages ? { withdrawn: erased, stray: 0 } : undefined,
          )
        }).pipe(
          Effect.provide(layerOver(store.layer)),
          Effect.provideService(ErasureOptions, {
            withdrawBatch: 500,
            withdrawKeep: [],
            subjectRetentionDays: 1,
            scopeRetentionDays: { care: 1 },
          }),
        ),
      STORE_MILLIS,
    )
  }
})
