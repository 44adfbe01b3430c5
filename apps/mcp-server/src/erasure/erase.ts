/**
 * Carries out a command that answers a person's request: progress on standard error, the receipt or
 * the report on standard output and, where asked for, in a file of its own.
 *
 * @module
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
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
import { absentStore, openFault, say } from "../preflight.ts"
import { plain } from "../show.ts"
import type { EraseCommand } from "./EraseCommand.ts"

const write = (text: string): void => void process.stdout.write(text)

/** Answers the exit status: 1 where anything was refused, stopped, or found wanting. */
export const erase = (command: EraseCommand): Promise<number> => {
  const fault = absentStore(command, false) ?? receiptFault(command)
  if (fault !== undefined) {
    say(`reminisce-mcp: ${fault}`)
    return Promise.resolve(1)
  }
  return Effect.runPromise(
    Effect.flatMap(Erasure, (erasure) =>
      run(command, erasure).pipe(
        Effect.catch((error) =>
          Effect.sync(() => {
            say(`reminisce-mcp: ${refusalOf(error)}`)
            return 1
          }),
        ),
      ),
    ).pipe(
      Effect.provide(layer({ filename: command.filename })),
      Effect.provide(Layer.succeed(Logger.LogToStderr, true)),
      Effect.provideService(ErasureProgress, progress()),
      Effect.catch((error) =>
        Effect.sync(() => {
          say(`reminisce-mcp: ${openFault(command, error)}`)
          return 1
        }),
      ),
    ),
  )
}

/** A receipt is never written over another file. */
const receiptFault = ({ receipt }: EraseCommand): string | undefined =>
  receipt !== undefined && existsSync(receipt)
    ? "the file for the receipt exists already; give another path with --receipt"
    : undefined

const refusalOf = (error: { readonly _tag: string; readonly message: string }): string =>
  error._tag === "NotFound"
    ? "no owner of this store knows that person, or has that memory"
    : error.message === ""
      ? error._tag
      : error.message

const run = (command: EraseCommand, erasure: Erasure["Service"]) => {
  const { verb, target, reason, by, only, confirm } = command
  const options = by === undefined ? {} : { by }
  const limited = only === undefined ? {} : { only }
  if (command.dryRun) {
    return Effect.map(erasure.preview(target, limited), (owners) => {
      for (const { owner, memories } of owners) write(`${plain(owner)}: ${memories} memories\n`)
      write("nothing was changed\n")
      return 0
    })
  }
  switch (verb) {
    case "withdraw":
      return Effect.map(
        erasure.withdraw(target, reason, { ...options, ...limited }),
        issue(command),
      )
    case "purge":
      return Effect.map(erasure.purge(target, { ...options, confirm }), issue(command))
    case "redact": {
      const owner = Option.getOrThrow(parseOwner(command.owner))
      return Effect.map(erasure.redact(owner, target, reason, options), issue(command))
    }
    case "report":
      return Effect.map(erasure.subjectReport(target), (report) => {
        const json = `${JSON.stringify(report, undefined, 2)}\n`
        if (command.receipt !== undefined) keep(command.receipt, json)
        else write(command.json ? json : plain(renderReport(report)))
        return 0
      })
    case "verify":
      return Effect.map(
        erasure.verifyErasure(target, wordsOf(command), { waitMillis: WAIT_MILLIS }),
        (found) => {
          write(command.json ? `${JSON.stringify(found, undefined, 2)}\n` : showVerification(found))
          return found.isClean ? 0 : 1
        },
      )
  }
}

/** How long a verification waits for other readers of the file. */
const WAIT_MILLIS = 30_000

const issue =
  ({ json, receipt: path }: EraseCommand) =>
  (receipt: Receipt): number => {
    const text = `${JSON.stringify(receipt, undefined, 2)}\n`
    if (path !== undefined) keep(path, text)
    write(json ? text : plain(renderReceipt(receipt)))
    return 0
  }

/** For this user's eyes only. */
const keep = (path: string, text: string): void => {
  writeFileSync(path, text, { mode: 0o600, flag: "wx" })
  say(`reminisce-mcp: written to ${path}`)
}

const wordsOf = ({ words }: EraseCommand): ReadonlyArray<string> =>
  words === undefined
    ? []
    : readFileSync(words, "utf8")
        .split(/\r?\n/)
        .filter((line) => line !== "")

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

/** A line now and then, on standard error. */
const progress = () => {
  let total = 0
  let shown = 0
  return ({ owner, redacted }: { readonly owner: string; readonly redacted: number }) =>
    Effect.sync(() => {
      total += redacted
      if (total - shown < PROGRESS_EVERY) return
      shown = total
      say(`reminisce-mcp: ${total} memories emptied, now ${plain(owner)}`)
    })
}

const PROGRESS_EVERY = 5_000
