/**
 * Files of a backup: made for this user only, read without following links, their troubles told in
 * the package's own errors.
 *
 * @module
 */
import { constants } from "node:fs"
import * as fs from "node:fs/promises"
import * as os from "node:os"
import * as path from "node:path"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { BackupInvalid, BackupPlace } from "../BackupError.ts"

export const MANIFEST = "manifest.json"
export const ROWS = "owners.jsonl"
export const MARKS = "marks.jsonl"
export const SUMS = "SHA256SUMS"

const RULES: { readonly [code: string]: BackupPlace["rule"] } = {
  EACCES: "permission",
  EPERM: "permission",
  ERR_ACCESS_DENIED: "permission",
  EROFS: "read-only",
  ENOSPC: "full",
  EDQUOT: "full",
  EFBIG: "full",
  ENOENT: "missing",
  ENAMETOOLONG: "missing",
  ELOOP: "missing",
  ERR_INVALID_ARG_VALUE: "missing",
  ENOTDIR: "not-a-folder",
  EEXIST: "not-a-folder",
}

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : ""

/** Input and output on the backup's directory; an error that is none of the file system's is a bug. */
export const attempt = <A>(io: () => Promise<A>): Effect.Effect<A, BackupPlace> =>
  Effect.tryPromise({ try: io, catch: (error) => error }).pipe(
    Effect.catch((error) => {
      const rule = RULES[codeOf(error)]
      if (rule !== undefined) return Effect.fail(new BackupPlace({ rule }))
      return error instanceof Error && "syscall" in error
        ? Effect.fail(new BackupPlace({ rule: "input-output" }))
        : Effect.die(error)
    }),
  )

/** Makes the directory, or takes an empty one. */
export const makeDirectory = (directory: string): Effect.Effect<void, BackupPlace> =>
  Effect.gen(function* () {
    yield* attempt(() => fs.mkdir(directory, { recursive: true, mode: 0o700 }))
    const names = yield* attempt(() => fs.readdir(directory))
    if (names.length > 0) return yield* new BackupPlace({ rule: "not-empty" })
  })

/** A new directory among the temporary files, for this user only, removed with the scope. */
export const temporaryDirectory: Effect.Effect<string, BackupPlace, Scope.Scope> =
  Effect.acquireRelease(
    attempt(() => fs.mkdtemp(path.join(os.tmpdir(), "reminisce-"))),
    (directory) => Effect.promise(() => fs.rm(directory, { recursive: true, force: true })),
  )

/** Refuses a directory that is not there, or is none. */
export const requireDirectory = (directory: string): Effect.Effect<void, BackupPlace> =>
  Effect.flatMap(
    attempt(() => fs.stat(directory)),
    (found) =>
      found.isDirectory() ? Effect.void : Effect.fail(new BackupPlace({ rule: "not-a-folder" })),
  )

/** A new file, open until the scope ends. */
export const createFile = (
  directory: string,
  name: string,
): Effect.Effect<fs.FileHandle, BackupPlace, Scope.Scope> =>
  Effect.acquireRelease(
    attempt(() => fs.open(path.join(directory, name), "wx+", 0o600)),
    (handle) => Effect.promise(() => handle.close()),
  )

/** Writes a small file whole; it is on the disk afterwards. */
export const writeWhole = (
  directory: string,
  name: string,
  text: string,
): Effect.Effect<void, BackupPlace> =>
  Effect.scoped(
    Effect.flatMap(createFile(directory, name), (handle) =>
      attempt(async () => {
        await handle.writeFile(text)
        await handle.sync()
      }),
    ),
  )

export const removeFile = (directory: string, name: string): Effect.Effect<void, BackupPlace> =>
  attempt(() => fs.rm(path.join(directory, name), { force: true }))

export const renameFile = (
  directory: string,
  from: string,
  to: string,
): Effect.Effect<void, BackupPlace> =>
  attempt(() => fs.rename(path.join(directory, from), path.join(directory, to)))

/** The folder's entries are on the disk when this returns. */
export const syncDirectory = (directory: string): Effect.Effect<void, BackupPlace> =>
  // Windows has no such thing; Node forbids it under its permission model.
  process.platform === "win32" || process.permission !== undefined
    ? Effect.void
    : attempt(async () => {
        const handle = await fs.open(directory, "r")
        try {
          await handle.sync()
        } finally {
          await handle.close()
        }
      })

/** A symbolic link leads out of the directory, and opening a pipe would wait for its other end. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** A regular file of the directory itself, open until the scope ends. */
export const openFile = (
  directory: string,
  name: string,
): Effect.Effect<
  { readonly handle: fs.FileHandle; readonly size: number },
  BackupInvalid | BackupPlace,
  Scope.Scope
> =>
  Effect.gen(function* () {
    const refused = (reason: BackupInvalid["reason"]) => new BackupInvalid({ reason, file: name })
    const file = path.join(directory, name)
    const found = yield* attempt(() => fs.lstat(file)).pipe(
      Effect.catchIf(
        ({ rule }) => rule === "missing",
        () => Effect.fail(refused("missing")),
      ),
    )
    if (!found.isFile()) return yield* refused("not-a-file")
    const handle = yield* Effect.acquireRelease(
      attempt(() => fs.open(file, FLAGS)).pipe(
        Effect.catchIf(
          ({ rule }) => rule === "missing",
          () => Effect.fail(refused("not-a-file")),
        ),
      ),
      (open) => Effect.promise(() => open.close()),
    )
    const { size } = yield* attempt(() => handle.stat())
    return { handle, size }
  })

/** A file of at most `most` bytes. */
export const readWhole = (
  directory: string,
  name: string,
  most: number,
): Effect.Effect<Buffer, BackupInvalid | BackupPlace> =>
  Effect.scoped(
    Effect.gen(function* () {
      const { handle, size } = yield* openFile(directory, name)
      if (size > most) return yield* new BackupInvalid({ reason: "longer", file: name })
      return yield* attempt(() => handle.readFile())
    }),
  )
