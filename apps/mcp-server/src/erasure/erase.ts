/**
 * Carries out the commands that answer a person's request: progress on standard error, the receipt or
 * the report on standard output and, where asked for, in a file of its own.
 *
 * @module
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import {
  Erasure,
  ErasureProgress,
  layer,
  parseOwner,
  type Receipt,
  renderReceipt,
  renderReport,
  type Verification,
} from "reminisce"
import { makeProgress, runOver } from "../backup/runOver.ts"
import type { Place } from "../Command.ts"
import { absentStore, say } from "../preflight.ts"
import { plain } from "../show.ts"

type Service = Erasure["Service"]
type Options<Name extends "withdraw" | "redact" | "purge" | "preview"> = NonNullable<
  Parameters<Service[Name]>[Name extends "redact" ? 3 : Name extends "withdraw" ? 2 : 1]
>

/** How a receipt is given. */
export interface Giving {
  readonly json: boolean
  /** Where it goes as JSON as well; never over another file. */
  readonly receipt: string | undefined
}

const NOT_CLEAN = 4
/** How long a verification waits for other readers of the file. */
const WAIT_MILLIS = 30_000
/** Memories between two lines of progress. */
const PROGRESS_EVERY = 5_000

const write = (text: string): void => void process.stdout.write(text)
const toJson = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`

export const withdrawing = (
  place: Place,
  giving: Giving,
  person: string,
  reason: string,
  options: Options<"withdraw">,
): Promise<number> => issuing(place, giving, (erasure) => erasure.withdraw(person, reason, options))

export const purging = (
  place: Place,
  giving: Giving,
  person: string,
  options: Options<"purge">,
): Promise<number> => issuing(place, giving, (erasure) => erasure.purge(person, options))

export const redacting = (
  place: Place,
  giving: Giving,
  key: string,
  reason: string,
  options: Options<"redact">,
): Promise<number> => {
  const owner = Option.getOrThrow(parseOwner(place.owner))
  return issuing(place, giving, (erasure) => erasure.redact(owner, key, reason, options))
}

export const previewing = (
  place: Place,
  person: string,
  options: Options<"preview">,
): Promise<number> =>
  over(place, (erasure) =>
    Effect.map(erasure.preview(person, options), (owners) => {
      for (const { owner, memories } of owners) write(`${plain(owner)}: ${memories} memories\n`)
      write("nothing was changed\n")
      return 0
    }),
  )

export const reporting = (place: Place, json: boolean, person: string): Promise<number> =>
  over(place, (erasure) =>
    Effect.map(erasure.subjectReport(person), (report) => {
      write(json ? toJson(report) : plain(renderReport(report)))
      return 0
    }),
  )

export const verifying = (
  place: Place,
  json: boolean,
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

const failing = (sentence: string): Promise<number> => {
  say(`reminisce-mcp: ${sentence}`)
  return Promise.resolve(1)
}

type Asked<A> = (
  erasure: Service,
) => Effect.Effect<A, { readonly _tag: string; readonly message: string }>

const over = (place: Place, command: Asked<number>): Promise<number> => {
  const absent = absentStore(place, false)
  if (absent !== undefined) return failing(absent)
  const progress = makeProgress("emptied", PROGRESS_EVERY)
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
      Effect.provide(layerAt(place)),
      Effect.provideService(ErasureProgress, ({ redacted }) => progress(redacted)),
    ),
  )
}

/** With the keys of people whose words are sealed, where the environment names their folder. */
const layerAt = ({ filename }: Place) =>
  Layer.unwrap(
    Effect.map(Effect.orDie(Config.option(Config.String("REMINISCE_SEALING_KEYS"))), (keys) =>
      layer({ filename, ...(Option.isSome(keys) ? { sealing: { keys: keys.value } } : {}) }),
    ),
  )

const issuing = (place: Place, { json, receipt: file }: Giving, command: Asked<Receipt>) =>
  file !== undefined && existsSync(file)
    ? failing("the file for the receipt exists already; give another path with --receipt")
    : over(place, (erasure) =>
        Effect.map(command(erasure), (receipt) => {
          const text = toJson(receipt)
          write(json ? text : plain(renderReceipt(receipt)))
          if (file !== undefined) {
            // For this user's eyes only.
            writeFileSync(file, text, { mode: 0o600, flag: "wx" })
            say(`reminisce-mcp: the receipt is in ${file}`)
          }
          return 0
        }),
      )

const showVerification = ({ owners, words, index, bytes, isClean }: Verification): string =>
  [
    ...owners.map(
      ({ owner, withdrawn, leftovers, withWords }) =>
        `${plain(owner)}: ${withdrawn} withdrawn, ${leftovers} of them with anything left, ${withWords} with words`,
    ),
    ...(owners.length === 0 ? ["no owner knows the person"] : []),
    ...words.map(
      ({ owner, word, type, key, attribute }) =>
        `${plain(owner)}: word ${word + 1} is in ${attribute} of ${type} ${plain(key)}`,
    ),
    index === undefined
      ? "index: kept beside the store"
      : `index: ${index.stray} entries left of ${index.withdrawn} withdrawn memories`,
    `files: ${bytes}`,
    isClean ? "clean" : "not clean",
    "",
  ].join("\n")
