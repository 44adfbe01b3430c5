/**
 * Carries out the commands that answer a person's request: progress on standard error, the receipt or
 * the report on standard output and, where asked for, in a file of its own.
 *
 * @module
 */
import { readFileSync } from "node:fs"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import {
  Erasure,
  ErasureOptions,
  ErasureProgress,
  type ErasureSettings,
  parseOwner,
  type Receipt,
  renderReceipt,
  renderReport,
} from "reminisce"
import { makeProgress, runOver } from "../backup/runOver.ts"
import type { Place } from "../Command.ts"
import { say } from "../preflight.ts"
import { numbered, plain } from "../show.ts"
import { type MemoryPlace, memoryLayer } from "../stores/memoryLayer.ts"
import { fileFault, writeReceipt } from "./receiptFile.ts"
import { type FoundBackup, registeredBackups } from "./registeredBackups.ts"
import { showVerification } from "./showVerification.ts"

type Service = Erasure["Service"]
type Only = Pick<NonNullable<Parameters<Service["withdraw"]>[2]>, "only">

export type ErasePlace = Place & MemoryPlace & { readonly settings?: Partial<ErasureSettings> }

/** How an answer is given. */
export interface Showing {
  readonly json?: boolean
}

/** What every erasure is told, and how its receipt is given. */
export interface Giving extends Showing {
  readonly by?: string
  /** A folder of backups to name in the receipt. */
  readonly backups?: string
  /** Where it goes as JSON as well; never over another file. */
  readonly receipt?: string
}

const NOT_CLEAN = 4
/** How long a verification waits for other readers of the file. */
const WAIT_MILLIS = 30_000
/** Memories between two lines of progress. */
const PROGRESS_EVERY = 5_000

