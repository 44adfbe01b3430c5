// Withdrawn memories leave the postings: few at once, many in a sweep; the pages end as if made anew.
// Verifies: ER-26, LM-13
import { assert, describe, it } from "@effect/vitest"
import { Analyser } from "@reminisce/analyser"
import {
  checkIndex,
  layerIndexDeriver,
  makeIndexAudit,
  Recall,
  Sweeping,
  sweepIndex,
} from "@reminisce/recall-engine"
import { memorySchema } from "@reminisce/schema"
import { type Draft, MemoryStore, type Owner } from "@reminisce/store"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as fc from "fast-check"

const owner: Owner = { kind: "agent", name: "alice" }
const layer = () =>
  Recall.layer.pipe(
    Layer.provideMerge(
      MemoryStore.layerMemory(memorySchema).pipe(Layer.provide(layerIndexDeriver)),
    ),
    Layer.provideMerge(Analyser.layer),
  )

const write = (draft: Draft) =>
  Effect.flatMap(MemoryStore, (store) =>
    store.update(owner, () => Effect.succeed({ answer: undefined, draft })),
  )

const WORDS = ["tide", "harbour", "lantern", "copper", "violin", "meadow"]
/** By somebody else, between two steps of a sweep. */
const writeTo = (store: MemoryStore["Service"], draft: Draft) =>
  write(draft).pipe(Effect.provideService(MemoryStore, store))

const fill = (count: number) =>
  write({
    create: Array.from({ length: count }, (_, i) => ({
      type: "memory",
      key: `m_${i}`,
      attributes: {
        content: `${WORDS[i % 6]} ${WORDS[(i * 5 + 1) % 6]} rare${i}`,
        aspects: [i % 3 === 0 ? "episodic" : "semantic"],
        basis: "told",
        confidence: 1_000,
        salience: 1_000_000,
        status: "active",
        recordedAt: i,
        ...(i % 2 === 0 ? { occurredAt: 86_400_000 * (i % 9) } : {}),
        facets: i % 4 === 0 ? ["from=Anna"] : [],
        concerns: i % 5 === 0 ? ["p_1"] : [],
        ...(i % 7 === 0 ? {} : { trail: `t${i % 3}`, ordinal: (i * 11) % 40 }),
        recallCount: 0,
        outside: false,
      },
    })),
  })

/** As an erasure writes it. */
const withdraw = (numbers: ReadonlyArray<number>, keeps: ReadonlyArray<string> = []) =>
  Effect.gen(function* () {
    const store = yield* MemoryStore
    const keys = numbers.map((i) => `m_${i}`)
    const records = yield* store.read(owner, (view) => view.get("memory", keys))
    yield* write({
      set: keys.map((key) => ({ type: "memory", key, attributes: { status: "withdrawn" } })),
      unset: records.flatMap((record) =>
        record === undefined
          ? []
          : [
              {
                type: "memory",
                key: record.key,
                attributes: ["content", "facets", "trail", "ordinal"].filter(
                  (name) => !keeps.includes(name) && record.attributes[name] !== undefined,
                ),
              },
            ],
      ),
      create: keys.map((key) => ({
        type: "statusChange",
        key: `${key}#1`,
        attributes: { memory: key, ordinal: 1, status: "withdrawn", at: 99 },
      })),
    })
  })

/** All pages but how far the index has come. */
const pages = Effect.gen(function* () {
  const store = yield* MemoryStore
  return yield* store.read(
    owner,
    Effect.fnUntraced(function* (view) {
      const names = yield* view.pageNames("postings", { limit: 10_000 })
      const postings = yield* view.pages("postings", names)
      const [rows = []] = yield* view.pages("columns", ["rows"])
      return [...postings.flat(), ...rows].map(
        ({ name, number, bytes }) => `${name} ${number} ${Buffer.from(bytes).toString("hex")}`,
      )
    }),
  )
})

