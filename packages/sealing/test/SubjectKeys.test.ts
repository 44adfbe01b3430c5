// Keys in a folder: made once, the same for every process, and gone everywhere when they are destroyed.
// Verifies: ER-33
import * as fs from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { SubjectKeys } from "@reminisce/sealing"
import * as Effect from "effect/Effect"

const id = "abcdefghijklmnop".repeat(2)
const other = "p".repeat(32)
const newFolder = Effect.acquireRelease(
  Effect.sync(() => join(fs.mkdtempSync(join(tmpdir(), "reminisce-keys-")), "keys")),
  (folder) => Effect.sync(() => fs.rmSync(join(folder, ".."), { recursive: true, force: true })),
)
const openFolder = (folder: string) =>
  Effect.provide(Effect.service(SubjectKeys), SubjectKeys.layerFolder(folder))

describe("keys in a folder", () => {
  it.effect("are 32 bytes by chance, made once, and shared with another process", () =>
    Effect.gen(function* () {
      const folder = yield* newFolder
      const [mine, theirs] = [yield* openFolder(folder), yield* openFolder(folder)]
      assert.isUndefined(yield* mine.get(id))
      const key = yield* mine.create(id)
      assert.lengthOf(key, 32)
      assert.deepStrictEqual(yield* theirs.create(id), Buffer.from(key))
      assert.notDeepEqual(Buffer.from(yield* theirs.create(other)), Buffer.from(key))
      assert.sameMembers(fs.readdirSync(folder), [`${id}.key`, `${other}.key`])
      if (process.platform !== "win32") {
        assert.strictEqual(fs.statSync(folder).mode & 0o777, 0o700)
        assert.strictEqual(fs.statSync(join(folder, `${id}.key`)).mode & 0o777, 0o600)
      }
    }).pipe(Effect.scoped),
  )

  it.effect("are gone for all who use the folder once one destroys them", () =>
    Effect.gen(function* () {
      const folder = yield* newFolder
      const [mine, theirs] = [yield* openFolder(folder), yield* openFolder(folder)]
      assert.isFalse(yield* mine.destroy(id))
      const key = yield* mine.create(id)
      assert.isDefined(yield* theirs.get(id))
      assert.isTrue(yield* mine.destroy(id))
      assert.isUndefined(yield* theirs.get(id))
      assert.isEmpty(fs.readdirSync(folder))
      assert.notDeepEqual(Buffer.from(yield* theirs.create(id)), Buffer.from(key))
    }).pipe(Effect.scoped),
  )

  it.effect("that are none fail, and are not replaced", () =>
    Effect.gen(function* () {
      const folder = yield* newFolder
      fs.mkdirSync(folder)
      fs.writeFileSync(join(folder, `${id}.key`), "half")
      const keys = yield* openFolder(folder)
      for (const refused of [keys.get(id), keys.create(id)]) {
        assert.containSubset(yield* Effect.flip(refused), {
          _tag: "StoreError",
          reason: { _tag: "Unavailable", what: "keys" },
        })
      }
      assert.strictEqual(fs.readFileSync(join(folder, `${id}.key`), "utf8"), "half")
    }).pipe(Effect.scoped),
  )
})