const write = (text: string): void => void process.stdout.write(text)
const toJson = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`

export const withdrawing = (
  place: ErasePlace,
  giving: Giving,
  person: string,
  reason: string,
  limited: Only,
): Promise<number> =>
  issuing(place, giving, (erasure, options) =>
    erasure.withdraw(person, reason, { ...options, ...limited }),
  )

export const purging = (
  place: ErasePlace,
  giving: Giving,
  person: string,
  confirmed: { readonly confirm: boolean },
): Promise<number> =>
  issuing(
    place,
    giving,
    (erasure, options) => erasure.purge(person, { ...options, ...confirmed }),
    `${NOBODY}; what a purge that was cut off has left in the files, verify completes`,
  )

export const redacting = (
  place: ErasePlace,
  giving: Giving,
  key: string,
  reason: string,
): Promise<number> =>
  issuing(
    place,
    giving,
    (erasure, options) => erasure.redact(ownerOf(place), key, reason, options),
    noMemory(place),
  )

const NOBODY = "no owner of this store knows that person"
const noMemory = ({ owner }: Place): string =>
  `${owner} has no memory of that key; --owner says whose it is`

const ownerOf = ({ owner }: Place) => Option.getOrThrow(parseOwner(owner))

export const previewing = (
  place: ErasePlace,
  showing: Showing,
  person: string,
  limited: Only,
  more: ReadonlyArray<string> = [],
): Promise<number> =>
  over(place, (erasure) =>
    Effect.map(erasure.preview(person, limited), (owners) => writePreview(owners, showing, more)),
  )

/** `more`: lines to be read behind the owners'. Answers the exit status. */
export const writePreview = (
  owners: ReadonlyArray<ErasurePreview>,
  { json }: Showing,
  more: ReadonlyArray<string> = [],
): number => {
  const lines = owners.map(
    ({ owner, memories }) =>
      `${plain(owner)}: ${numbered(memories, "memory", "memories")} would be emptied`,
  )
  const nothing = owners.length === 0 ? ["no memory would be emptied"] : []
  write(json ? toJson({ owners }) : unchanged([...lines, ...nothing, ...more]))
  return 0
}

export const previewingRedact = (
  place: ErasePlace,
  { json }: Showing,
  key: string,
): Promise<number> =>
  over(
    place,
    (erasure) =>
      Effect.map(erasure.previewRedact(ownerOf(place), key), (preview) => {
        const { counts, dependents } = preview
        const lines = [
          counts.memories === 0 ? "the memory is empty already" : "the memory would be emptied",
          ...(dependents.length === 0
            ? []
            : [
                `these rest on it or replaced it, and would stay: ${dependents.map(plain).join(", ")}`,
              ]),
        ]
        write(json ? toJson(preview) : unchanged(lines))
        return 0
      }),
    noMemory(place),
  )

const unchanged = (lines: ReadonlyArray<string>): string =>
  [...lines, "nothing was changed", ""].join("\n")

export const reporting = (place: ErasePlace, { json }: Showing, person: string): Promise<number> =>
  over(place, (erasure) =>
    Effect.map(erasure.subjectReport(person), (report) => {
      write(json ? toJson(report) : plain(renderReport(report)))
      return 0
    }),
  )

export const verifying = (
  place: ErasePlace,
  { json }: Showing,
  person: string,
  file: string | undefined,
): Promise<number> => {
  const words = file === undefined ? [] : linesOf(file)
  if (words === undefined) return failing("the file of words is not there, or cannot be read")
  return over(place, (erasure) =>
    Effect.map(erasure.verifyErasure(person, words, { waitMillis: WAIT_MILLIS }), (found) => {
      write(json ? toJson(found) : showVerification(found))
      return found.isClean ? 0 : NOT_CLEAN
    }),
  )
}

/** Undefined where it cannot be read. */
const linesOf = (file: string): ReadonlyArray<string> | undefined => {
  try {
    return readFileSync(file, "utf8")
      .split(/\r?\n/)
      .filter((line) => line !== "")
  } catch {
    return undefined
  }
}

export const failing = (sentence: string): Promise<number> => {
  say(`reminisce-mcp: ${sentence}`)
  return Promise.resolve(1)
}

type ErasurePreview = Effect.Success<ReturnType<Service["preview"]>>[number]

type Asked<A, Told extends ReadonlyArray<unknown> = []> = (
  erasure: Service,
  ...told: Told
) => Effect.Effect<A, { readonly _tag: string; readonly message: string }>

/** `unknown`: what is said where there is nobody, or no memory, of that name. */
export const over = async (
  place: ErasePlace,
  command: Asked<number>,
  unknown = NOBODY,
): Promise<number> => {
  const opened = await memoryLayer(place, false)
  if (typeof opened === "string") return failing(opened)
  const { settings = {} } = place
  const memory = Layer.provide(
    opened,
    Layer.effect(
      ErasureOptions,
      Effect.map(ErasureOptions, (defaults) => ({ ...defaults, ...settings })),
    ),
  )
  const progress = makeProgress("emptied", PROGRESS_EVERY, "memories")
  return runOver(
    place,
    Effect.flatMap(Erasure, (erasure) =>
      Effect.catch(command(erasure), (error) => {
        if (error._tag === "NotFound") return Effect.promise(() => failing(unknown))
        // What was asked for, not how the store was opened.
        if (error._tag === "Invalid") return Effect.promise(() => failing(error.message))
        return Effect.fail(error)
      }),
    ).pipe(
      Effect.provide(memory),
      Effect.provideService(ErasureProgress, ({ redacted }) => progress(redacted)),
    ),
  )
}

interface Told {
  readonly by?: string
  readonly backups?: ReadonlyArray<FoundBackup>
}

export const issuing = async (
  place: ErasePlace,
  { backups, by, json, receipt: file }: Giving,
  command: Asked<Receipt, [Told]>,
  unknown?: string,
): Promise<number> => {
  const fault = file === undefined ? undefined : fileFault(file)
  if (fault !== undefined) return failing(fault)
  const found = backups === undefined ? [] : registeredBackups(backups)
  if (found === undefined)
    return failing("the folder of backups cannot be read; give another with --backups")
  const told = { ...(by === undefined ? {} : { by }), backups: found }
  return over(
    place,
    (erasure) =>
      Effect.map(command(erasure, told), (receipt) => {
        const text = toJson(receipt)
        write(json ? text : plain(renderReceipt(receipt)))
        sayPending(receipt)
        return file === undefined || writeReceipt(file, text) ? 0 : 1
      }),
    unknown,
  )
}

export const sayPending = ({ bytes }: Pick<Receipt, "bytes">): void => {
  if (bytes === "pending")
    say("the files still hold old bytes: run verify when nobody else reads; doctor says who does")
}