const strayOf = (numbers: ReadonlyArray<number>) =>
  Effect.gen(function* () {
    const store = yield* MemoryStore
    const audit = makeIndexAudit()
    const keys = numbers.map((i) => `m_${i}`)
    const records = yield* store.read(owner, (view) => view.get("memory", keys))
    audit.add(records.filter((record) => record !== undefined))
    let stray = 0
    for (let after: string | undefined; ; ) {
      const from = after
      const step = yield* store.read(owner, (view) => audit.step(view, from))
      stray += step.stray
      if (step.after === undefined) return stray
      after = step.after
    }
  })

const expectAsMadeAnew = Effect.gen(function* () {
  const swept = yield* pages
  const { reindex } = yield* Recall
  yield* reindex(owner)
  assert.deepStrictEqual(swept, yield* pages)
})

const WAYS: ReadonlyArray<Sweeping> = ["by-term", "throughout"]

const numbersUpTo = (count: number): ReadonlyArray<number> =>
  Array.from({ length: count }, (_, i) => i)

describe("withdrawn memories", () => {
  it.effect("leave the postings at once where they are few", () =>
    Effect.gen(function* () {
      yield* fill(90)
      yield* withdraw([0, 3, 4, 5, 80])
      assert.strictEqual(yield* strayOf([0, 3, 4, 5, 80]), 0)
      yield* expectAsMadeAnew
    }).pipe(Effect.provide(layer())),
  )

  it.each(WAYS)("leave in a sweep %s where they are many, and are no hits before it", (way) =>
    Effect.gen(function* () {
      yield* fill(300)
      const gone = numbersUpTo(300).filter((i) => i % 3 !== 1)
      yield* withdraw(gone)
      assert.isAbove(yield* strayOf(gone), 0)
      const { recall } = yield* Recall
      const found = yield* recall(owner, "rare3 rare6 tide harbour", { k: 100 })
      assert.isNotEmpty(found.memories)
      assert.isTrue(found.memories.every(({ key }) => Number(key.slice(2)) % 3 === 1))
      const store = yield* MemoryStore
      assert.strictEqual((yield* checkIndex(owner))._tag, "Behind")
      assert.isAtLeast(yield* sweepIndex(store, owner), gone.length)
      assert.strictEqual(yield* strayOf(gone), 0)
      assert.strictEqual(yield* sweepIndex(store, owner), 0)
      assert.strictEqual((yield* checkIndex(owner))._tag, "Sound")
      yield* expectAsMadeAnew
    }).pipe(Effect.provideService(Sweeping, way), Effect.provide(layer()), Effect.runPromise),
  )

  it.each(WAYS)("keep in a sweep %s what one of them was given again before it", (way) =>
    Effect.gen(function* () {
      yield* fill(200)
      yield* withdraw(numbersUpTo(100))
      yield* write({
        set: [
          {
            type: "memory",
            key: "m_7",
            attributes: { content: "tide rare7", facets: ["a=violin"] },
          },
          { type: "memory", key: "m_8", attributes: { concerns: ["p_2"], aspects: ["episodic"] } },
        ],
      })
      yield* sweepIndex(yield* MemoryStore, owner)
      assert.strictEqual((yield* checkIndex(owner))._tag, "Sound")
    }).pipe(Effect.provideService(Sweeping, way), Effect.provide(layer()), Effect.runPromise),
  )

  it.each(WAYS)("keep in a sweep %s what one of them was given again while it runs", (way) =>
    Effect.gen(function* () {
      yield* fill(260)
      yield* withdraw(numbersUpTo(220))
      const store = yield* MemoryStore
      let steps = 0
      const busy: MemoryStore["Service"] = {
        ...store,
        schema: store.schema,
        update: (who, decide) =>
          Effect.gen(function* () {
            if (steps++ === 1)
              yield* writeTo(store, {
                set: [
                  { type: "memory", key: "m_9", attributes: { content: "aaa lantern zzz tide" } },
                ],
              })
            return yield* store.update(who, decide)
          }),
      }
      yield* sweepIndex(busy, owner)
      assert.isAbove(steps, 2)
      assert.strictEqual((yield* checkIndex(owner))._tag, "Sound")
    }).pipe(Effect.provideService(Sweeping, way), Effect.provide(layer()), Effect.runPromise),
  )

  it.each(WAYS)("end a sweep %s that another has done meanwhile", (way) =>
    Effect.gen(function* () {
      yield* fill(260)
      yield* withdraw(numbersUpTo(220))
      const store = yield* MemoryStore
      let steps = 0
      const late: MemoryStore["Service"] = {
        ...store,
        schema: store.schema,
        update: (who, decide) =>
          Effect.gen(function* () {
            if (steps++ === 1) {
              yield* sweepIndex(store, owner)
              yield* writeTo(store, {
                set: [{ type: "memory", key: "m_9", attributes: { content: "lantern zzz tide" } }],
              })
            }
            return yield* store.update(who, decide)
          }),
      }
      yield* sweepIndex(late, owner)
      assert.strictEqual(steps, 2)
      assert.strictEqual((yield* checkIndex(owner))._tag, "Sound")
    }).pipe(Effect.provideService(Sweeping, way), Effect.provide(layer()), Effect.runPromise),
  )

  it.effect("leave in a sweep throughout also where it is one", () =>
    Effect.gen(function* () {
      yield* fill(100)
      yield* withdraw([0]).pipe(Effect.provideService(Sweeping, "throughout"))
      assert.strictEqual(yield* sweepIndex(yield* MemoryStore, owner), 1)
      assert.strictEqual(yield* strayOf([0]), 0)
      yield* expectAsMadeAnew
    }).pipe(Effect.provide(layer())),
  )

  it.effect("leave with an index that others have left behind, which is made anew", () =>
    Effect.gen(function* () {
      yield* fill(200)
      const gone = numbersUpTo(100)
      yield* withdraw(gone)
      const store = yield* MemoryStore
      // A plan that writes pages itself is not followed by the deriver.
      yield* write({
        set: [{ type: "memory", key: "m_150", attributes: { recallCount: 1 } }],
        pages: [{ space: "postings", name: "zz", number: 0, bytes: new Uint8Array([0]) }],
      })
      yield* sweepIndex(store, owner)
      assert.strictEqual(yield* strayOf(gone), 0)
      const { recall } = yield* Recall
      assert.isAbove((yield* recall(owner, "tide", {})).memories.length, 0)
      yield* expectAsMadeAnew
    }).pipe(Effect.provide(layer())),
  )

  it.effect("leave trails as if made anew, whichever go and in whatever parts", () =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(
          fc.array(fc.uniqueArray(fc.integer({ min: 0, max: 119 }), { maxLength: 100 }), {
            minLength: 1,
            maxLength: 3,
          }),
          fc.constantFrom([], ["trail", "ordinal"], ["facets"], ["content"]),
          fc.array(fc.constantFrom(...WAYS), { minLength: 3, maxLength: 3 }),
          (parts, keeps, ways) =>
            Effect.runPromise(
              Effect.gen(function* () {
                yield* fill(120)
                const done = new Set<number>()
                for (const [i, part] of parts.entries()) {
                  const now = part.filter((each) => !done.has(each))
                  yield* withdraw(now, keeps).pipe(
                    Effect.provideService(Sweeping, ways[i] ?? "by-term"),
                  )
                  for (const i of part) done.add(i)
                }
                yield* sweepIndex(yield* MemoryStore, owner)
                if (keeps.length !== 1) assert.strictEqual(yield* strayOf([...done]), 0)
                yield* expectAsMadeAnew
              }).pipe(Effect.provide(layer())),
            ),
        ),
        { numRuns: 15 },
      ),
    ),
  )
})
