// Criterion 4: no secret passes any door, and a refused one is left nowhere.
// Verifies: CR-04, GU-01, GU-02, GU-03, GU-07, GU-09, GU-12, GU-13, PO-09
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { PassThrough } from "node:stream"
import { assert, describe, it } from "@effect/vitest"
import { memoryTools, StdioServer, ToolHost } from "@reminisce/mcp"
import { memorySchema } from "@reminisce/schema"
import { MemoryStore, type StoreAdmin, type StoreError } from "@reminisce/store"
import { StoreSqlite } from "@reminisce/store-sqlite"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { Guard, Lifecycle, layerOver, Provenance, Recall } from "reminisce"
import { bytesUnder, everythingIn } from "./secrets/contents.ts"
import { doors, erasureDoors, owner, planted, toolDoors } from "./secrets/doors.ts"
import { everyShape, type Shape, twoOfEach } from "./secrets/shapes.ts"
import { makeWatch, print, printExit } from "./secrets/watch.ts"
import { stores } from "./stores.ts"

const familyCount = new Set(twoOfEach.map(({ families }) => families[0])).size

/** For what costs more to look at. */
const oneOfEach = twoOfEach.filter((_, i) => i % 2 === 0)

/** A guard that sees nothing, so that a secret gets as far as it can. */
const blindGuard = Layer.succeed(Guard)({ version: "blind", check: () => Effect.succeed("clear") })

/** Shards of a secret that a text holds; words are stored and indexed in small letters too. */
const found = ({ shards }: Shape, text: string): ReadonlyArray<string> => {
  const small = text.toLowerCase()
  return shards.filter((shard) => small.includes(shard.toLowerCase()))
}

const call = {
  signal: new AbortController().signal,
  connection: { era: "modern", isSession: false },
} as const

interface AnyRefusal {
  readonly _tag: string
  readonly field?: string
  readonly families?: ReadonlyArray<string>
}

const asRefused = (exit: Exit.Exit<unknown, AnyRefusal>): Effect.Effect<AnyRefusal, unknown> =>
  Effect.flip(exit)

/** Too long or too many lines for a narrow field: the caps come first, and are as silent. */
const isCap = (tag: string): boolean => tag === "TooLarge" || tag === "Invalid"

