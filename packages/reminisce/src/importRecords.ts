/**
 * Takes in a directory of memories, one a line, through the write path: guarded, checked and safe to
 * repeat like any other write.
 *
 * @module
 */
import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { Lifecycle, type RememberRefusal } from "@reminisce/lifecycle"
import { Invalid, Limits, type RememberRequest, type TooLarge } from "@reminisce/schema"
import { compareText, type Owner, type StoreError } from "@reminisce/store"
import * as Effect from "effect/Effect"

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
 * `remember` takes; without a `key` its key is the file's name and the line, `notes:12`, so that the same
 * import again keeps nothing twice. A directory or file that cannot be read is `Invalid`, and what was
 * kept before stays.
 */
export const importRecords = (
  owner: Owner,
  directory: string,
): Effect.Effect<ImportReport, Invalid | TooLarge | StoreError, Lifecycle> =>
  Effect.gen(function* () {
    const { rememberMany } = yield* Lifecycle
    const names = yield* attempt(() => readdir(directory))
    const files = names.filter((name) => name.endsWith(EXTENSION)).sort(compareText)
    const refusals: Array<ImportRefusal> = []
    let kept = 0
    for (const file of files) {
      const lines = readLines(file, yield* attempt(() => readFile(join(directory, file), "utf8")))
      for (const { line } of lines.filter(({ request }) => request === undefined)) {
        refusals.push({ file, line, refusal: new Invalid({ field: "line", rule: "json" }) })
      }
      const sound = lines.flatMap(({ line, request }) =>
        request === undefined ? [] : [{ line, request }],
      )
      for (let from = 0; from < sound.length; from += Limits.many) {
        const some = sound.slice(from, from + Limits.many)
        const answers = yield* rememberMany(
          owner,
          some.map(({ request }) => request),
        )
        for (const [i, answer] of answers.entries()) {
          if ("ok" in answer) kept++
          else refusals.push({ file, line: some[i]?.line ?? 0, refusal: answer.refusal })
        }
      }
    }
    return { files: files.length, kept, refusals }
  })

interface Line {
  readonly line: number
  /** Undefined: not a JSON object. */
  readonly request: RememberRequest | undefined
}

/** Empty lines are none. */
const readLines = (file: string, text: string): ReadonlyArray<Line> =>
  text.split("\n").flatMap((source, i) => {
    if (source.trim() === "") return []
    const record = parseObject(source)
    const key = `${file.slice(0, -EXTENSION.length)}:${i + 1}`
    return [{ line: i + 1, request: record && ({ key, ...record } as RememberRequest) }]
  })

const parseObject = (source: string): object | undefined => {
  try {
    const parsed: unknown = JSON.parse(source)
    return typeof parsed === "object" && parsed !== null && !Array.isArray(parsed)
      ? parsed
      : undefined
  } catch {
    return undefined
  }
}

const attempt = <A>(read: () => Promise<A>): Effect.Effect<A, Invalid> =>
  Effect.tryPromise({
    try: read,
    catch: () => new Invalid({ field: "directory", rule: "unreadable" }),
  })
