/**
 * A backup under lock: all its files as one, encrypted in the age format for a passphrase or for the
 * holders of keys. What is open lies among the temporary files, for this user only, as long as needed.
 *
 * @module
 */
import * as fs from "node:fs/promises"
import type { Decrypter, Encrypter } from "age-encryption"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { BackupInvalid, type BackupPlace } from "./BackupError.ts"
import {
  attempt,
  createFile,
  MANIFEST,
  MARKS,
  makeDirectory,
  openFile,
  ROWS,
  renameFile,
  requireDirectory,
  SUMS,
  syncDirectory,
  temporaryDirectory,
} from "./internal/files.ts"
import { passphraseIdentity, passphraseRecipient } from "./internal/passphrase.ts"
import { readTapeHeader, TAPE_BLOCK, TAPE_END, tapeHeader, tapePadding } from "./internal/tape.ts"

/** What a backup is locked with: a passphrase, or recipients (`age1…`), each of whom can open it. */
export type BackupLock =
  | { readonly passphrase: Redacted.Redacted }
  | { readonly recipients: ReadonlyArray<string> }

/** What opens it: the passphrase, or identities (`AGE-SECRET-KEY-1…`), one of which must fit. */
export type BackupKey =
  | { readonly passphrase: Redacted.Redacted }
  | { readonly identities: ReadonlyArray<Redacted.Redacted> }

/** A recipient or an identity is not one, or a passphrase is empty. */
export class KeyRefused extends Schema.TaggedError<KeyRefused>(
  "@reminisce/backup/lockBackup/KeyRefused",
)("KeyRefused", { rule: Schema.Literals(["recipient", "identity", "passphrase"]) }) {
  override get message(): string {
    return `not a key to lock or open a backup with: ${this.rule}`
  }
}

/** The one file of a locked backup, and its name until it is whole. */
const LOCKED = "backup.age"
const UNFINISHED = "unfinished"

/** In this order; those without a backup's sums are not taken out of a tape. */
const NAMES = [MANIFEST, MARKS, ROWS, SUMS]

/** Bytes read at once. */
const CHUNK = 256 * 1024

/** Whether a directory holds a locked backup. */
export const isLocked = (directory: string): Effect.Effect<boolean, BackupPlace> =>
  Effect.map(
    Effect.andThen(
      requireDirectory(directory),
      attempt(() => fs.readdir(directory)),
    ),
    (names) => names.includes(LOCKED),
  )

/** Locks the backup in `from` into `to`, a new or empty directory. */
export const lockBackup = Effect.fnUntraced(function* (
  from: string,
  to: string,
  lock: BackupLock,
): Effect.fn.Return<void, BackupInvalid | BackupPlace | KeyRefused> {
  const encrypter = yield* makeEncrypter(lock)
  yield* makeDirectory(to)
  yield* Effect.scoped(
    Effect.gen(function* () {
      const files = yield* openAll(from)
      const target = yield* createFile(to, UNFINISHED)
      yield* attempt(async () => {
        const tape = ReadableStream.from(tapeOf(files))
        for await (const bytes of await encrypter.encrypt(tape)) await target.writeFile(bytes)
        await target.sync()
      })
    }),
  )
  yield* renameFile(to, UNFINISHED, LOCKED)
  yield* syncDirectory(to)
})

/** The directory of the opened backup, which is gone with the scope. `key`: it does not open it, or the head is damaged. */
export const openLocked = Effect.fnUntraced(function* (
  directory: string,
  key: BackupKey,
): Effect.fn.Return<string, BackupInvalid | BackupPlace | KeyRefused, Scope.Scope> {
  const decrypter = yield* makeDecrypter(key)
  const opened = yield* temporaryDirectory
  const { handle } = yield* openFile(directory, LOCKED)
  const refused = (reason: BackupInvalid["reason"]) => new BackupInvalid({ reason, file: LOCKED })
  const plain = yield* Effect.tryPromise({
    try: () => decrypter.decrypt(ReadableStream.from(chunksOf(handle))),
    catch: () => refused("key"),
  })
  const reader = makeByteReader(plain)
  /** What cannot be deciphered further is not as it was written. */
  const read = (bytes: number) =>
    Effect.tryPromise({ try: () => reader.read(bytes), catch: () => refused("checksum") })
  for (;;) {
    const header = readTapeHeader(yield* read(TAPE_BLOCK))
    if (header === "end") {
      // Whatever comes behind has to be read as well, for only then is all of it known to be whole.
      yield* read(TAPE_END.length - TAPE_BLOCK)
      yield* Effect.tryPromise({ try: reader.end, catch: () => refused("checksum") })
      return opened
    }
    if (header === undefined || !NAMES.includes(header.name)) return yield* refused("manifest")
    yield* Effect.scoped(
      Effect.gen(function* () {
        const file = yield* createFile(opened, header.name)
        for (let left = header.size; left > 0; ) {
          const bytes = yield* read(Math.min(CHUNK, left))
          left -= bytes.length
          yield* attempt(() => file.writeFile(bytes))
        }
      }),
    )
    yield* read(tapePadding(header.size).length)
  }
})

