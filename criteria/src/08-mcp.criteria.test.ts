// Criterion 8: each tool answers exactly what the library answers, refusals included, and nobody can name
// another owner. Two stores go through the same life, one by the tools and one by the library.
// Verifies: CR-08, MC-04, MC-05, MC-06, MC-08
import { assert, describe, it } from "@effect/vitest"
import {
  explanationToOutput,
  type JsonObject,
  memoryToOutput,
  memoryTools,
  recallToOutput,
  type ToolConnection,
  ToolHost,
  toToolRefusal,
} from "@reminisce/mcp"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import * as fc from "fast-check"
import {
  type Focus,
  Lifecycle,
  layerOver,
  type Owner,
  Provenance,
  Recall,
  type RememberRequest,
  type ReminisceServices,
} from "reminisce"
import { stores } from "./stores.ts"

const owner: Owner = { kind: "agent", name: "alice" }
const DEFAULT_BYTES = 6_000

interface Step {
  readonly tool: "memory_remember" | "memory_recall" | "memory_why" | "memory_forget"
  readonly args: JsonObject
}

const secret = ["ghp", "x7Kq2Vn9Rb4Tm1Zc8Wd5Yh3Jf6Lg0PsQaEuN"].join("_")
const keys = ["m_a", "m_b", "m_c", "m_d", "m_nobodys"]
const key = fc.constantFrom(...keys)
const sound = fc.record(
  {
    content: fc.constantFrom(
      "The north gate opens at dawn.",
      "The harbour bell rings twice, says Mira.",
      "北门在黎明时打开。 ماذا",
    ),
    key,
    basis: fc.constantFrom("told", "observed"),
    sources: fc.constantFrom([], ["doc:gates"], ["doc:b", "doc:a"]),
    facets: fc.constantFrom({}, { place: "north gate", speaker: "Mira" }),
    subjects: fc.constantFrom([], [{ ref: "p1", consentScope: "all" }]),
    occurredAt: fc.constantFrom("2025-03-04T10:00:00+02:00", "1969-12-31T23:59:59Z"),
    confidence: fc.constantFrom(0, 500, 1_000),
    trail: fc.constant("t1"),
  },
  { requiredKeys: ["content"] },
)
/** One thing more, which is often one too many. */
const more: fc.Arbitrary<JsonObject> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({}) },
  { weight: 2, arbitrary: fc.record({ supersedes: key }) },
  { weight: 2, arbitrary: fc.record({ supersedes: key, reason: fc.constant("winter") }) },
  {
    weight: 1,
    arbitrary: fc.record({ basis: fc.constant("inferred"), derivedFrom: fc.tuple(key) }),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom<Array<JsonObject>>(
      { content: "a\u0000b" },
      { content: `The token is ${secret}.` },
      { content: "ą".repeat(20_000) },
      { reason: "winter" },
      { supersedes: "m_a", reason: "\ud800" },
      { occurredAt: "2025-13-01T00:00:00Z" },
      { validTo: "1969-12-31T23:59:59Z", validFrom: "2025-03-04T10:00:00Z" },
      { confidence: 1_001 },
      { trail: "" },
      { ordinal: 3 },
    ),
  },
)
const remembered = fc.tuple(sound, more).map(([args, rest]) => ({ ...args, ...rest }))
const asked = fc.record(
  {
    query: fc.constantFrom("when does the gate open", "bell", "门", "the"),
    k: fc.constantFrom(1, 3),
    subject: fc.constantFrom(["p1"], ["p2"]),
    explain: fc.boolean(),
    maxBytes: fc.constantFrom(500, 6_000),
    events: fc.constantFrom(["lunch"], []),
    asOf: fc.constantFrom("2999-01-01T00:00:00Z", "yesterday"),
  },
  { requiredKeys: [] },
)
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ tool: fc.constant("memory_remember" as const), args: remembered }),
  fc.record({ tool: fc.constant("memory_recall" as const), args: asked }),
  fc.record({
    tool: fc.constant("memory_why" as const),
    args: fc.record({ key, depth: fc.nat(3) }, { requiredKeys: ["key"] }),
  }),
  fc.record({
    tool: fc.constant("memory_forget" as const),
    args: fc.record(
      { key, reason: fc.constantFrom("rebuilt", secret), undo: fc.boolean() },
      { requiredKeys: ["key"] },
    ),
  }),
) as fc.Arbitrary<Step>