describe("criterion 4", () => {
  it("has two shapes in each of 24 families or more, and hundreds beside", () => {
    assert.isAtLeast(familyCount, 24)
    assert.strictEqual(twoOfEach.length, 2 * familyCount)
    assert.isAtLeast(everyShape.length, 430)
    for (const shape of twoOfEach) assert.isNotEmpty(shape.shards, shape.rule)
  })

  for (const store of stores) {
    describe(`on ${store.name}`, () => {
      it.effect(
        "remember and memory_remember refuse every shape, naming field and family and nothing of it",
        () =>
          Effect.gen(function* () {
            const watch = makeWatch()
            const { remember } = yield* Lifecycle
            const host = yield* ToolHost.make(memoryTools(owner))
            for (const shape of everyShape) {
              const { families, rule, text } = shape
              const request = { content: text, aspects: ["semantic"], basis: "told" } as const
              const [exit, result] = yield* Effect.all([
                Effect.exit(remember(owner, request)),
                host.call("memory_remember", { content: text }, call),
              ]).pipe(Effect.provide(watch.layer))
              const { _tag, field, families: named } = yield* asRefused(exit)
              assert.deepStrictEqual([_tag, field, named], ["SecretRefused", "content", families])
              assert.deepStrictEqual(result.structuredContent, {
                error: { code: "secret_refused", field: "content", rule: families.join(" ") },
              })
              const out = [yield* watch.take(), printExit(exit), print(result)].join("\n")
              assert.include(out, "guard.refused")
              assert.deepStrictEqual(found(shape, out), [], rule)
            }
            const stored = yield* everythingIn
            for (const shape of everyShape) assert.deepStrictEqual(found(shape, stored), [])
          }).pipe(Effect.provide(layerOver(store.layer))),
        120_000,
      )

      it.effect(
        "two shapes of each family are refused at every door",
        () =>
          Effect.gen(function* () {
            const watch = makeWatch()
            const host = yield* ToolHost.make(memoryTools(owner))
            yield* planted
            const before = yield* everythingIn
            const every = [...doors, ...erasureDoors]
            const tally = new Map<string, number>()
            const count = (at: string): void => void tally.set(at, (tally.get(at) ?? 0) + 1)
            for (const shape of twoOfEach) {
              const { rule, text } = shape
              const [exits, results] = yield* Effect.all([
                Effect.forEach(every, ({ write }) => Effect.exit(write(text))),
                Effect.forEach(toolDoors, ({ args, tool }) => host.call(tool, args(text), call)),
              ]).pipe(Effect.provide(watch.layer))
              for (const [at, exit] of exits.entries()) {
                const { _tag, field } = yield* asRefused(exit)
                if (isCap(_tag)) continue
                const where = `${rule} ${at}`
                assert.deepStrictEqual([_tag, field], ["SecretRefused", every[at]?.field], where)
                count(`library ${at}`)
              }
              for (const [at, { isError, structuredContent }] of results.entries()) {
                assert.isTrue(isError, `${rule} ${at}`)
                const error = { code: "", field: "", ...Object(structuredContent.error) }
                if (["too_large", "invalid"].includes(error.code)) continue
                const expected = ["secret_refused", toolDoors[at]?.field]
                assert.deepStrictEqual([error.code, error.field], expected, `${rule} ${at}`)
                count(`tool ${at}`)
              }
              const out = [yield* watch.take(), ...exits.map(printExit), print(results)].join("\n")
              assert.deepStrictEqual(found(shape, out), [], rule)
            }
            // At every door, all but a few shapes were short enough to meet the guard.
            assert.strictEqual(tally.size, every.length + toolDoors.length)
            assert.isAtLeast(Math.min(...tally.values()), 48)
            assert.strictEqual(yield* everythingIn, before)
          }).pipe(Effect.provide(layerOver(store.layer))),
        120_000,
      )

      it.effect(
        "a secret that got as far as the database is in no span, log line or metric",
        () =>
          Effect.gen(function* () {
            const watch = makeWatch()
            yield* planted
            for (const shape of oneOfEach) {
              const asked = Effect.forEach(doors, ({ write }) => Effect.exit(write(shape.text)))
              yield* Effect.andThen(asked, readAll(shape.text)).pipe(Effect.provide(watch.layer))
              assert.deepStrictEqual(found(shape, yield* watch.take()), [], shape.rule)
            }
            // The search of the database works: there they are.
            const stored = yield* everythingIn
            for (const shape of oneOfEach) assert.isNotEmpty(found(shape, stored), shape.rule)
          }).pipe(Effect.provide(layerOver(store.layer, { guard: blindGuard }))),
        120_000,
      )

      it.effect("of 200 near-misses and more none is refused", () =>
        Effect.gen(function* () {
          const { rememberMany } = yield* Lifecycle
          const requests = nearMisses.map((content) => ({
            content,
            aspects: ["semantic"],
            basis: "told" as const,
          }))
          assert.isAtLeast(new Set(nearMisses).size, 200)
          const answers = yield* rememberMany(owner, requests)
          assert.deepStrictEqual(
            answers.filter((answer) => !("ok" in answer)),
            [],
          )
        }).pipe(Effect.provide(layerOver(store.layer))),
      )

      it.effect("what a host has held instead is kept out of recall until it is reviewed", () =>
        Effect.gen(function* () {
          const { remember, unforget } = yield* Lifecycle
          const { recall } = yield* Recall
          const shape = twoOfEach.find(({ families }) => families.join() === "github")
          const content = `The lighthouse answers to ${shape?.text}.`
          const request = { content, key: "k", aspects: ["semantic"], basis: "told" } as const
          assert.strictEqual((yield* remember(owner, request)).status, "held")
          const before = yield* recall(owner, "what does the lighthouse answer to")
          assert.deepStrictEqual(before.memories, [])
          assert.strictEqual(before.scanned, 0)
          yield* unforget(owner, "k", { reviewedBy: "keeper-1" })
          const after = yield* recall(owner, "what does the lighthouse answer to")
          assert.deepStrictEqual(
            after.memories.map(({ key }) => key),
            ["k"],
          )
        }).pipe(
          Effect.provide(
            layerOver(store.layer, { guard: Guard.layerWith({ severity: { github: "hold" } }) }),
          ),
        ),
      )
    })
  }

  it.live(
    "the protocol carries nothing of a secret, also where the store breaks with it in hand",
    () =>
      Effect.gen(function* () {
        const guarded = yield* spoken(layerOver(referenceStore))
        const broken = yield* spoken(layerOver(brokenStore, { guard: blindGuard }))
        for (const { lines, told } of [guarded, broken]) {
          assert.strictEqual(lines.length, requests.length)
          for (const shape of twoOfEach) {
            assert.deepStrictEqual(found(shape, lines.join("\n")), [], shape.rule)
            assert.deepStrictEqual(found(shape, told), [], shape.rule)
          }
        }
        assert.include(guarded.lines.join("\n"), "secret_refused")
        assert.include(broken.lines.join("\n"), "-32603")
        assert.include(broken.told, "A tool call crashed")
        // The capture works: a blind guard's answers repeat what was stored.
        const { lines } = yield* spoken(layerOver(referenceStore, { guard: blindGuard }))
        for (const shape of twoOfEach) assert.isNotEmpty(found(shape, lines.join("\n")), shape.rule)
      }),
    120_000,
  )

  it.live(
    "no file of a database holds a byte of a refused secret",
    () =>
      Effect.gen(function* () {
        const refused = yield* inFiles(Guard.layer)
        assert.include(refused, "The north gate opens at dawn.")
        for (const shape of oneOfEach) assert.deepStrictEqual(found(shape, refused), [], shape.rule)
        // The search works: behind a blind guard they are in the file.
        const kept = yield* inFiles(blindGuard)
        for (const shape of oneOfEach) assert.isNotEmpty(found(shape, kept), shape.rule)
      }),
    60_000,
  )

  it.effect("each capture would show a leak", () =>
    Effect.gen(function* () {
      const watch = makeWatch()
      const leaks = {
        attribute: (text: string) => Effect.annotateCurrentSpan("words", text),
        answer: (text: string) => Effect.succeed({ memories: [{ content: text }] }),
        failure: (text: string) => Effect.fail({ words: text }),
        defect: (text: string) => Effect.die(new Error(text)),
        log: (text: string) => Effect.logInfo(text),
        annotation: (text: string) => Effect.annotateLogs(Effect.logInfo("a line"), { text }),
        name: (text: string) => Effect.withSpan(Effect.void, text),
      }
      for (const [name, leak] of Object.entries(leaks)) {
        const canary = `canary-${name}`
        const exit = yield* Effect.exit(Effect.withSpan(leak(canary), "leaky")).pipe(
          Effect.provide(watch.layer),
        )
        assert.include(yield* watch.take(), canary)
        if (["answer", "failure", "defect"].includes(name)) assert.include(printExit(exit), canary)
      }
      assert.include(
        bytesUnder(join(import.meta.dirname, "secrets")),
        "All a store has of its owners",
      )
    }),
  )
})

