// Verifies: LI-02, LI-19, ME-25, PO-01, PO-02, PO-10
import { assert, describe, it } from "@effect/vitest"
import {
  Lifecycle,
  type PolicyAttributes,
  PolicyFailed,
  type PolicyVerdict,
} from "@reminisce/lifecycle"
import type { RememberRequest } from "@reminisce/schema"
import type { Owner } from "@reminisce/store"
import { captured, errorText } from "@reminisce/store-conformance"
import * as Effect from "effect/Effect"
import { alice, facts, note, world } from "./support/world.ts"
import { everythingStored, plantAll, writerNames, writers } from "./support/writers.ts"

describe("the host's policy", () => {
  it.effect("sees every write once, complete and by its operation", () => {
    const seen: Array<readonly [Owner, PolicyAttributes]> = []
    const policy = (owner: Owner, attributes: PolicyAttributes) =>
      Effect.sync((): PolicyVerdict => {
        seen.push([owner, attributes])
        return "ok"
      })
    return Effect.gen(function* () {
      yield* plantAll
      for (const name of writerNames) yield* writers[name]({ reviewedBy: "keeper-1" })
      const { markRecalled, rememberMany } = yield* Lifecycle
      yield* markRecalled(alice, ["b", "b"])
      yield* rememberMany(alice, [note("One."), note("Two.")])
      assert.deepStrictEqual(
        seen.map(([, { operation }]) => operation),
        [...writerNames, "markRecalled", "remember", "remember"],
      )
      assert.isTrue(seen.every(([owner]) => owner.name === "alice"))
      assert.deepInclude(seen[0]?.[1], {
        operation: "remember",
        content: "New.",
        confidence: 1_000,
        sources: [],
        reviewedBy: "keeper-1",
      })
      assert.deepInclude(seen[1]?.[1], { supersedes: "a", content: "Instead.", reason: "r" })
      assert.deepInclude(seen[2]?.[1], { key: "c", reason: "r", reviewedBy: "keeper-1" })
      assert.deepInclude(seen[5]?.[1], { kind: "association", members: ["a", "b"] })
      assert.deepInclude(seen[6]?.[1], { keys: ["b"] })
    }).pipe(Effect.provide(world({ policy })))
  })

  const answers: ReadonlyArray<readonly [string, PolicyVerdict, object]> = [
    ["holds", { held: "review" }, { _tag: "Held", rule: "review" }],
    ["refuses", { refuse: "tenant_quota" }, { _tag: "Refused", rule: "tenant_quota" }],
    ["quotes in its rule", { refuse: "New. is bad" }, { _tag: "Refused", rule: "policy" }],
    // What a host without types may answer.
    ["answers nothing", undefined as unknown as PolicyVerdict, { _tag: "PolicyFailed" }],
    ["answers nonsense", { ok: true } as unknown as PolicyVerdict, { _tag: "PolicyFailed" }],
  ]
  for (const [does, verdict, expected] of answers) {
    it.effect.each([...writerNames])(`that ${does} keeps %s from writing anything`, (name) =>
      Effect.gen(function* () {
        yield* plantAll
        const before = yield* everythingStored
        assert.deepStrictEqual(facts(yield* Effect.flip(writers[name]())), expected)
        assert.deepStrictEqual(yield* everythingStored, before)
      }).pipe(Effect.provide(world({ policy: () => Effect.succeed(verdict) }))),
    )
  }

  it.effect.each([...writerNames])("that holds lets %s pass once it names a reviewer", (name) =>
    Effect.gen(function* () {
      yield* plantAll
      yield* writers[name]({ reviewedBy: "keeper-1" })
    }).pipe(Effect.provide(world({ policy: () => Effect.succeed({ held: "review" }) }))),
  )

  const failures: ReadonlyArray<
    readonly [string, () => Effect.Effect<PolicyVerdict, PolicyFailed>]
  > = [
    ["fails", () => Effect.fail(new PolicyFailed())],
    ["dies", () => Effect.die(new Error("canary-7"))],
    [
      "throws",
      () => {
        throw new Error("canary-7")
      },
    ],
  ]
  it.effect.each(failures)("that %s lets nothing through and is not quoted", ([, policy]) =>
    Effect.gen(function* () {
      yield* plantAll
      const before = yield* everythingStored
      for (const name of writerNames) {
        const { exit, text } = yield* captured(Effect.flip(writers[name]()))
        assert.strictEqual(exit._tag, "Success")
        if (exit._tag === "Success") {
          assert.deepStrictEqual(facts(exit.value), { _tag: "PolicyFailed" })
          assert.notInclude(errorText(exit.value), "canary-7")
        }
        assert.notInclude(text, "canary-7")
      }
      assert.deepStrictEqual(yield* everythingStored, before)
    }).pipe(Effect.provide(world({ policy }))),
  )
})

describe("the order of checks", () => {
  const asked: Array<string> = []
  const here = Effect.provide(
    world({
      policy: (_, { operation }) =>
        Effect.sync(() => {
          asked.push(operation)
          return { refuse: "never" }
        }),
    }),
  )
  it.effect("is caps, guard, policy, store", () =>
    Effect.gen(function* () {
      const { remember } = yield* Lifecycle
      const tag = (request: RememberRequest) =>
        Effect.map(Effect.flip(remember(alice, request)), ({ _tag }) => _tag)
      asked.length = 0
      const huge = `SECRET ${"x".repeat(40_000)}`
      assert.strictEqual(yield* tag(note(huge, { derivedFrom: ["none"] })), "TooLarge")
      assert.strictEqual(yield* tag(note("SECRET", { derivedFrom: ["none"] })), "SecretRefused")
      assert.deepStrictEqual(asked, [])
      assert.strictEqual(yield* tag(note("Fine.", { derivedFrom: ["none"] })), "Refused")
      assert.deepStrictEqual(asked, ["remember"])
    }).pipe(here),
  )
})
