// A backup under lock: opened by its key alone, and any flipped bit of it is named.
// Verifies: BA-11
import { spawnSync } from "node:child_process"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import {
  Decrypter,
  Encrypter,
  generateX25519Identity,
  identityToRecipient,
  Stanza,
} from "age-encryption"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { isLocked, lockBackup, openLocked } from "../src/index.ts"
import { passphraseIdentity } from "../src/internal/passphrase.ts"
import { readTapeHeader, tapeHeader } from "../src/internal/tape.ts"
import { filesOf, newFolder, openMemory } from "./support/places.ts"
import { fill } from "./support/richStore.ts"

const backedUp = Effect.gen(function* () {
  const folder = yield* newFolder
  const source = yield* openMemory()
  yield* fill(source.store)
  yield* source.backup.backup(join(folder, "plain"), { marks: true })
  return folder
})

const keyPair = Effect.promise(async () => {
  const identity = await generateX25519Identity()
  return {
    identities: [Redacted.make(identity)],
    recipients: [await identityToRecipient(identity)],
  }
})

describe("a locked backup", () => {
  it.live("is opened by each of its recipients to the same bytes, and by nobody else", () =>
    Effect.gen(function* () {
      const folder = yield* backedUp
      const [one, other, stranger] = [yield* keyPair, yield* keyPair, yield* keyPair]
      const [plain, locked] = [join(folder, "plain"), join(folder, "locked")]
      assert.isFalse(yield* isLocked(plain))
      const recipients = [...one.recipients, ...other.recipients]
      yield* lockBackup(plain, locked, { recipients })
      assert.isTrue(yield* isLocked(locked))
      assert.deepStrictEqual(Object.keys(filesOf(locked)), ["backup.age"])
      assert.notInclude(filesOf(locked)["backup.age"], "harbour")
      let opened = ""
      for (const key of [one, other]) {
        yield* Effect.scoped(
          Effect.gen(function* () {
            opened = yield* openLocked(locked, key)
            assert.deepStrictEqual(filesOf(opened), filesOf(plain))
            const target = yield* openMemory()
            yield* target.backup.restore(opened)
            assert.strictEqual((yield* target.admin.owners({ limit: 9 })).length, 2)
          }),
        )
        assert.isFalse(existsSync(opened))
      }
      for (const key of [stranger, { passphrase: Redacted.make("words") }]) {
        const refused = yield* Effect.flip(Effect.scoped(openLocked(locked, key)))
        assert.strictEqual(refused.message, "not a backup that can be restored: key (backup.age)")
      }
    }),
  )

  it.live(
    "is opened by its passphrase, here and by age, and by no other",
    () =>
      Effect.gen(function* () {
        const folder = yield* backedUp
        const [plain, locked] = [join(folder, "plain"), join(folder, "locked")]
        const words = "harbour läntern dawn mill"
        const lock = { passphrase: Redacted.make(words) }
        yield* lockBackup(plain, locked, lock)
        const file = join(locked, "backup.age")
        const decrypter = new Decrypter()
        decrypter.addPassphrase(words)
        const tape = yield* Effect.promise(() => decrypter.decrypt(readFileSync(file)))
        const encrypter = new Encrypter()
        encrypter.setPassphrase(words)
        encrypter.setScryptWorkFactor(4)
        writeFileSync(file, yield* Effect.promise(() => encrypter.encrypt(tape)))
        yield* Effect.scoped(
          Effect.gen(function* () {
            const opened = yield* openLocked(locked, lock)
            assert.deepStrictEqual(filesOf(opened), filesOf(plain))
          }),
        )
        const other = { passphrase: Redacted.make("harbour läntern dawn mills") }
        const refused = yield* Effect.flip(Effect.scoped(openLocked(locked, other)))
        assert.strictEqual(refused._tag === "BackupInvalid" && refused.reason, "key")
      }),
    60_000,
  )

  it("refuses a passphrase's head that is none, or asks for more than age does, before it computes", async () => {
    const salt = Buffer.alloc(16).toString("base64").replace("==", "")
    const body = new Uint8Array(32)
    const { unwrapFileKey } = passphraseIdentity("words")
    for (const args of [
      ["scrypt", salt, "21"],
      ["scrypt", salt, "0"],
      ["scrypt", salt, "1e1"],
      ["scrypt", salt],
      ["scrypt", salt, "4", "4"],
      ["scrypt", "AA", "4"],
    ]) {
      const error = await Promise.resolve(unwrapFileKey([new Stanza(args, body)])).catch(
        (thrown: unknown) => thrown,
      )
      assert.instanceOf(error, Error, args.join(" "))
    }
    assert.isNull(await unwrapFileKey([new Stanza(["X25519", salt], body)]))
    assert.isNull(await unwrapFileKey([new Stanza(["scrypt", salt, "4"], body)]))
  })

  it.live("names every flipped bit, and any length but its own", () =>
    Effect.gen(function* () {
      const folder = yield* backedUp
      const { identities, recipients } = yield* keyPair
      const [plain, locked] = [join(folder, "plain"), join(folder, "locked")]
      yield* lockBackup(plain, locked, { recipients })
      const file = join(locked, "backup.age")
      const whole = readFileSync(file)
      const refusal = (bytes: Uint8Array) =>
        Effect.gen(function* () {
          writeFileSync(file, bytes)
          const error = yield* Effect.flip(Effect.scoped(openLocked(locked, { identities })))
          return error._tag === "BackupInvalid" ? error.reason : error._tag
        })
      for (let at = 0; at < whole.length; at += 1 + Math.floor(whole.length / 60)) {
        const bytes = Buffer.from(whole)
        bytes[at] = (bytes[at] ?? 0) ^ (1 << (at % 8))
        assert.include(["key", "checksum"], yield* refusal(bytes), `byte ${at}`)
      }
      assert.strictEqual(yield* refusal(whole.subarray(0, -1)), "checksum")
      assert.strictEqual(yield* refusal(whole.subarray(0, 40)), "key")
      assert.strictEqual(yield* refusal(Buffer.concat([whole, Buffer.from("x")])), "checksum")
    }),
  )

  it.live("is refused where a key is none", () =>
    Effect.gen(function* () {
      const folder = yield* backedUp
      const [plain, locked] = [join(folder, "plain"), join(folder, "locked")]
      for (const lock of [
        { recipients: [] },
        { recipients: ["age1nothing"] },
        { passphrase: Redacted.make("") },
      ]) {
        const refused = yield* Effect.flip(lockBackup(plain, locked, lock))
        assert.strictEqual(refused._tag, "KeyRefused")
      }
      assert.isFalse(existsSync(locked))
      const identities = [Redacted.make("nothing")]
      const refused = yield* Effect.flip(Effect.scoped(openLocked(plain, { identities })))
      assert.strictEqual(refused._tag, "KeyRefused")
    }),
  )

  it("is a tape that other tools take apart, whatever the size of a file", () => {
    for (const size of [0, 1, 511, 8 ** 11 - 1, 8 ** 11, 2 ** 45]) {
      assert.deepStrictEqual(readTapeHeader(tapeHeader({ name: "a", size })), { name: "a", size })
    }
    const tape = Buffer.concat([tapeHeader({ name: "a", size: 0 }), new Uint8Array(1_024)])
    const listed = spawnSync("tar", ["tf", "-"], { input: tape, encoding: "utf8" })
    // Where there is such a tool.
    if (listed.error === undefined) assert.strictEqual(listed.stdout, "a\n")
  })
})
