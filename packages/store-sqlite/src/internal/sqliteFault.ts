/**
 * What SQLite's and the file system's errors mean in the terms of the port. An error that is none of
 * these is a bug and stays a defect.
 *
 * @module
 */
import {
  NoPlace,
  NotAStore,
  StoreError,
  type StoreErrorReason,
  Unavailable,
} from "@reminisce/store"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"

/** SQLite's primary result codes. */
const CODE = {
  busy: 5,
  locked: 6,
  noMemory: 7,
  readOnly: 8,
  inputOutput: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  protocol: 15,
  notADatabase: 26,
} as const

/** Extended codes: the file was replaced under us; a sync failed; shared memory or a lock cannot be had. */
const MOVED = 8 | (4 << 8)
const UNSYNCHRONISED: ReadonlyArray<number> = [4, 5].map((n) => 10 | (n << 8))
const SHARED_MEMORY: ReadonlyArray<number> = [18, 19, 20, 21, 15, 22].map((n) => 10 | (n << 8))

const resultCode = (error: unknown): number | undefined =>
  error instanceof Error && "errcode" in error && typeof error.errcode === "number"
    ? error.errcode
    : undefined

/** Another connection holds what we need; the same call can succeed later. */
export const isBusy = (error: unknown): boolean => {
  const code = (resultCode(error) ?? 0) & 0xff
  return code === CODE.busy || code === CODE.locked || code === CODE.protocol
}

export const isNotADatabase = (error: unknown): boolean =>
  ((resultCode(error) ?? 0) & 0xff) === CODE.notADatabase

/** A file or its folder could not be synchronised: what was written may be on the disk or not. */
export const isUnsynchronised = (error: unknown): boolean =>
  UNSYNCHRONISED.includes(resultCode(error) ?? 0)

const fileFaults: { readonly [code: string]: StoreErrorReason } = {
  EACCES: new NoPlace({ rule: "permission" }),
  EPERM: new NoPlace({ rule: "permission" }),
  ERR_ACCESS_DENIED: new NoPlace({ rule: "permission" }),
  EROFS: new NoPlace({ rule: "read-only" }),
  ENOSPC: new NoPlace({ rule: "full" }),
  EDQUOT: new NoPlace({ rule: "full" }),
  EFBIG: new NoPlace({ rule: "full" }),
  // A file stands where a folder would have to.
  EEXIST: new NoPlace({ rule: "missing" }),
  ENOENT: new NoPlace({ rule: "missing" }),
  ENOTDIR: new NoPlace({ rule: "missing" }),
  ENAMETOOLONG: new NoPlace({ rule: "missing" }),
  ELOOP: new NoPlace({ rule: "missing" }),
  ERR_INVALID_ARG_VALUE: new NoPlace({ rule: "missing" }),
  EIO: new Unavailable({ what: "input-output" }),
  EMFILE: new Unavailable({ what: "open-files" }),
  ENFILE: new Unavailable({ what: "open-files" }),
}

/** Undefined: a bug of ours. */
export const reasonOf = (error: unknown): StoreErrorReason | undefined => {
  const code = resultCode(error)
  if (code !== undefined) return reasonOfCode(code)
  // Only what the file holds is parsed.
  if (error instanceof SyntaxError) return new NotAStore({ rule: "damaged" })
  if (!(error instanceof Error) || !("code" in error)) return undefined
  const known = fileFaults[String(error.code)]
  return known ?? ("syscall" in error ? new Unavailable({ what: "file-system" }) : undefined)
}

const reasonOfCode = (code: number): StoreErrorReason | undefined => {
  if (code === MOVED) return new NoPlace({ rule: "missing" })
  if (SHARED_MEMORY.includes(code)) return new NoPlace({ rule: "file-system" })
  switch (code & 0xff) {
    case CODE.busy:
    case CODE.locked:
    case CODE.protocol:
      return new Unavailable({ what: "busy" })
    case CODE.noMemory:
      return new Unavailable({ what: "memory" })
    case CODE.inputOutput:
      return new Unavailable({ what: "input-output" })
    case CODE.readOnly:
      return new NoPlace({ rule: "read-only" })
    case CODE.full:
      return new NoPlace({ rule: "full" })
    // Permissions have been looked at before; what is left is the log or its shared memory.
    case CODE.cannotOpen:
      return new NoPlace({ rule: "file-system" })
    case CODE.corrupt:
      return new NotAStore({ rule: "damaged" })
    case CODE.notADatabase:
      return new NotAStore({ rule: "not-a-database" })
    default:
      return undefined
  }
}

/** The error as the port's, or as a defect. */
export const faultExit = (operation: string, error: unknown): Exit.Exit<never, StoreError> => {
  if (error instanceof StoreError) return Exit.fail(error)
  const reason = reasonOf(error)
  return reason === undefined ? Exit.die(error) : Exit.fail(new StoreError({ operation, reason }))
}

/** Runs synchronous work of the engine. */
export const attemptTo = <A>(operation: string, work: () => A): Effect.Effect<A, StoreError> =>
  Effect.suspend(() => {
    try {
      return Exit.succeed(work())
    } catch (error) {
      return faultExit(operation, error)
    }
  })

/** As `faultExit`, of an error another thread met; undefined when it was not SQLite's. */
export const codeExit = (
  operation: string,
  code: number | undefined,
): Exit.Exit<never, StoreError> => {
  const reason = reasonOfCode(code ?? 0) ?? new Unavailable({ what: "thread" })
  return Exit.fail(new StoreError({ operation, reason }))
}