const nearMisses: ReadonlyArray<string> = JSON.parse(
  readFileSync(
    new URL("../../packages/guard/test/fixtures/honest-lines.json", import.meta.url),
    "utf8",
  ),
).map(({ line }: { readonly line: string }) => line)

/** Every reader, asked with the text wherever a text goes in. Most of it is refused or finds nothing. */
const readAll = Effect.fnUntraced(function* (text: string) {
  const { markRecalled } = yield* Lifecycle
  const recall = yield* Recall
  const { history, why } = yield* Provenance
  const subject = [text]
  yield* Effect.forEach(
    [
      recall.recall(owner, text),
      recall.recall(owner, "gate", { subject, events: [text] }),
      recall.recall(owner, "gate", { after: text }),
      recall.reach([owner], text),
      recall.whyNot(owner, text, "a"),
      recall.whyNot(owner, "gate", text),
      recall.listMemories(owner, { subject }),
      recall.asOf(owner, text),
      why(owner, text),
      why(owner, "a", { subject }),
      history(owner, text),
      markRecalled(owner, [text]),
    ] as ReadonlyArray<Effect.Effect<unknown, unknown>>,
    Effect.exit,
  )
})

type AnyStore = Layer.Layer<MemoryStore | StoreAdmin, StoreError>

const referenceStore: AnyStore = MemoryStore.layerMemory(memorySchema)

/** Dies at every write with all it was given in its message, as drivers do. */
const brokenStore: AnyStore = Layer.effect(
  MemoryStore,
  Effect.map(MemoryStore, (inner) =>
    MemoryStore.of({
      ...inner,
      update: (of, decide) =>
        inner.update(of, (view, at) =>
          Effect.flatMap(decide(view, at), (decision) =>
            Effect.die(new Error(`cannot write ${JSON.stringify(decision)}`)),
          ),
        ),
    }),
  ),
).pipe(Layer.provideMerge(referenceStore))

/** One line for each shape. */
const requests: ReadonlyArray<string> = twoOfEach.map(({ text }, id) =>
  JSON.stringify({
    jsonrpc: "2.0",
    id,
    method: "tools/call",
    params: { name: "memory_remember", arguments: { content: text } },
  }),
)

/** Serves the tools to a client that asks all of it, and gives what it was answered and what was told beside. */
const spoken = Effect.fnUntraced(function* (world: ReturnType<typeof layerOver>) {
  const watch = makeWatch()
  const input = new PassThrough()
  const output = new PassThrough()
  let answers = ""
  output.setEncoding("utf8").on("data", (chunk: string) => {
    answers += chunk
  })
  input.end(`${requests.join("\n")}\n`)
  yield* Effect.gen(function* () {
    const host = yield* ToolHost.make(memoryTools(owner))
    const info = { name: "reminisce", version: "0", instructions: "" }
    assert.strictEqual(yield* StdioServer.run({ host, info, input, output }), 0)
  }).pipe(Effect.provide(Layer.merge(world, watch.layer)))
  const lines = answers.split("\n").filter((line) => line !== "")
  return { lines, told: yield* watch.take() }
})

/** All bytes of a database's files after every door was tried, and again once it is closed. */
const inFiles = (guard: Layer.Layer<Guard>) =>
  Effect.gen(function* () {
    const folder = yield* Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "criterion-4-"))),
      (path) => Effect.sync(() => rmSync(path, { recursive: true })),
    )
    const open = yield* Effect.gen(function* () {
      yield* planted
      for (const { text } of oneOfEach) {
        for (const { write } of doors) yield* Effect.exit(write(text))
      }
      return bytesUnder(folder)
    }).pipe(
      Effect.provide(
        layerOver(StoreSqlite.layer({ filename: join(folder, "memories.db") }), { guard }),
      ),
    )
    return open + bytesUnder(folder)
  }).pipe(Effect.scoped)
