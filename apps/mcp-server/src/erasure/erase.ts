/**
 * Carries out the commands that answer a person's request: progress on standard error, the receipt or
 * the report on standard output and, where asked for, in a file of its own.
 *
 * @module
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs"
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
  issuing(place, giving, (erasure, options) => erasure.purge(person, { ...options, ...confirmed }))

export const redacting = (
  place: ErasePlace,
  giving: Giving,
  key: string,
  reason: string,
): Promise<number> =>
  issuing(place, giving, (erasure, options) => erasure.redact(ownerOf(place), key, reason, options))

const ownerOf = ({ owner }: Place) => Option.getOrThrow(parseOwner(owner))

export const previewing = (
  place: ErasePlace,
  showing: Showing,
  person: string,
  limited: Only,
): Promise<number> =>
  over(place, (erasure) =>
    Effect.map(erasure.preview(person, limited), (owners) => writePreview(owners, showing)),
  )

/** Answers the exit status. */
export const writePreview = (owners: ReadonlyArray<ErasurePreview>, { json }: Showing): number => {
  const lines = owners.map(
    ({ owner, memories }) => `${plain(owner)}: ${numbered(memories, "memory", "memories")}`,
  )
  write(json ? toJson({ owners }) : unchanged(lines))
  return 0
}

export const previewingRedact = (
  place: ErasePlace,
  { json }: Showing,
  key: string,
): Promise<number> =>
  over(place, (erasure) =>
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
  if (file !== undefined && !existsSync(file)) return failing("there is no such file of words")
  const words = file === undefined ? [] : linesOf(file)
  return over(place, (erasure) =>
    Effect.map(erasure.verifyErasure(person, words, { waitMillis: WAIT_MILLIS }), (found) => {
      write(json ? toJson(found) : showVerification(found))
      return found.isClean ? 0 : NOT_CLEAN
    }),
  )
}

const linesOf = (file: string): ReadonlyArray<string> =>
  readFileSync(file, "utf8")
    .split(/\r?\n/)
    .filter((line) => line !== "")

export const failing = (sentence: string): Promise<number> => {
  say(`reminisce-mcp: ${sentence}`)
  return Promise.resolve(1)
}

type ErasurePreview = Effect.Success<ReturnType<Service["preview"]>>[number]

type Asked<A, Told extends ReadonlyArray<unknown> = []> = (
  erasure: Service,
  ...told: Told
) => Effect.Effect<A, { readonly _tag: string; readonly message: string }>

export const over = async (place: ErasePlace, command: Asked<number>): Promise<number> => {
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
      Effect.catch(command(erasure), (error) =>
        error._tag === "NotFound"
          ? Effect.sync(() => {
              say("reminisce-mcp: no owner of this store knows that person, or has that memory")
              return 1
            })
          : Effect.fail(error),
      ),
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
): Promise<number> => {
  if (file !== undefined && existsSync(file))
    return failing("the file for the receipt exists already; give another path with --receipt")
  const found = backups === undefined ? [] : registeredBackups(backups)
  if (found === undefined)
    return failing("the folder of backups cannot be read; give another with --backups")
  const told = { ...(by === undefined ? {} : { by }), backups: found }
  return over(place, (erasure) =>
    Effect.map(command(erasure, told), (receipt) => {
      const text = toJson(receipt)
      write(json ? text : plain(renderReceipt(receipt)))
      if (file !== undefined) {
        // For this user's eyes only.
        writeFileSync(file, text, { mode: 0o600, flag: "wx" })
        say(`reminisce-mcp: the receipt is in ${file}`)
      }
      if (receipt.bytes === "pending")
        say(
          "the files still hold old bytes: run verify when nobody else reads; doctor says who does",
        )
      return 0
    }),
  )
}
