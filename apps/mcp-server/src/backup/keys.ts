/**
 * Keys to lock and open backups with: from the environment or from files it names, never from the
 * command line, where everybody on the machine can read them.
 *
 * @module
 */
import { readFile } from "node:fs/promises"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { type BackupKey, type BackupLock, isLocked, openLocked } from "reminisce"
import type { Environment } from "../Command.ts"

/** What the environment says about keys does not do. */
export class NoKey extends Schema.TaggedError<NoKey>("reminisce-mcp/backup/keys/NoKey")("NoKey", {
  sentence: Schema.String,
}) {
  override get message(): string {
    return this.sentence
  }
}

const PASSPHRASE = "REMINISCE_BACKUP_PASSPHRASE"
const PASSPHRASE_FILE = "REMINISCE_BACKUP_PASSPHRASE_FILE"
const RECIPIENTS_FILE = "REMINISCE_BACKUP_RECIPIENTS_FILE"
const IDENTITIES_FILE = "REMINISCE_BACKUP_IDENTITIES_FILE"

export const readLock = Effect.fnUntraced(function* (
  environment: Environment,
): Effect.fn.Return<BackupLock, NoKey> {
  const passphrase = yield* readPassphrase(environment)
  const recipients = yield* readList(environment, RECIPIENTS_FILE)
  if (passphrase !== undefined && recipients !== undefined)
    return yield* new NoKey({ sentence: "a backup is locked by a passphrase or for recipients" })
  if (passphrase !== undefined) return { passphrase }
  if (recipients !== undefined) return { recipients }
  const sentence = `set ${PASSPHRASE}, ${PASSPHRASE_FILE} or ${RECIPIENTS_FILE} to lock a backup`
  return yield* new NoKey({ sentence })
})

const readKey = Effect.fnUntraced(function* (
  environment: Environment,
): Effect.fn.Return<BackupKey, NoKey> {
  const identities = yield* readList(environment, IDENTITIES_FILE)
  if (identities !== undefined) return { identities: identities.map((each) => Redacted.make(each)) }
  const passphrase = yield* readPassphrase(environment)
  if (passphrase !== undefined) return { passphrase }
  const sentence = `the backup is locked: set ${IDENTITIES_FILE}, ${PASSPHRASE} or ${PASSPHRASE_FILE}`
  return yield* new NoKey({ sentence })
})

/** The directory of a backup to read: the same, or one of temporary files that is gone with the scope. */
export const openedBackup = Effect.fnUntraced(function* (
  directory: string,
  environment: Environment,
) {
  if (!(yield* isLocked(directory))) return directory
  return yield* openLocked(directory, yield* readKey(environment))
})

const readPassphrase = Effect.fnUntraced(function* (
  environment: Environment,
): Effect.fn.Return<Redacted.Redacted | undefined, NoKey> {
  const given = environment[PASSPHRASE] ?? ""
  if (given !== "") return Redacted.make(given)
  const text = yield* readNamed(environment, PASSPHRASE_FILE)
  // The line feed at the end of a file is no part of it.
  return text === undefined ? undefined : Redacted.make(text.replace(/\r?\n$/, ""))
})

/** Lines, without comments, as the tools of age write them. */
const readList = Effect.fnUntraced(function* (
  environment: Environment,
  variable: string,
): Effect.fn.Return<ReadonlyArray<string> | undefined, NoKey> {
  const text = yield* readNamed(environment, variable)
  return text
    ?.split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"))
})

const readNamed = (
  environment: Environment,
  variable: string,
): Effect.Effect<string | undefined, NoKey> => {
  const file = environment[variable] ?? ""
  return file === ""
    ? Effect.succeed(undefined)
    : Effect.tryPromise({
        try: () => readFile(file, "utf8"),
        catch: () => new NoKey({ sentence: `the file that ${variable} names cannot be read` }),
      })
}
