import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Guard, type GuardEngine, InvalidRule, Samples } from "../src/index.ts"

const token = Samples.renderTemplate("ghp_<A36>", 11)
const stripe = Samples.renderTemplate("sk_live_<A24>", 11)
const content = (text: string) => [{ field: "content", text }]

describe("Guard", () => {
  it.effect("lets an honest note pass", () =>
    Effect.gen(function* () {
      const guard = yield* Guard
      assert.strictEqual(yield* guard.check(content("The north gate opens at dawn.")), "clear")
      assert.strictEqual(yield* guard.check([]), "clear")
      assert.strictEqual(yield* guard.check(content("")), "clear")
    }).pipe(Effect.provide(Guard.layer)),
  )

  it.effect("refuses the first field that holds a key, with every family found in it", () =>
    Effect.gen(function* () {
      const guard = yield* Guard
      const refused = yield* Effect.flip(
        guard.check([
          { field: "content", text: "fine" },
          { field: "facets[0]", text: `note=${token} ${stripe}` },
          { field: "sources[0]", text: Samples.renderTemplate("glpat-<W20>", 3) },
        ]),
      )
      assert.strictEqual(refused._tag, "SecretRefused")
      assert.strictEqual(refused.field, "facets[0]")
      assert.deepStrictEqual(refused.families, ["github", "payments"])
    }).pipe(Effect.provide(Guard.layer)),
  )

  it.effect("gives the same answer again and again", () =>
    Effect.gen(function* () {
      const guard = yield* Guard
      const first = yield* Effect.flip(guard.check(content(token)))
      yield* guard.check(content("fine"))
      const second = yield* Effect.flip(guard.check(content(token)))
      assert.deepStrictEqual(second.families, first.families)
    }).pipe(Effect.provide(Guard.layer)),
  )

  it.effect("does not repeat a name that could carry the caller's words", () =>
    Effect.gen(function* () {
      const guard = yield* Guard
      const nameOf = (field: string) =>
        Effect.map(
          Effect.flip(
            guard.check([
              { field: "content", text: "a" },
              { field, text: token },
            ]),
          ),
          (refused) => refused.field,
        )
      assert.strictEqual(yield* nameOf("facets[3].value"), "facets[3].value")
      assert.strictEqual(yield* nameOf("facets.Ana's diary"), "fields[1]")
      assert.strictEqual(yield* nameOf(token), "fields[1]")
      assert.strictEqual(yield* nameOf("a".repeat(81)), "fields[1]")
      assert.strictEqual(yield* nameOf(""), "fields[1]")
    }).pipe(Effect.provide(Guard.layer)),
  )

  it.effect("holds what the policy holds, and refuses beside it", () =>
    Effect.gen(function* () {
      const guard = yield* Guard
      assert.deepStrictEqual(yield* guard.check(content(stripe)), { held: ["payments"] })
      const refused = yield* Effect.flip(
        guard.check([
          { field: "content", text: stripe },
          { field: "reason", text: token },
        ]),
      )
      assert.strictEqual(refused.field, "reason")
      assert.deepStrictEqual(refused.families, ["github"])
    }).pipe(Effect.provide(Guard.layerWith({ severity: { payments: "hold" } }))),
  )

  it.effect("refuses what a family of the host names, and still what the table does", () =>
    Effect.gen(function* () {
      const guard = yield* Guard
      const own = Samples.renderTemplate("acme-<A24>", 1)
      const refused = yield* Effect.flip(guard.check(content(own)))
      assert.deepStrictEqual(refused.families, ["acme"])
      const assigned = yield* Effect.flip(
        guard.check(content(Samples.renderTemplate("ACME_PIN=<D12>", 1))),
      )
      assert.deepStrictEqual(assigned.families, ["acme"])
      assert.strictEqual((yield* Effect.flip(guard.check(content(token))))._tag, "SecretRefused")
    }).pipe(
      Effect.provide(
        Guard.layerWith({
          families: [
            {
              name: "acme",
              tokens: [{ id: "acme-token", shape: "acme-<A24+>", strong: true }],
              assigned: [{ id: "acme-pin", names: ["acme"], value: "<D12>" }],
            },
          ],
        }),
      ),
    ),
  )

  const broken = {
    "a run is not written as <letter count>": { shape: "acme-<A>" },
    "a run names an unknown alphabet": { shape: "acme-<Z24>" },
    "a run's bounds are not in order": { shape: "acme-<A24-12>" },
    "a run of varying length is followed by a run": { shape: "acme-<A2-4><D3>" },
    "a run of varying length may swallow the text after it": { shape: "acme-<A2-4>a<D3>" },
    "a shape has no three ASCII characters of literal text to be found by": {
      shape: "<A24>-<A24>",
    },
    "a strong shape must end in an open run or in literal text": {
      shape: "acme-<A24>",
      strong: true,
    },
  }

  for (const [problem, rule] of Object.entries(broken)) {
    it.effect(`names a row of the host in which ${problem}`, () =>
      Effect.gen(function* () {
        const layer = Guard.layerWith({
          families: [{ name: "acme", tokens: [{ id: "acme-token", ...rule }] }],
        })
        const invalid = yield* Effect.flip(Effect.scoped(Layer.build(layer)))
        assert.instanceOf(invalid, InvalidRule)
        assert.deepStrictEqual(
          { ...invalid },
          { ...new InvalidRule({ rule: "acme-token", problem }) },
        )
      }),
    )
  }

  it.effect("names a row of the host whose id is taken", () =>
    Effect.gen(function* () {
      const layer = Guard.layerWith({
        families: [{ name: "acme", tokens: [{ id: "github-token", shape: "acme-<A24>" }] }],
      })
      const invalid = yield* Effect.flip(Effect.scoped(Layer.build(layer)))
      assert.strictEqual(invalid.rule, "github-token")
    }),
  )

  const second: GuardEngine = {
    name: "words",
    version: "1",
    scan: (fields) =>
      Effect.succeed(
        fields.flatMap((field, index) =>
          field.text.includes("codename") ? [{ index, family: "codename" }] : [],
        ),
      ),
  }

  it.effect("asks a second engine as well", () =>
    Effect.gen(function* () {
      const guard = yield* Guard
      const refused = yield* Effect.flip(
        guard.check([
          { field: "content", text: "fine" },
          { field: "cue", text: "codename gate" },
        ]),
      )
      assert.strictEqual(refused.field, "cue")
      assert.deepStrictEqual(refused.families, ["codename"])
    }).pipe(Effect.provide(Guard.layerWith({ engines: [second] }))),
  )

  it.effect("dies with a second engine that dies, so that nothing passes unseen", () =>
    Effect.gen(function* () {
      const guard = yield* Guard
      const exit = yield* Effect.exit(guard.check(content("fine")))
      assert.strictEqual(exit._tag, "Failure")
    }).pipe(
      Effect.provide(
        Guard.layerWith({ engines: [{ ...second, scan: () => Effect.die(new Error("broken")) }] }),
      ),
    ),
  )
})
