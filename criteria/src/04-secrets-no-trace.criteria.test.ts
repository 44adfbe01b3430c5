// Criterion 4, the other half: a secret leaves no trace, and every search for one would find it.
// Verifies: CR-04, GU-07
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { StoreSqlite } from "@reminisce/store-sqlite"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { Guard, layerOver } from "reminisce"
import { blindGuard, brokenStore, readAll, referenceStore } from "./secrets/blind.ts"
import { bytesUnder, everythingIn } from "./secrets/contents.ts"
import { doors, planted } from "./secrets/doors.ts"
import { found, oneOfEach, twoOfEach } from "./secrets/shapes.ts"
import { requests, spoken } from "./secrets/spoken.ts"
import { makeWatch, printExit } from "./secrets/watch.ts"
import { stores } from "./stores.ts"

describe("criterion 4: no trace", () => {
  for (const store of stores) {
    describe(`on ${store.name}`, () => {
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
