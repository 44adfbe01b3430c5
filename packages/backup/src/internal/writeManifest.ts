/**
 * What makes a directory of rows a backup: its manifest, its marks if it has any, and the sums of all.
 *
 * @module
 */
import type { StoreSchema } from "@reminisce/store"
import * as Effect from "effect/Effect"
import type { BackupPlace } from "../BackupError.ts"
import {
  FORMAT,
  INCREMENT_FORMAT,
  type Manifest,
  manifestText,
  sha256Of,
  sumsText,
  toManifestSchema,
} from "../Manifest.ts"
import { MANIFEST, MARKS, SUMS, syncDirectory, writeWhole } from "./files.ts"
import { type Mark, marksText } from "./Marks.ts"
import type { Counts } from "./writeRows.ts"

interface Written {
  readonly schema: StoreSchema
  readonly guard: string
  readonly counts: Counts
  readonly end: { readonly bytes: number; readonly sha256: string }
  /** Sum of the manifest that an increment goes on from. */
  readonly base?: string | undefined
  readonly marks?: ReadonlyArray<Mark> | undefined
}

/** The sums come last, so that an interrupted backup is not taken for one. */
export const writeManifest = Effect.fnUntraced(function* (
  directory: string,
  { schema, guard, counts, end, base, marks }: Written,
): Effect.fn.Return<Manifest, BackupPlace> {
  const manifest: Manifest = {
    format: base === undefined ? FORMAT : INCREMENT_FORMAT,
    schema: toManifestSchema(schema),
    guard,
    owners: counts.owners,
    records: Object.fromEntries(counts.records),
    links: Object.fromEntries(counts.links),
    ...(base === undefined ? {} : { base }),
    ...end,
  }
  const text = manifestText(manifest)
  const marked = marks === undefined ? undefined : marksText(marks)
  yield* writeWhole(directory, MANIFEST, text)
  if (marked !== undefined) yield* writeWhole(directory, MARKS, marked)
  const sum = marked === undefined ? undefined : sha256Of(marked)
  yield* writeWhole(directory, SUMS, sumsText(text, end.sha256, sum))
  yield* syncDirectory(directory)
  return manifest
})
