// What was looked for while it was lost leaves the index as if made anew, and nothing else does.
// Verifies: ER-26, LM-13
import { assert, describe, it } from "@effect/vitest"
import { Analyser } from "@reminisce/analyser"
import {
  beginSweep,
  checkIndex,
  layerIndexDeriver,
  Recall,
  Sweeping,
  sweepIndex,
} from "@reminisce/recall-engine"
import { memorySchema } from "@reminisce/schema"
import { type Draft, MemoryStore, type Owner } from "@reminisce/store"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as fc from "fast-check"
import { holdsAny } from "../src/internal/holdsAny.ts"
import { BLOCK_SLOTS, decodeWhole, encodeBlock } from "../src/internal/PostingBlock.ts"
import { type SearchLog, searchingStore } from "./support/searchingStore.ts"

const owner: Owner = { kind: "agent", name: "alice" }
const layer = () =>
  Recall.layer.pipe(
    Layer.provideMerge(
      MemoryStore.layerMemory(memorySchema).pipe(Layer.provide(layerIndexDeriver)),
    ),
    Layer.provideMerge(Analyser.layer),
  )

const WORDS = ["tide", "harbour", "lantern", "copper", "violin", "meadow"]
const memory = (i: number) => ({
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
    facets: [],
    concerns: i % 5 === 0 ? ["p_1"] : [],
    recallCount: 0,
    outside: false,
  },
})
const from = (first: number, count: number): ReadonlyArray<number> =>
  Array.from({ length: count }, (_, i) => first + i)

const emptied = (numbers: ReadonlyArray<number>): Draft => ({
  set: numbers.map((i) => ({
    type: "memory",
    key: `m_${i}`,
    attributes: { status: "withdrawn" },
  })),
  unset: numbers.map((i) => ({ type: "memory", key: `m_${i}`, attributes: ["content"] })),
  create: numbers.map((i) => ({
    type: "statusChange",
    key: `m_${i}#1`,
    attributes: { memory: `m_${i}`, ordinal: 1, status: "withdrawn", at: 99 },
  })),
})

/** A store of `count` memories, and how to write to it. */
const filled = (count: number, log: SearchLog = { taken: 0 }) =>
  Effect.map(MemoryStore, (plain) => {
    const store = searchingStore(plain, log)
    const write = (draft: Draft) =>
      plain
        .update(owner, () => Effect.succeed({ answer: undefined, draft }))
        .pipe(Effect.provideService(Sweeping, "throughout"))
    const sequence = plain.read(owner, (view) => Effect.succeed(view.sequence))
    return {
      store,
      plain,
      log,
      write,
      sequence,
      fill: write({ create: from(0, count).map(memory) }),
    }
  })

const isSound = Effect.map(checkIndex(owner), ({ _tag }) => _tag === "Sound")

