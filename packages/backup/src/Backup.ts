/**
 * Backup and restore of whatever schema a store holds: logical, streaming, and the same bytes from
 * every store that holds the same.
 *
 * @module
 */
import { Guard } from "@reminisce/guard"
import {
  Durability,
  extendSchema,
  extensionFault,
  MemoryStore,
  quietSpan,
  StoreAdmin,
  type StoreError,
  type StoreSchema,
} from "@reminisce/store"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import {
  BackupInvalid,
  type BackupPlace,
  type BeyondHorizon,
  type SecretInBackup,
  StoreNotEmpty,
} from "./BackupError.ts"
import type {
  BackupOptions,
  BackupReport,
  Progress,
  RestoreOptions,
  RestoreReport,
} from "./BackupOptions.ts"
import { readRows } from "./internal/BackupRows.ts"
import {
  createFile,
  MANIFEST,
  makeDirectory,
  ROWS,
  removeFile,
  temporaryDirectory,
} from "./internal/files.ts"
import { guardNames, makeRowGuard } from "./internal/guardRows.ts"
import { makeLineWriter } from "./internal/LineWriter.ts"
import { readMarks } from "./internal/Marks.ts"
import { makeRestorer } from "./internal/restoreRows.ts"
import { canBeHeld } from "./internal/rowFields.ts"
import { writeManifest } from "./internal/writeManifest.ts"
import { writeRows } from "./internal/writeRows.ts"
import { joinBackups } from "./joinBackups.ts"
import {
  type Manifest,
  manifestText,
  readManifest,
  sha256Of,
  toManifestSchema,
} from "./Manifest.ts"

export class Backup extends Context.Service<
  Backup,
  {
    /**
     * Writes all owners to a new or empty directory: each as it stood at one moment, even beside
     * writers. Its checksums come last, so that an interrupted backup is not taken for one. Fails with
     * `Moved` when an owner's writers are faster than it can be read. With `since` an increment, which
     * needs all changes since then (`BeyondHorizon`).
     */
    readonly backup: (
      directory: string,
      options?: BackupOptions,
    ) => Effect.Effect<BackupReport, BackupInvalid | BackupPlace | BeyondHorizon | StoreError>
    /**
     * Brings a backup into an empty store that has all its types. Everything is checked before the
     * first write; from then on the store is marked, and refused by everyone else and at every opening,
     * until the last row is in. A restore that was interrupted is begun anew in another empty store.
     * Several directories are a backup and its increments in order; they are made one backup first, in a
     * folder for temporary files.
     */
    readonly restore: (
      directory: string | ReadonlyArray<string>,
      options?: RestoreOptions,
    ) => Effect.Effect<
      RestoreReport,
      BackupInvalid | BackupPlace | SecretInBackup | StoreNotEmpty | StoreError
    >
  }
>()("@reminisce/backup/Backup") {
  static readonly layer: Layer.Layer<Backup, never, MemoryStore | StoreAdmin | Guard> =
    Layer.effect(
      Backup,
      Effect.gen(function* () {
        const place = { store: yield* MemoryStore, admin: yield* StoreAdmin, guard: yield* Guard }
        return Backup.of({
          backup: (directory, options = {}) =>
            quietSpan("Backup.backup")(write(place, directory, options)),
          restore: (directory, options = {}) =>
            quietSpan("Backup.restore")(
              Effect.scoped(
                Effect.flatMap(oneBackup(directory), (whole) => bringBack(place, whole, options)),
              ),
            ),
        })
      }),
    )
}

interface Place {
  readonly store: MemoryStore["Service"]
  readonly admin: StoreAdmin["Service"]
  readonly guard: Guard["Service"]
}

const silent: Progress = () => Effect.void

/** Holds an owner's rows while they are put right; gone when the backup is complete. */
const ASIDE = "aside"

