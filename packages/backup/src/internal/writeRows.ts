/**
 * Writes every owner as it stood at one moment: page by page, each page a view of its own; and where
 * the owner moved meanwhile, what was touched is read again in one last view and put in its place.
 *
 * @module
 */
import type { FileHandle } from "node:fs/promises"
import {
  formatOwner,
  type MemoryStore,
  Moved,
  type Owner,
  type Ref,
  type StoreAdmin,
  StoreError,
  type StoreSchema,
  type View,
} from "@reminisce/store"
import * as Effect from "effect/Effect"
import { BackupInvalid, type BackupPlace, type BeyondHorizon } from "../BackupError.ts"
import type { Progress } from "../BackupOptions.ts"
import { linesAt, markOf, touchedSince } from "./changedRows.ts"
import { MARKS } from "./files.ts"
import type { LineWriter, WriterMark } from "./LineWriter.ts"
import type { Mark } from "./Marks.ts"
import { type Line, mergeLines } from "./mergeLines.ts"
import { comparePlaces, depthOf, type Place } from "./rowOrder.ts"
import { makeRowText, type RowText } from "./rowText.ts"

/** Rows of one view: what bounds how long a reading transaction lasts. */
const PAGE = 500
/** Owners asked for at once. */
const OWNERS = 1_000
/** Most rows that may be touched while an owner is read, and how often it is begun anew beyond that. */
const TOUCHED = 20_000
const TRIES = 5

export interface Counts {
  owners: number
  readonly records: Map<string, number>
  readonly links: Map<string, number>
}

interface Writing {
  readonly store: MemoryStore["Service"]
  readonly schema: StoreSchema
  readonly text: RowText
  readonly writer: LineWriter
  readonly handle: FileHandle
  /** A file for the time of a merge. */
  readonly aside: FileHandle
  readonly progress: Progress
  /** Rows that are gone are told. */
  readonly isIncrement: boolean
}

interface WrittenRows {
  readonly counts: Counts
  /** Where each owner stood. */
  readonly marks: ReadonlyArray<Mark>
}

type Failure = StoreError | BackupPlace | BackupInvalid | BeyondHorizon

/** `since`: only what changed since, of owners that have a mark; all of the others. */
export const writeRows = Effect.fnUntraced(function* (
  place: Pick<Writing, "writer" | "handle" | "aside" | "progress">,
  store: MemoryStore["Service"],
  admin: StoreAdmin["Service"],
  since: ReadonlyMap<string, Mark> | undefined,
): Effect.fn.Return<WrittenRows, Failure> {
  const schema = store.schema
  const text = makeRowText(schema)
  const writing: Writing = { ...place, store, schema, text, isIncrement: since !== undefined }
  const counts: Counts = { owners: 0, records: new Map(), links: new Map() }
  const marks: Array<Mark> = []
  const missing = new Set(since?.keys())
  for (let after: Owner | undefined; ; ) {
    const owners = yield* admin.owners({
      ...(after === undefined ? {} : { after }),
      limit: OWNERS,
    })
    for (const owner of owners) {
      const name = formatOwner(owner)
      marks.push(yield* writeOwner(writing, owner, since?.get(name), counts))
      missing.delete(name)
    }
    after = owners.at(-1)
    if (owners.length < OWNERS) break
  }
  // No owner is ever gone from the store it was in.
  if (missing.size > 0) return yield* new BackupInvalid({ reason: "other-store", file: MARKS })
  return { counts, marks }
})

/** An owner of whom there is nothing to tell is left out: no store it would be restored into knew it. */
const writeOwner = Effect.fnUntraced(function* (
  writing: Writing,
  owner: Owner,
  since: Mark | undefined,
  counts: Counts,
): Effect.fn.Return<Mark, Failure> {
  const start = yield* writing.writer.mark
  const announced = writing.text.ofOwner(formatOwner(owner))
  for (let tries = 0; tries < TRIES; tries++) {
    yield* writing.writer.write([announced])
    const seen = { records: new Map(counts.records), links: new Map(counts.links) }
    const first = yield* writing.store.read(owner, markOf)
    const last =
      since === undefined
        ? yield* writePages(writing, owner, seen)
        : yield* writeChanged(writing, owner, since, seen)
    const mark =
      last === first.sequence ? first : yield* catchUp(writing, owner, first.sequence, start, seen)
    const { bytes } = yield* writing.writer.mark
    const hasRows = bytes - start.bytes > Buffer.byteLength(announced) + 1
    if (mark !== undefined && hasRows) {
      for (const [type, count] of seen.records) counts.records.set(type, count)
      for (const [type, count] of seen.links) counts.links.set(type, count)
      counts.owners++
      return mark
    }
    yield* writing.writer.goBack(start)
    if (mark !== undefined) return mark
  }
  return yield* new StoreError({ operation: "backup", reason: new Moved() })
})

type Seen = Omit<Counts, "owners">

const add = (counts: Map<string, number>, type: string, by: number): void => {
  const count = (counts.get(type) ?? 0) + by
  if (count === 0) counts.delete(type)
  else counts.set(type, count)
}

