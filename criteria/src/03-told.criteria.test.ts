// Criterion 3, as it is told: after each erasure `why` says what became of a memory, the tool says the same,
// and neither says a word of it.
// Verifies: CR-03, ER-26, WH-07, WH-08, ST-01
import { assert, describe, it } from "@effect/vitest"
import { explanationToOutput, memoryTools, ToolHost } from "@reminisce/mcp"
import { MemoryStore, StoreError, Unavailable } from "@reminisce/store"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import {
  Erasure,
  ErasureOptions,
  type Explanation,
  Lifecycle,
  layerOver,
  type Owner,
  Provenance,
} from "reminisce"
import { recallStores, STORE_MILLIS } from "./stores.ts"

const owner: Owner = { kind: "agent", name: "alice" }
const connection = { era: "modern", isSession: false } as const
const WORD = "zanzibar"

const told = (key: string, ...people: ReadonlyArray<string>) => ({
  key,
  content: `It was said of ${WORD}`,
  aspects: ["semantic"],
  basis: "told" as const,
  subjects: people.map((ref) => ({ ref, consentScope: "care" })),
})

/** As if it had been recorded in 1970, which no writer can say. */
const age = (key: string) =>
  Effect.flatMap(MemoryStore, (store) =>
    store.update(owner, () =>
      Effect.succeed({
        answer: undefined,
        draft: { set: [{ type: "memory", key, attributes: { recordedAt: 0 } }] },
      }),
    ),
  )

/** By both faces. Undefined: neither shows it to this audience. */
const explained = Effect.fnUntraced(function* (key: string, ...subject: ReadonlyArray<string>) {
  const { why } = yield* Provenance
  const host = yield* ToolHost.make(memoryTools(owner))
  const { structuredContent } = yield* host.call(
    "memory_why",
    { key, ...(subject.length === 0 ? {} : { subject: [...subject] }) },
    { signal: new AbortController().signal, connection },
  )
  const found = yield* Effect.orElseSucceed(why(owner, key, { subject }), () => undefined)
  assert.deepStrictEqual<unknown>(
    structuredContent,
    found === undefined ? { error: { code: "not_found" } } : explanationToOutput(found),
  )
  return found
})

const says = Effect.fnUntraced(function* (
  withdrawal: Explanation["withdrawal"],
  key: string,
  ...subject: ReadonlyArray<string>
) {
  const found = yield* explained(key, ...subject)
  assert.strictEqual(found?.withdrawal, withdrawal, key)
  assert.strictEqual(JSON.stringify(found).includes(WORD), found?.memory.status !== "withdrawn")
})

describe("what is told of an erasure", () => {
  for (const store of recallStores) {
    const trap = { isSet: false }
    const failing = (itself: MemoryStore["Service"]): MemoryStore["Service"] => {
      let updates = 0
      return {
        ...itself,
        schema: itself.schema,
        update: (...asked) =>
          trap.isSet && updates++ === 1
            ? Effect.fail(
                new StoreError({
                  operation: "update",
                  reason: new Unavailable({ what: "planted" }),
                }),
              )
            : itself.update(...asked),
      }
    }
    it.live(
      `is the state of each memory, to whom it may be told, on ${store.name}`,
      () =>
        Effect.gen(function* () {
          const { remember } = yield* Lifecycle
          const { purge, redact, retain, withdraw } = yield* Erasure
          yield* remember(owner, told("m_1", "person-1"))
          yield* remember(owner, told("m_2"))
          yield* remember(owner, told("m_3", "person-1", "person-2"))
          yield* says("none", "m_1", "person-1")
          assert.isUndefined(yield* explained("m_1"))
          assert.isUndefined(yield* explained("m_3", "person-2"))

          trap.isSet = true
          yield* Effect.flip(withdraw("person-1", "asked", { batch: 1 }))
          trap.isSet = false
          yield* says("incomplete", "m_1", "person-1")
          yield* says("incomplete", "m_3", "person-1", "person-2")
          yield* withdraw("person-1", "asked")
          yield* says("complete", "m_1", "person-1")
          yield* says("complete", "m_3", "person-1", "person-2")
          assert.isUndefined(yield* explained("m_1"))
          yield* says("none", "m_2")

          yield* remember(owner, told("m_4", "person-1"))
          yield* age("m_4")
          yield* says("missed", "m_4", "person-1")
          yield* withdraw("person-1", "asked")
          yield* says("complete", "m_4", "person-1")

          yield* redact(owner, "m_2", "a mistake")
          yield* says("complete", "m_2")
          yield* remember(owner, told("m_5", "person-2"))
          yield* age("m_5")
          yield* says("none", "m_5", "person-2")
          yield* retain()
          yield* says("complete", "m_5", "person-2")

          yield* purge("person-1", { confirm: true })
          for (const key of ["m_1", "m_4"]) yield* says("purged", key)
          assert.isUndefined(yield* explained("m_3"))
          yield* says("purged", "m_3", "person-2")
        }).pipe(
          Effect.provide(
            layerOver(
              Layer.effect(MemoryStore, Effect.map(MemoryStore, failing)).pipe(
                Layer.provideMerge(store.layer),
              ),
            ),
          ),
          Effect.provideService(ErasureOptions, {
            withdrawBatch: 500,
            withdrawKeep: [],
            scopeRetentionDays: { care: 1 },
          }),
        ),
      STORE_MILLIS,
    )
  }
})
