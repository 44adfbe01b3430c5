/**
 * Takes in a directory of memories, one a line, through the write path: guarded, checked and safe to
 * repeat like any other write.
 *
 * @module
 */
import { readdir } from "node:fs/promises"
import { join } from "node:path"
import { Lifecycle, type RememberRefusal } from "@reminisce/lifecycle"
import { Invalid, Limits, type RememberRequest, TooLarge } from "@reminisce/schema"
import { compareText, type Owner, type StoreError } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { type JsonLine, readJsonLines } from "./internal/readJsonLines.ts"

const EXTENSION = ".jsonl"

/** A line that was not kept, and why; the rest of its file was. */
export interface ImportRefusal {
  readonly file: string
  /** From 1. */
  readonly line: number
  readonly refusal: RememberRefusal
}

export interface ImportReport {
  readonly files: number
  /** Lines kept, now or by an earlier import. */
  readonly kept: number
  readonly refusals: ReadonlyArray<ImportRefusal>
}

/**
 * Reads every `.jsonl` file of a directory by name, not those of folders within it. Each line is what
 * `remember` takes, in UTF-8 and 2 MiB at most; without a `key` its key is the file's name and the line,
 * `notes:12`, so that the same import again keeps nothing twice. A directory or file that cannot be read
 * is `Invalid`, and what was kept before stays.
 */
export const importRecords = (
  owner: Owner,
  directory: string,
): Effect.Effect<ImportReport, Invalid | TooLarge | StoreError, Lifecycle> =>
  Effect.gen(function* () {
    const names = yield* attempt(() => readdir(directory))
    const files = names.filter((name) => name.endsWith(EXTENSION)).sort(compareText)
    const refusals: Array<ImportRefusal> = []
    let kept = 0
    for (const file of files) {
      yield* forGroups(join(directory, file), (lines) =>
        Effect.map(keepLines(owner, file, lines), (refused) => {
          kept += lines.length - refused.length
          refusals.push(...refused)
        }),
      )
    }
    return { files: files.length, kept, refusals }
  })

/** Groups of lines that one write may hold. */
const forGroups = <E, R>(
  path: string,
  use: (lines: ReadonlyArray<JsonLine>) => Effect.Effect<void, E, R>,
): Effect.Effect<void, E | Invalid, R> =>
  Effect.acquireUseRelease(
    Effect.sync(() => readJsonLines(path, Limits.many)),
    (groups) =>
      Effect.gen(function* () {
        for (;;) {
          const next = yield* attempt(() => groups.next())
          if (next.done === true) return
          yield* use(next.value)
        }
      }),
    (groups) => Effect.promise(() => groups.return(undefined)),
  )

/** Answers what was refused, by line. */
const keepLines = (
  owner: Owner,
  file: string,
  lines: ReadonlyArray<JsonLine>,
): Effect.Effect<ReadonlyArray<ImportRefusal>, Invalid | TooLarge | StoreError, Lifecycle> =>
  Effect.gen(function* () {
    const { rememberMany } = yield* Lifecycle
    const refusals: Array<ImportRefusal> = []
    const sound: Array<{ readonly line: number; readonly request: RememberRequest }> = []
    for (const { line, parsed } of lines) {
      if (parsed instanceof Invalid || parsed instanceof TooLarge)
        refusals.push({ file, line, refusal: parsed })
      else sound.push({ line, request: { key: keyOf(file, line), ...parsed } as RememberRequest })
    }
    const requests = sound.map(({ request }) => request)
    const answers = requests.length === 0 ? [] : yield* rememberMany(owner, requests)
    for (const [i, answer] of answers.entries()) {
      if ("refusal" in answer)
        refusals.push({ file, line: sound[i]?.line ?? 0, refusal: answer.refusal })
    }
    return refusals.sort((a, b) => a.line - b.line)
  })

const keyOf = (file: string, line: number): string => `${file.slice(0, -EXTENSION.length)}:${line}`

const attempt = <A>(read: () => Promise<A>): Effect.Effect<A, Invalid> =>
  Effect.tryPromise({
    try: read,
    catch: () => new Invalid({ field: "directory", rule: "unreadable" }),
  })