/** Answers the sequence at the end, or -1 if it moved on the way. */
const writePages = Effect.fnUntraced(function* (
  writing: Writing,
  owner: Owner,
  seen: Seen,
): Effect.fn.Return<number, StoreError | BackupPlace> {
  const { schema, store, text, writer, progress } = writing
  let sequence: number | undefined
  /** Pages of one type through `ask`, turned to lines by `toLines`. */
  const pages = Effect.fnUntraced(function* <T extends Ref>(
    ask: (
      view: View,
      options: { readonly after?: string; readonly limit: number },
    ) => Effect.Effect<ReadonlyArray<T>, StoreError>,
    use: (rows: ReadonlyArray<T>) => ReadonlyArray<string>,
  ): Effect.fn.Return<void, StoreError | BackupPlace> {
    for (let after: string | undefined; ; ) {
      const options = { ...(after === undefined ? {} : { after }), limit: PAGE }
      const rows = yield* store.read(owner, (view) => {
        sequence = sequence === undefined || sequence === view.sequence ? view.sequence : -1
        return ask(view, options)
      })
      yield* writer.write(use(rows))
      yield* progress(rows.length)
      after = rows.at(-1)?.key
      if (rows.length < PAGE) return
    }
  })

  for (const type of sortedNames(schema.records)) {
    yield* pages(
      (view, options) => view.scan(type, options),
      (rows) => {
        add(seen.records, type, rows.length)
        return rows.map(text.ofRecord)
      },
    )
  }
  let deepest = 1
  for (let depth = 1; depth <= deepest; depth++) {
    for (const type of sortedNames(schema.links)) {
      yield* pages(
        (view, options) => view.scanLinks(type, options),
        (rows) => {
          const depths = rows.map((row) => depthOf(schema, row))
          deepest = depths.reduce((most, each) => Math.max(most, each), deepest)
          const now = rows.filter((_, i) => depths[i] === depth)
          add(seen.links, type, now.length)
          return now.map(text.ofLink)
        },
      )
    }
  }
  return sequence ?? 0
})

const sortedNames = (types: object): ReadonlyArray<string> =>
  Object.keys(types).sort((a, b) => (a < b ? -1 : 1))

/** What changed since the mark. Answers the sequence at the end, or -1 if it moved on the way. */
const writeChanged = Effect.fnUntraced(function* (
  writing: Writing,
  owner: Owner,
  since: Mark,
  seen: Seen,
): Effect.fn.Return<number, Failure> {
  const { store, text, writer, progress } = writing
  const places = yield* touchedSince(store, owner, since)
  let sequence = yield* store.read(owner, (view) => Effect.succeed(view.sequence))
  for (let from = 0; from < places.length; from += PAGE) {
    const some = places.slice(from, from + PAGE)
    const lines = yield* store.read(owner, (view) => {
      if (view.sequence !== sequence) sequence = -1
      return linesAt(view, text, some, true)
    })
    for (const { place, isGone } of lines) if (!isGone) count(seen, place, 1)
    yield* writer.write(lines.flatMap((line) => line.text ?? []))
    yield* progress(lines.length)
  }
  return sequence
})

const count = (seen: Seen, { depth, type }: Place, by: number): void =>
  add(depth === 0 ? seen.records : seen.links, type, by)

/** Puts right what moved since `first`; undefined when too much did. */
const catchUp = Effect.fnUntraced(function* (
  writing: Writing,
  owner: Owner,
  first: number,
  start: WriterMark,
  seen: Seen,
): Effect.fn.Return<Mark | undefined, StoreError | BackupPlace> {
  const now = yield* writing.store
    .read(owner, (view) => readTouched(writing, view, first))
    .pipe(
      Effect.catchIf(
        ({ reason }) => reason._tag === "Behind",
        () => Effect.succeed(undefined),
      ),
    )
  if (now === undefined) return undefined
  yield* mergeLines(writing, start, now.lines, (place, by) => count(seen, place, by))
  return now.mark
})

/** What the changes after `first` touched, as it is in this view. */
const readTouched = Effect.fnUntraced(function* (
  { schema, text, isIncrement }: Writing,
  view: View,
  first: number,
): Effect.fn.Return<
  { readonly lines: ReadonlyArray<Line>; readonly mark: Mark } | undefined,
  StoreError
> {
  const places = new Map<string, Place>()
  let touchedInAll = 0
  for (let from = first; from < view.sequence; ) {
    const changes = yield* view.changes(from, 1_000)
    for (const { type, key } of changes.flatMap(({ touched }) => touched)) {
      places.set(`${type} ${key}`, { type, key, depth: depthOf(schema, { type, key }) })
      if (++touchedInAll > TOUCHED) return undefined
    }
    from = changes.at(-1)?.sequence ?? view.sequence
  }
  const inOrder = [...places.values()].sort(comparePlaces)
  return { lines: yield* linesAt(view, text, inOrder, isIncrement), mark: yield* markOf(view) }
})
