/**
 * A backup and its increments, made one backup: the same bytes as a whole one would have had when the
 * last of them was made. Needs no store.
 *
 * @module
 */
import { createHash } from "node:crypto"
import { compareText } from "@reminisce/store"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { BackupInvalid, type BackupPlace } from "./BackupError.ts"
import { makeReader, type NumberedRow, refuse } from "./internal/BackupRows.ts"
import { createFile, MANIFEST, makeDirectory, openFile, ROWS } from "./internal/files.ts"
import { makeLineWriter } from "./internal/LineWriter.ts"
import { readMarks } from "./internal/Marks.ts"
import { lineChunks } from "./internal/readLines.ts"
import { comparePlaces, type Place, placeOf } from "./internal/rowOrder.ts"
import { writeManifest } from "./internal/writeManifest.ts"
import type { Counts } from "./internal/writeRows.ts"
import { type Manifest, manifestText, readManifest, sha256Of } from "./Manifest.ts"

/**
 * `directories`: a backup, then increments, each made since the one before. `target` is new or empty.
 * Marks come with it where the last has them. Fails with `chain` where one does not go on from the
 * one before, and for whatever is wrong with any of them.
 */
export const joinBackups = Effect.fnUntraced(function* (
  directories: ReadonlyArray<string>,
  target: string,
): Effect.fn.Return<Manifest, BackupInvalid | BackupPlace> {
  const manifests = yield* readChain(directories)
  const last = directories.at(-1)
  const newest = manifests.at(-1)
  if (last === undefined || newest === undefined)
    return yield* new BackupInvalid({ reason: "missing", file: MANIFEST })
  yield* makeDirectory(target)
  const { counts, end } = yield* Effect.scoped(
    Effect.gen(function* () {
      const handle = yield* createFile(target, ROWS)
      const writer = makeLineWriter(handle)
      const sources = yield* Effect.forEach(directories, (directory, i) =>
        openSource(directory, manifests[i] ?? newest),
      )
      const joined = yield* joinRows(sources, writer.write)
      return { counts: joined, end: yield* writer.end }
    }),
  )
  const marks = yield* readMarks(last).pipe(
    Effect.map((found) => [...found.values()]),
    Effect.catchIf(
      (error) => error._tag === "BackupInvalid" && error.reason === "marks",
      () => Effect.succeed(undefined),
    ),
  )
  return yield* writeManifest(target, {
    schema: newest.schema,
    guard: newest.guard,
    counts,
    end,
    marks,
  })
})

const readChain = Effect.fnUntraced(function* (
  directories: ReadonlyArray<string>,
): Effect.fn.Return<ReadonlyArray<Manifest>, BackupInvalid | BackupPlace> {
  const manifests: Array<Manifest> = []
  let base: string | undefined
  for (const directory of directories) {
    const manifest = yield* readManifest(directory)
    if (manifest.base !== base) return yield* new BackupInvalid({ reason: "chain", file: MANIFEST })
    manifests.push(manifest)
    base = sha256Of(manifestText(manifest))
  }
  return manifests
})

/** A row with its line, and where it stands among all rows of a backup. */
interface Standing {
  readonly line: string
  readonly numbered: NumberedRow
  /** Undefined of the line that announces an owner. */
  readonly place: Place | undefined
}

interface Source {
  /** The row it stands at; undefined at the end. */
  readonly current: () => Standing | undefined
  readonly advance: Effect.Effect<void, BackupInvalid | BackupPlace>
}

/** Rows in their order, checked as a restore checks them; at the end their sum and their number. */
const openSource = Effect.fnUntraced(function* (
  directory: string,
  manifest: Manifest,
): Effect.fn.Return<Source, BackupInvalid | BackupPlace, Scope.Scope> {
  const { handle, size } = yield* openFile(directory, ROWS)
  if (size < manifest.bytes) return yield* refuse("truncated")
  if (size > manifest.bytes) return yield* refuse("longer")
  const hash = createHash("sha256")
  const chunks = lineChunks(handle, { from: 0, to: size, hash })
  const reader = makeReader(manifest, "first")
  let lines: ReadonlyArray<string> = []
  let next = 0
  let current: Standing | undefined
  const finish = Effect.suspend(() => {
    current = undefined
    if (hash.digest("hex") !== manifest.sha256) return Effect.fail(refuse("checksum"))
    if (!chunks.isWhole()) return Effect.fail(refuse("row"))
    return reader.isComplete() ? Effect.void : Effect.fail(refuse("counts"))
  })
  const advance: Source["advance"] = Effect.gen(function* () {
    if (next === lines.length) {
      const chunk = yield* chunks.next
      if (chunk === undefined) return yield* finish
      lines = chunk
      next = 0
    }
    const line = lines[next++] ?? ""
    const numbered = reader.next(line)
    if (numbered instanceof BackupInvalid) return yield* numbered
    const { row } = numbered
    const place = row._tag === "owner" ? undefined : placeOf(manifest.schema, row)
    current = { line, numbered, place }
  })
  yield* advance
  return { current: () => current, advance }
})

const compareStanding = (a: Standing, b: Standing): number =>
  compareText(a.numbered.name, b.numbered.name) ||
  (a.place === undefined || b.place === undefined
    ? Number(a.place !== undefined) - Number(b.place !== undefined)
    : comparePlaces(a.place, b.place))

/** Lines written at once. */
const BATCH = 1_000

/** Of rows at the same place the last source has its way; an owner is announced by its first row. */
const joinRows = Effect.fnUntraced(function* (
  sources: ReadonlyArray<Source>,
  write: (lines: ReadonlyArray<string>) => Effect.Effect<void, BackupPlace>,
): Effect.fn.Return<Counts, BackupInvalid | BackupPlace> {
  const counts: Counts = { owners: 0, records: new Map(), links: new Map() }
  let waiting: Array<string> = []
  let announced = ""
  for (;;) {
    let winner: Standing | undefined
    for (const source of sources) {
      const standing = source.current()
      if (standing === undefined) continue
      if (winner === undefined || compareStanding(standing, winner) <= 0) winner = standing
    }
    if (winner === undefined) break
    const { row, name } = winner.numbered
    if (row._tag === "record" || row._tag === "link") {
      if (announced !== name) {
        waiting.push(JSON.stringify({ owner: name }))
        announced = name
        counts.owners++
      }
      waiting.push(winner.line)
      const counted = row._tag === "record" ? counts.records : counts.links
      counted.set(row.type, (counted.get(row.type) ?? 0) + 1)
    }
    for (const source of sources) {
      const standing = source.current()
      if (standing !== undefined && compareStanding(standing, winner) === 0) yield* source.advance
    }
    if (waiting.length >= BATCH) {
      yield* write(waiting)
      waiting = []
    }
  }
  yield* write(waiting)
  return counts
})
