// Criterion 14: a kept store of every schema version recalls in its own order, before an upgrade and
// after it, and round-trips byte for byte. With REMINISCE_WRITE_FIXTURES set it writes the kept store
// of this version anew; that is right until the version is released, and never afterwards.
// Verifies: CR-14, UP-11, UP-13, BA-02
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { memorySchema } from "@reminisce/schema"
import { countingIdentifiers, extendSchema, Identifiers, MemoryStore } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { Backup, Guard, indexed, layerOver, readManifest, upgradeStore } from "reminisce"
import { answers, fill, hostSchema } from "./fullStore.ts"
import { newPlaces } from "./stores.ts"

const kept = (version: number): string =>
  fileURLToPath(new URL(`../../fixtures/backups/v${version}`, import.meta.url))

/** What a version's own release answered: the keys of each question, in order. */
const answersFile = (version: number): string => join(kept(version), "..", `v${version}.json`)

const keysOf = (told: Effect.Success<typeof answers>) =>
  told.found.map(({ ask, keys }) => ({ ask, keys }))

const newFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "reminisce-criteria-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true })),
)

const rowsOf = (directory: string): string => readFileSync(join(directory, "owners.jsonl"), "utf8")

/** As if this release were followed by one whose schema adds something. */
const nextSchema = {
  ...extendSchema(memorySchema, {
    records: { memory: { attributes: { gist: { kind: "text", cardinality: "optional" } } } },
  }),
  version: memorySchema.version + 1,
}
const next = { schema: nextSchema, steps: [{ before: memorySchema }] }

const writeFixture = Effect.gen(function* () {
  const version = memorySchema.version
  rmSync(kept(version), { recursive: true, force: true })
  yield* fill
  yield* (yield* Backup).backup(kept(version))
  writeFileSync(answersFile(version), `${JSON.stringify(keysOf(yield* answers), undefined, 2)}\n`)
}).pipe(
  Effect.provide(layerOver(MemoryStore.layerMemory(hostSchema)), { local: true }),
  Effect.provideService(Identifiers, countingIdentifiers()),
)

describe("criterion 14", () => {
  if (process.env.REMINISCE_WRITE_FIXTURES !== undefined)
    it.effect("writes its fixture", () => writeFixture)

  for (let version = 1; version <= memorySchema.version; version++) {
    it.live(
      `holds for the kept store of version ${version}`,
      () =>
        Effect.gen(function* () {
          assert.isTrue(existsSync(kept(version)))
          const expected = JSON.parse(readFileSync(answersFile(version), "utf8"))
          const { schema } = yield* readManifest(kept(version))
          assert.strictEqual(schema.version, version)
          const folder = yield* newFolder
          for (const { name, open } of yield* newPlaces) {
            yield* Effect.gen(function* () {
              const { backup, restore } = yield* Backup
              yield* restore(kept(version))
              assert.deepStrictEqual(keysOf(yield* answers), expected, name)
              yield* backup(join(folder, name))
              assert.strictEqual(rowsOf(join(folder, name)), rowsOf(kept(version)), name)
            }).pipe(Effect.provide(layerOver(open({ schema })), { local: true }))

            const report = yield* upgradeStore({
              open: (opening) => indexed(open(opening)),
              backup: join(folder, `${name} before`),
              to: next,
            }).pipe(Effect.provide(Guard.layer))
            assert.strictEqual(report._tag, "Upgraded")
            assert.strictEqual(rowsOf(join(folder, `${name} before`)), rowsOf(kept(version)), name)

            yield* Effect.gen(function* () {
              assert.deepStrictEqual(keysOf(yield* answers), expected, name)
              yield* (yield* Backup).backup(join(folder, `${name} after`))
              assert.strictEqual(rowsOf(join(folder, `${name} after`)), rowsOf(kept(version)), name)
            }).pipe(Effect.provide(layerOver(open({ schema: nextSchema })), { local: true }))
          }
        }),
      300_000,
    )
  }
})
