/**
 * The rows of a backup in their order, each with the number of its line, checked against the format
 * on the way.
 *
 * @module
 */
import { createHash } from "node:crypto"
import { compareText, type Owner, ownerFault, parseOwner, type StoreSchema } from "@reminisce/store"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { BackupInvalid, type BackupPlace } from "../BackupError.ts"
import type { Manifest } from "../Manifest.ts"
import { openFile, ROWS } from "./files.ts"
import { readLines } from "./readLines.ts"
import { hasClosedWords } from "./rowFields.ts"
import { comparePlaces, type Place, placeOf } from "./rowOrder.ts"
import { makeRowText, type Row } from "./rowText.ts"

export interface NumberedRow {
  readonly line: number
  /** Characters of the line. */
  readonly length: number
  readonly row: Row
  /** Whose row it is, or who is announced by it. */
  readonly owner: Owner
  /** The owner's name, as `formatOwner` has it. */
  readonly name: string
}

/** Lines looked at from one turn of everything else to the next: some milliseconds. */
const LINES = 50

export const refuse = (reason: BackupInvalid["reason"], line?: number): BackupInvalid =>
  new BackupInvalid({ reason, file: ROWS, ...(line === undefined ? {} : { line }) })

/**
 * Gives `use` all rows, a chunk at a time. Fails for what is not this manifest's backup: while reading
 * for the first fault of a row, at the end for a sum or a count that differs. What `use` was given
 * before that may be of no use.
 */
export const readRows = <E, R>(
  directory: string,
  manifest: Manifest,
  /** `again`: the same bytes were read to their end before, which their sum shows once more. */
  reading: "first" | "again",
  use: (rows: ReadonlyArray<NumberedRow>) => Effect.Effect<void, E, R>,
): Effect.Effect<void, E | BackupInvalid | BackupPlace, R> =>
  Effect.scoped(
    Effect.gen(function* () {
      const { handle, size } = yield* openFile(directory, ROWS)
      if (size < manifest.bytes) return yield* refuse("truncated")
      if (size > manifest.bytes) return yield* refuse("longer")
      const hash = createHash("sha256")
      const reader = makeReader(manifest, reading)
      let fault: BackupInvalid | undefined
      const isWhole = yield* readLines(
        handle,
        { from: 0, to: size, hash },
        Effect.fnUntraced(function* (lines) {
          for (let from = 0; from < lines.length; from += LINES) {
            // From here on only the sum is of interest: it tells a damaged file from a wrong one.
            if (fault !== undefined) return
            const rows: Array<NumberedRow> = []
            for (const line of lines.slice(from, from + LINES)) {
              const row = reader.next(line)
              if (row instanceof BackupInvalid) {
                fault = row
                return
              }
              rows.push(row)
            }
            yield* use(rows)
            yield* Effect.yieldNow
          }
        }),
      )
      if (hash.digest("hex") !== manifest.sha256) return yield* refuse("checksum", fault?.line)
      if (!isWhole) return yield* refuse("row")
      if (fault !== undefined) return yield* fault
      if (!reader.isComplete()) return yield* refuse("counts")
    }),
  )

/** Takes lines to rows one by one, in their order. */
export const makeReader = (manifest: Manifest, reading: "first" | "again") => {
  const schema: StoreSchema = manifest.schema
  const text = makeRowText(schema)
  const toRow = reading === "first" ? text.toRow : text.toRowAgain
  const counts = { owners: 0, records: new Map<string, number>(), links: new Map<string, number>() }
  let line = 0
  let owner: { readonly owner: Owner; readonly name: string } | undefined
  let last: Place | undefined

  const next = (words: string): NumberedRow | BackupInvalid => {
    line++
    const row = toRow(words)
    if (row === undefined) return refuse("row", line)
    if (row._tag === "owner") {
      const of = Option.getOrUndefined(parseOwner(row.owner))
      if (of === undefined || ownerFault(of) !== undefined) return refuse("row", line)
      if (owner !== undefined && compareText(owner.name, row.owner) >= 0)
        return refuse("order", line)
      owner = { owner: of, name: row.owner }
      last = undefined
      counts.owners++
      return { line, length: words.length, row, ...owner }
    }
    if (owner === undefined) return refuse("row", line)
    const isFitting = row._tag === "gone" ? manifest.base !== undefined : hasClosedWords(row)
    if (!isFitting) return refuse("row", line)
    const place = placeOf(schema, row)
    if (last !== undefined && comparePlaces(last, place) >= 0) return refuse("order", line)
    last = place
    if (row._tag === "gone") return { line, length: words.length, row, ...owner }
    const counted = row._tag === "record" ? counts.records : counts.links
    counted.set(row.type, (counted.get(row.type) ?? 0) + 1)
    return { line, length: words.length, row, ...owner }
  }

  const isComplete = (): boolean =>
    counts.owners === manifest.owners &&
    areEqual(counts.records, manifest.records) &&
    areEqual(counts.links, manifest.links)
  return { next, isComplete }
}

const areEqual = (
  counted: ReadonlyMap<string, number>,
  stated: { readonly [type: string]: number },
): boolean =>
  Object.keys(stated).length === counted.size &&
  Object.entries(stated).every(([type, count]) => counted.get(type) === count)