const write = Effect.fnUntraced(function* (
  { store, admin, guard }: Place,
  directory: string,
  { progress = silent, marks: isMarking = false, since }: BackupOptions,
): Effect.fn.Return<BackupReport, BackupInvalid | BackupPlace | BeyondHorizon | StoreError> {
  const before = since === undefined ? undefined : yield* readManifest(since)
  const marked = since === undefined ? undefined : yield* readMarks(since)
  yield* makeDirectory(directory)
  const schema = store.schema
  const { counts, marks, end } = yield* Effect.scoped(
    Effect.gen(function* () {
      const handle = yield* createFile(directory, ROWS)
      const aside = yield* createFile(directory, ASIDE)
      const writer = makeLineWriter(handle)
      const written = yield* writeRows({ writer, handle, aside, progress }, store, admin, marked)
      return { ...written, end: yield* writer.end }
    }),
  )
  const at = yield* Clock.currentTimeMillis
  yield* removeFile(directory, ASIDE)
  const manifest = yield* writeManifest(directory, {
    schema,
    guard: guard.version,
    counts,
    end,
    base: before === undefined ? undefined : sha256Of(manifestText(before)),
    marks: isMarking || before !== undefined ? marks : undefined,
  })
  return { at, manifest }
})

/** The directory, or one made of several, which is gone with the scope. */
const oneBackup = Effect.fnUntraced(function* (
  directories: string | ReadonlyArray<string>,
): Effect.fn.Return<string, BackupInvalid | BackupPlace, Scope.Scope> {
  if (typeof directories === "string") return directories
  const [first, ...increments] = directories
  if (first !== undefined && increments.length === 0) return first
  const made = yield* temporaryDirectory
  yield* joinBackups(directories, made)
  return made
})

const bringBack = Effect.fnUntraced(function* (
  { store, admin, guard }: Place,
  directory: string,
  { onSecret = "refuse", progress = silent }: RestoreOptions,
): Effect.fn.Return<
  RestoreReport,
  BackupInvalid | BackupPlace | SecretInBackup | StoreNotEmpty | StoreError
> {
  const manifest = yield* readManifest(directory)
  if (manifest.base !== undefined)
    return yield* new BackupInvalid({ reason: "base", file: MANIFEST })
  yield* requireTypes(store.schema, manifest.schema)
  yield* guardNames(guard, manifest.schema)
  if ((yield* admin.owners({ limit: 1 })).length > 0) return yield* new StoreNotEmpty()
  const guardRow = makeRowGuard(guard, manifest.schema)
  const isHolding = onSecret === "hold" && canBeHeld(store.schema, "memory")
  yield* readRows(directory, manifest, "first", (rows) =>
    Effect.forEach(
      rows,
      (each) =>
        isHolding && each.row._tag === "record" && each.row.type === "memory"
          ? Effect.void
          : guardRow(each),
      { discard: true },
    ),
  )
  yield* admin.begin("restoring").pipe(
    Effect.catchIf(
      ({ reason }) => reason._tag === "QuestionRefused",
      () => Effect.fail(new StoreNotEmpty()),
    ),
  )
  const restorer = makeRestorer({ store, progress, guard: isHolding ? guardRow : undefined })
  // The mark is on the disk before the first row, and goes when all of them are.
  const held = yield* readRows(directory, manifest, "again", restorer.restore).pipe(
    Effect.andThen(restorer.end),
    Effect.provideService(Durability, "repeatable"),
  )
  yield* admin.finish()
  return { manifest, held }
})

/** The store must have all that the backup has, and be of its version. */
const requireTypes = (
  stored: StoreSchema,
  backedUp: StoreSchema,
): Effect.Effect<void, BackupInvalid> => {
  const refused = (reason: BackupInvalid["reason"]) =>
    Effect.fail(new BackupInvalid({ reason, file: MANIFEST }))
  if (backedUp.version > stored.version) return refused("newer-schema")
  if (backedUp.version < stored.version) return refused("older-schema")
  if (extensionFault(stored, backedUp) !== undefined) return refused("schema")
  const both = toManifestSchema(extendSchema(stored, backedUp))
  return sameTypes(both, toManifestSchema(stored)) ? Effect.void : refused("schema")
}

/** `extendSchema` keeps what it extends in place and appends what is new. */
const sameTypes = (a: Manifest["schema"], b: Manifest["schema"]): boolean =>
  JSON.stringify(a) === JSON.stringify(b)