describe("a sweep that was begun ahead", () => {
  it.effect("takes out what it has found, but for what memories keep", () =>
    Effect.gen(function* () {
      const { fill, log, sequence, store, write } = yield* filled(400)
      yield* fill
      const gone = from(50, 300)
      const ahead = yield* beginSweep(store, owner, gone)
      yield* write(emptied(gone.slice(0, 200)))
      yield* write(emptied(gone.slice(200)))
      assert.isFalse(yield* isSound)
      assert.isDefined(ahead)
      assert.strictEqual(
        yield* sweepIndex(store, owner, ahead && { ...ahead, sequence: yield* sequence }),
        gone.length,
      )
      assert.isAbove(log.taken, gone.length)
      assert.isTrue(yield* isSound)
    }).pipe(Effect.scoped, Effect.provide(layer())),
  )

  it.each([
    ["fewer", from(0, 99)],
    ["more", from(0, 101)],
    ["others", from(1, 100)],
    ["none", []],
  ])("is not made use of where it looked for %s", (_, sought) =>
    Effect.gen(function* () {
      const { fill, log, sequence, store, write } = yield* filled(150)
      yield* fill
      const ahead = yield* beginSweep(store, owner, sought)
      yield* write(emptied(from(0, 100)))
      yield* sweepIndex(store, owner, ahead && { ...ahead, sequence: yield* sequence })
      assert.strictEqual(log.taken, 0)
      assert.isTrue(yield* isSound)
    }).pipe(Effect.scoped, Effect.provide(layer()), Effect.runPromise),
  )

  it.effect("is not made use of once the owner has gone on", () =>
    Effect.gen(function* () {
      const { fill, log, sequence, store, write } = yield* filled(150)
      yield* fill
      const ahead = yield* beginSweep(store, owner, from(0, 100))
      yield* write(emptied(from(0, 100)))
      const known = yield* sequence
      yield* write({ create: [memory(300)] })
      yield* sweepIndex(store, owner, ahead && { ...ahead, sequence: known })
      assert.strictEqual(log.taken, 0)
      assert.isTrue(yield* isSound)
    }).pipe(Effect.scoped, Effect.provide(layer())),
  )

  it.effect("gives up what it has found when others write between its steps", () =>
    Effect.gen(function* () {
      const { fill, plain, sequence, store, write } = yield* filled(400)
      yield* fill
      const ahead = yield* beginSweep(store, owner, from(0, 300))
      yield* write(emptied(from(0, 300)))
      let steps = 0
      const busy: MemoryStore["Service"] = {
        ...store,
        schema: store.schema,
        update: (who, decide) =>
          Effect.gen(function* () {
            // Words of its own and of those that go, in pages that were found before.
            if (steps++ === 1)
              yield* write({
                create: [memory(400), memory(406)],
                set: [{ type: "memory", key: "m_9", attributes: { content: "aaa tide zzz" } }],
              })
            return yield* plain.update(who, decide)
          }),
      }
      yield* sweepIndex(busy, owner, ahead && { ...ahead, sequence: yield* sequence })
      assert.isAbove(steps, 3)
      assert.isTrue(yield* isSound)
    }).pipe(Effect.scoped, Effect.provide(layer())),
  )

  it.each([0, 1, 200, undefined])(
    "looks itself where the search was lost after %s pages, or was not to be had",
    (lostAfter) =>
      Effect.gen(function* () {
        const log: SearchLog = { taken: 0, ...(lostAfter === undefined ? {} : { lostAfter }) }
        const { fill, plain, sequence, store, write } = yield* filled(300, log)
        yield* fill
        const gone = from(0, 260)
        const ahead = yield* beginSweep(lostAfter === undefined ? plain : store, owner, gone)
        assert.strictEqual(ahead === undefined, lostAfter === undefined)
        yield* write(emptied(gone))
        yield* sweepIndex(store, owner, ahead && { ...ahead, sequence: yield* sequence })
        assert.isTrue(yield* isSound)
      }).pipe(Effect.scoped, Effect.provide(layer()), Effect.runPromise),
  )
})

describe("whether a page holds any of some slots", () => {
  const offsets = fc.uniqueArray(fc.integer({ min: 0, max: BLOCK_SLOTS - 1 }), {
    minLength: 1,
    maxLength: 3_000,
  })

  it("is what its slots say, also where the test is handed over as source", () => {
    // biome-ignore lint/security/noGlobalEval: as a thread does it.
    const handed: typeof holdsAny = globalThis.eval(`(${holdsAny.toString()})`)
    fc.assert(
      fc.property(
        offsets,
        fc.integer({ min: 0, max: 3 }),
        fc.uniqueArray(fc.integer({ min: 0, max: 4 * BLOCK_SLOTS - 1 }), { maxLength: 5 }),
        fc.boolean(),
        (held, block, others, isHit) => {
          const ascending = Uint32Array.from(held).sort()
          const bytes = encodeBlock(ascending, held.length) ?? new Uint8Array()
          const wanted = isHit ? [...others, block * BLOCK_SLOTS + (held[0] ?? 0)] : others
          const slots = new Uint8Array(4 * BLOCK_SLOTS)
          for (const slot of wanted) slots[slot] = 1
          const into = new Uint32Array(BLOCK_SLOTS)
          const count = decodeWhole(bytes, block, into, 0)
          const expected = into.subarray(0, count).some((slot) => slots[slot] === 1)
          for (const make of [holdsAny, handed]) {
            const holds = make({ slots, blockSlots: BLOCK_SLOTS, others: ["@@none"] })
            assert.strictEqual(holds("tide", block, bytes), expected)
            assert.isFalse(holds("@@none", block, bytes))
          }
        },
      ),
      { numRuns: 200 },
    )
  })

  it("ends with any bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        const slots = new Uint8Array(10).fill(1)
        const holds = holdsAny({ slots, blockSlots: BLOCK_SLOTS, others: [] })
        assert.isBoolean(holds("tide", 0, bytes))
      }),
    )
  })
})