/** Not before it is used: most who import this package lock nothing. */
const age = Effect.promise(() => import("age-encryption"))

const makeEncrypter = Effect.fnUntraced(function* (
  lock: BackupLock,
): Effect.fn.Return<Encrypter, KeyRefused> {
  const { Encrypter, Stanza } = yield* age
  const encrypter = new Encrypter()
  if ("passphrase" in lock) {
    const passphrase = Redacted.value(lock.passphrase)
    if (passphrase === "") return yield* new KeyRefused({ rule: "passphrase" })
    encrypter.addRecipient(passphraseRecipient(passphrase, Stanza))
    return encrypter
  }
  if (lock.recipients.length === 0) return yield* new KeyRefused({ rule: "recipient" })
  for (const recipient of lock.recipients) {
    yield* Effect.try({
      try: () => encrypter.addRecipient(recipient),
      catch: () => new KeyRefused({ rule: "recipient" }),
    })
  }
  return encrypter
})

const makeDecrypter = Effect.fnUntraced(function* (
  key: BackupKey,
): Effect.fn.Return<Decrypter, KeyRefused> {
  const decrypter = new (yield* age).Decrypter()
  if ("passphrase" in key) {
    decrypter.addIdentity(passphraseIdentity(Redacted.value(key.passphrase)))
    return decrypter
  }
  if (key.identities.length === 0) return yield* new KeyRefused({ rule: "identity" })
  for (const identity of key.identities) {
    yield* Effect.try({
      try: () => decrypter.addIdentity(Redacted.value(identity)),
      catch: () => new KeyRefused({ rule: "identity" }),
    })
  }
  return decrypter
})

interface OpenedFile {
  readonly name: string
  readonly size: number
  readonly handle: fs.FileHandle
}

const openAll = Effect.fnUntraced(function* (directory: string) {
  const files: Array<OpenedFile> = []
  for (const name of NAMES) {
    const file = yield* openFile(directory, name).pipe(
      // A backup need not have marks.
      Effect.catchIf(
        (error) => name === MARKS && error._tag === "BackupInvalid" && error.reason === "missing",
        () => Effect.succeed(undefined),
      ),
    )
    if (file !== undefined) files.push({ name, ...file })
  }
  return files
})

async function* tapeOf(files: ReadonlyArray<OpenedFile>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (const file of files) {
    yield new Uint8Array(tapeHeader(file))
    yield* chunksOf(file.handle)
    yield new Uint8Array(tapePadding(file.size))
  }
  yield new Uint8Array(TAPE_END)
}

async function* chunksOf(handle: fs.FileHandle): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let at = 0; ; ) {
    const buffer = new Uint8Array(CHUNK)
    const { bytesRead } = await handle.read(buffer, 0, CHUNK, at)
    if (bytesRead === 0) return
    at += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

/** Reads exactly as many bytes as are asked for; a stream that ends before, or not at the end, is an error. */
const makeByteReader = (stream: ReadableStream<Uint8Array>) => {
  const reader = stream.getReader()
  let rest = new Uint8Array(0)
  const read = async (count: number): Promise<Uint8Array> => {
    const parts: Array<Uint8Array> = []
    let found = 0
    while (found < count) {
      if (rest.length === 0) {
        const { done, value } = await reader.read()
        if (done) throw new Error("the stream has ended")
        rest = new Uint8Array(value)
        continue
      }
      const part = rest.subarray(0, count - found)
      rest = rest.subarray(part.length)
      parts.push(part)
      found += part.length
    }
    return Buffer.concat(parts)
  }
  const end = async (): Promise<void> => {
    const { done } = await reader.read()
    if (!done || rest.length > 0) throw new Error("the stream has not ended")
  }
  return { read, end }
}
