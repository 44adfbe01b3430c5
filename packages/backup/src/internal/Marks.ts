/**
 * Where each owner stood when a backup was made, so that an increment can go on from there: a file
 * beside the rows, of stores that are asked for it, since equal stores have different marks.
 *
 * @module
 */
import { compareText } from "@reminisce/store"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { BackupInvalid, type BackupPlace } from "../BackupError.ts"
import { readSums, sha256Of } from "../Manifest.ts"
import { MARKS, readWhole } from "./files.ts"

const Mark = Schema.Struct({
  /** As `formatOwner` has it. */
  owner: Schema.String,
  sequence: Schema.Int,
  /** Id of the plan that led there; empty at sequence 0. */
  plan: Schema.String,
})
export interface Mark extends Schema.Schema.Type<typeof Mark> {}

/** Most bytes of a file of marks: some millions of owners. */
const MOST = 1024 * 1024 * 1024

/** A line for each owner, in the order of their names. */
export const marksText = (marks: ReadonlyArray<Mark>): string =>
  [...marks]
    .sort((a, b) => compareText(a.owner, b.owner))
    .map(({ owner, sequence, plan }) => `${JSON.stringify({ owner, sequence, plan })}\n`)
    .join("")

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(Mark))

/** By the owner's name. Fails with `marks` where a backup was made without. */
export const readMarks = (
  directory: string,
): Effect.Effect<ReadonlyMap<string, Mark>, BackupInvalid | BackupPlace> =>
  Effect.gen(function* () {
    const refused = (reason: BackupInvalid["reason"]) => new BackupInvalid({ reason, file: MARKS })
    const { marks } = yield* readSums(directory)
    if (marks === undefined) return yield* refused("marks")
    const bytes = yield* readWhole(directory, MARKS, MOST)
    if (sha256Of(bytes) !== marks) return yield* refused("checksum")
    const found = new Map<string, Mark>()
    for (const line of bytes.toString().split("\n").slice(0, -1)) {
      const mark = Option.getOrUndefined(decode(line))
      if (mark === undefined) return yield* refused("row")
      found.set(mark.owner, mark)
    }
    return found
  })