/** What a session over stdio keeps in the older era, as the law says it. */
interface Session {
  focus: Focus | undefined
  begun: boolean
}

const requestOf = ({ facets, reason, supersedes, ...rest }: JsonObject): RememberRequest =>
  ({
    aspects: ["semantic"],
    basis: "told",
    ...rest,
    ...(facets === undefined ? {} : { facets: Object.entries(facets ?? {}) }),
  }) as unknown as RememberRequest

/** The library's own answer to a step, in a tool's words. */
const direct = Effect.fnUntraced(function* (
  { args, tool }: Step,
  session: Session | undefined,
): Effect.fn.Return<JsonObject, never, ReminisceServices> {
  const lifecycle = yield* Lifecycle
  const recall = yield* Recall
  const provenance = yield* Provenance
  const reason = typeof args.reason === "string" ? { reason: args.reason } : {}
  const { explain, maxBytes, query, ...options } = args
  const events = [
    ...((args.events as ReadonlyArray<string> | undefined) ?? []),
    ...(session?.begun === false ? ["session_start"] : []),
  ]
  const run = (): Effect.Effect<JsonObject, Parameters<typeof toToolRefusal>[0]> => {
    switch (tool) {
      case "memory_remember":
        return Effect.map(
          typeof args.supersedes === "string"
            ? lifecycle.supersede(owner, args.supersedes, requestOf(args), reason)
            : lifecycle.remember(owner, requestOf(args)),
          memoryToOutput,
        )
      case "memory_forget":
        return Effect.map(
          (args.undo === true ? lifecycle.unforget : lifecycle.forget)(
            owner,
            String(args.key),
            reason,
          ),
          memoryToOutput,
        )
      case "memory_why":
        return Effect.map(
          provenance.why(
            owner,
            String(args.key),
            typeof args.depth === "number" ? { depth: args.depth } : {},
          ),
          explanationToOutput,
        )
      case "memory_recall":
        return Effect.map(
          recall.recall(owner, typeof query === "string" ? query : null, {
            ...(options as object),
            ...(events.length === 0 ? {} : { events }),
            ...(session?.focus === undefined ? {} : { focus: session.focus }),
          }),
          (answer) => {
            if (session !== undefined) Object.assign(session, { begun: true, focus: answer.focus })
            return recallToOutput(answer, {
              explain: explain === true,
              maxBytes: Number(maxBytes ?? DEFAULT_BYTES),
              focusReset: answer.focusReset === true,
            })
          },
        )
    }
  }
  return yield* run().pipe(
    Effect.catch((error) => {
      const { code, field, rule } = toToolRefusal(error)
      return Effect.succeed<JsonObject>({
        error: {
          code,
          ...(field === undefined ? {} : { field }),
          ...(rule === undefined ? {} : { rule }),
        },
      })
    }),
  )
})

/** Refused before the library is asked: the tool's own schema holds the arguments first. */
const isHosts = ({ error }: JsonObject): boolean => {
  const { code } = Object(error)
  return code === "invalid" || code === "too_large"
}

const connections: Readonly<Record<string, ToolConnection>> = {
  "a session of the older era": { era: "legacy", isSession: true },
  "the older era over HTTP": { era: "legacy", isSession: false },
  "the newer era": { era: "modern", isSession: false },
}

