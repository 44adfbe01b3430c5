// Verifies: LI-05, LI-06, LI-08, LI-18, ME-06, ME-19, ME-20, ME-31
import { assert, describe, it } from "@effect/vitest"
import { Lifecycle } from "@reminisce/lifecycle"
import { Provenance } from "@reminisce/provenance"
import type { Memory, RememberRequest } from "@reminisce/schema"
import { MemoryStore } from "@reminisce/store"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { type Entry, type Expected, keyName, Model, PEOPLE, statusOf } from "./support/model.ts"
import { type NewMemoryOf, type Operation, operations } from "./support/operations.ts"
import { alice, allRecords, stores, world } from "./support/world.ts"

const toRequest = (model: Model, memory: NewMemoryOf): RememberRequest => ({
  content: `Words ${memory.words}.`,
  aspects: memory.words >= 4 ? ["prospective"] : ["semantic"],
  basis: "told",
  ...(memory.words >= 4 ? { cues: [{ event: "e" }] } : {}),
  ...(memory.key === null ? {} : { key: keyName(memory.key) }),
  ...(memory.person === null
    ? {}
    : { subjects: [{ ref: `p${memory.person}`, consentScope: "s" }] }),
  derivedFrom: model.groundsOf(memory),
})

type Answer = Memory | { readonly _tag: string }
const settle = <R>(write: Effect.Effect<Memory, { readonly _tag: string }, R>) =>
  Effect.match(write, {
    onSuccess: (memory): Answer => memory,
    onFailure: (refusal): Answer => refusal,
  })

/** Compares an answer with what the model expects, and enters a fresh memory. Answers its key, if any. */
const judge = (
  model: Model,
  expected: Expected,
  answer: Answer,
  at: number,
  old?: Entry,
): string | undefined => {
  if ("refusal" in expected || "_tag" in answer) {
    assert.deepStrictEqual<object>("_tag" in answer ? { refusal: answer._tag } : {}, expected)
    return undefined
  }
  if ("fresh" in expected) {
    assert.isUndefined(model.find(answer.key), "a fresh memory has a key of its own")
    model.enter(expected.fresh, answer.key, at, old)
  } else {
    assert.strictEqual(answer.key, expected.key)
  }
  return answer.key
}

/** What a pass will do: nothing in the write path makes a memory inactive. */
const decay = Effect.fnUntraced(function* (key: string) {
  const store = yield* MemoryStore
  yield* store.update(alice, (view, at) =>
    Effect.gen(function* () {
      const ordinal = 1 + (yield* view.count("statusChangeByMemory", [key]))
      const change = { memory: key, ordinal, status: "inactive", at }
      return {
        answer: undefined,
        draft: {
          set: [{ type: "memory", key, attributes: { status: "inactive" } }],
          create: [{ type: "statusChange", key: `${key}#${ordinal}`, attributes: change }],
        },
      }
    }),
  )
})

const perform = Effect.fnUntraced(function* (model: Model, operation: Operation, at: number) {
  const lifecycle = yield* Lifecycle
  switch (operation.do) {
    case "remember": {
      const request = toRequest(model, operation.memory)
      const answer = yield* settle(lifecycle.remember(alice, request))
      judge(model, model.remember(operation.memory), answer, at)
      return
    }
    case "rememberMany": {
      const requests = operation.memories.map((memory) => toRequest(model, memory))
      // Grounds are named by what is there before the call.
      const memories = operation.memories.map((memory) => ({ ...memory, grounds: [] }))
      const answers = yield* lifecycle.rememberMany(
        alice,
        requests.map(({ derivedFrom, ...request }) => request),
      )
      for (const [i, memory] of memories.entries()) {
        const answer = answers[i]
        assert.isDefined(answer)
        if (answer === undefined) return
        judge(model, model.remember(memory), "ok" in answer ? answer.ok : answer.refusal, at)
      }
      return
    }
    case "supersede": {
      const key = model.keyOf(operation.target)
      const old = model.find(key)
      const request = toRequest(model, operation.memory)
      const answer = yield* settle(lifecycle.supersede(alice, key, request))
      const wasSuperseded = old !== undefined && statusOf(old) === "superseded"
      const expected = model.supersede(key, operation.memory, at)
      const successor = judge(model, expected, answer, at, old)
      if (old !== undefined && successor !== undefined && !wasSuperseded) old.successor = successor
      return
    }
    default: {
      const key = model.keyOf(operation.target)
      const expected = model.move(operation.do, key, at)
      const act = {
        ...lifecycle,
        recall: (_: typeof alice, each: string) => lifecycle.markRecalled(alice, [each]),
      }
      if (operation.do === "decay") {
        if (expected === "done") yield* decay(key)
        return
      }
      const done: Effect.Effect<unknown, { readonly _tag: string }> = act[operation.do](alice, key)
      const tag = yield* Effect.match(done, {
        onSuccess: () => "done",
        onFailure: ({ _tag }) => _tag,
      })
      assert.strictEqual(tag, expected)
    }
  }
})

/** Everything the model knows is there and told by why, for those who may see it; nothing else is. */
const compare = Effect.fnUntraced(function* (model: Model) {
  const { why } = yield* Provenance
  const memories = yield* allRecords(alice, "memory")
  assert.sameMembers(
    memories.map(({ key }) => key),
    model.entries.map(({ key }) => key),
  )
  for (const entry of model.entries) {
    const told = yield* why(alice, entry.key, { subject: PEOPLE })
    assert.strictEqual(told.memory.status, statusOf(entry))
    assert.deepStrictEqual<object>(told.history, entry.history)
    assert.deepStrictEqual(told.memory.subjects, entry.people)
    assert.deepStrictEqual(told.grounds, entry.grounds)
    assert.strictEqual(told.memory.recallCount, entry.recalls)
    assert.deepStrictEqual(
      told.supersededBy.map(({ memory }) => memory.key),
      entry.successor === undefined ? [] : [entry.successor],
    )
    for (const person of [[], ["p0"], ["p0", "p1"]]) {
      const exit = yield* Effect.exit(why(alice, entry.key, { subject: person }))
      const mayBeSeen = entry.people.every((each) => person.includes(each))
      assert.strictEqual(exit._tag, mayBeSeen ? "Success" : "Failure")
    }
  }
})

const run = Effect.fnUntraced(function* (list: ReadonlyArray<Operation>) {
  const model = new Model()
  for (const [i, operation] of list.entries()) {
    yield* TestClock.setTime(i)
    yield* perform(model, operation, i)
  }
  yield* compare(model)
})

for (const { name, layer, sparing } of stores) {
  describe(`any operations over ${name}`, () => {
    it.effect.prop(
      "answer as the model does and leave what it knows",
      [operations(1, 40)],
      ([list]) => Effect.provide(run(list), world({ store: layer })),
      { timeout: 240_000, arbitrary: { runs: Math.ceil(60 / sparing), size: 30 } },
    )

    it.effect.prop(
      "never delete a memory, a thousand of them in a row",
      [operations(1_000, 1_000)],
      ([list]) => Effect.provide(run(list), world({ store: layer })),
      { timeout: 120_000, arbitrary: { runs: 1 } },
    )
  })
}