/** One life, by the tools in one store and by the library in another; gives the codes that were met. */
const live = Effect.fnUntraced(function* (
  layer: (typeof stores)[number]["layer"],
  steps: ReadonlyArray<Step>,
  connection: ToolConnection,
) {
  const far = yield* Layer.build(Layer.fresh(layerOver(layer)))
  const near = yield* Layer.build(Layer.fresh(layerOver(layer)))
  const host = yield* ToolHost.make(memoryTools(owner)).pipe(Effect.provideContext(far))
  const session: Session | undefined = connection.isSession
    ? { focus: undefined, begun: false }
    : undefined
  const met: Array<string> = []
  for (const [i, one] of steps.entries()) {
    yield* TestClock.adjust("1 seconds")
    // Made keys are random: a step that needs one gets its own.
    const named: Step =
      one.tool === "memory_remember" ? { ...one, args: { key: `m_${i}`, ...one.args } } : one
    const { isError, structuredContent, text } = yield* Effect.orDie(
      host.call(named.tool, named.args, { signal: new AbortController().signal, connection }),
    )
    assert.strictEqual(text, JSON.stringify(structuredContent))
    const { code } = Object(structuredContent.error)
    met.push(isError ? String(code) : named.tool)
    // A tool's own rule: the library's call has no reason without what it replaces.
    const { reason, supersedes } = named.args
    if (named.tool === "memory_remember" && reason !== undefined && supersedes === undefined) {
      assert.isTrue(isError && isHosts(structuredContent), text)
      continue
    }
    const answer = yield* direct(named, session).pipe(Effect.provideContext(near))
    // The schema refuses first, and names field and rule in its own words.
    if (isError && isHosts(structuredContent))
      assert.isDefined(answer.error, `${i} ${named.tool} ${text}`)
    else assert.deepStrictEqual(structuredContent, answer, `${i} ${named.tool}`)
  }
  return met
})

for (const store of stores)
  for (const [name, connection] of Object.entries(connections))
    describe(`criterion 8, ${store.name}, ${name}`, () => {
      it.effect("answers by each tool what the library answers, whatever happened before", () =>
        Effect.gen(function* () {
          const lives = fc.sample(fc.array(step, { minLength: 25, maxLength: 25 }), {
            numRuns: 8,
            seed: 8,
          })
          const met = new Set<string>()
          for (const steps of lives)
            for (const code of yield* Effect.scoped(live(store.layer, steps, connection)))
              met.add(code)
          const must = [
            "secret_refused",
            "not_found",
            "not_active",
            "exists",
            "invalid",
            "too_large",
          ]
          const tools = ["memory_remember", "memory_recall", "memory_why", "memory_forget"]
          for (const each of [...must, ...tools])
            assert.isTrue(met.has(each), `${each} was not met`)
        }),
      )

      it.effect("lets nobody name an owner, and knows nothing of another's keys", () =>
        Effect.gen(function* () {
          const context = yield* Layer.build(Layer.fresh(layerOver(store.layer)))
          const lifecycle = Context.get(context, Lifecycle)
          const theirs = { content: "x", aspects: ["semantic"], basis: "told", key: "m_a" } as const
          yield* lifecycle.remember({ kind: "agent", name: "bob" }, theirs)
          const host = yield* ToolHost.make(memoryTools(owner)).pipe(Effect.provideContext(context))
          const call = (tool: string, args: JsonObject) =>
            host.call(tool, args, { signal: new AbortController().signal, connection })
          for (const { inputSchema, name: tool } of host.definitions) {
            const sound: JsonObject = "key" in inputSchema.properties ? { key: "m_a" } : {}
            for (const field of ["owner", "Owner", "OWNER"]) {
              const { structuredContent } = yield* call(tool, { ...sound, [field]: "agent:bob" })
              assert.deepStrictEqual(structuredContent, {
                error: { code: "owner_is_fixed", field: "owner" },
              })
            }
          }
          for (const [tool, args] of [
            ["memory_why", { key: "m_a" }],
            ["memory_forget", { key: "m_a" }],
            ["memory_remember", { content: "y", supersedes: "m_a" }],
          ] as const) {
            const { structuredContent } = yield* call(tool, args)
            assert.deepStrictEqual(structuredContent, { error: { code: "not_found" } })
          }
          const { structuredContent } = yield* call("memory_recall", { query: "x" })
          assert.deepInclude(structuredContent, { memories: [], scanned: 0 })
        }).pipe(Effect.scoped),
      )
    })
