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
import type { BackupPlace } from "../BackupError.ts"
import type { Progress } from "../BackupOptions.ts"
import type { LineWriter, WriterMark } from "./LineWriter.ts"
import { type Line, mergeLines } from "./mergeLines.ts"
import { comparePlaces, depthOf } from "./rowOrder.ts"
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
}

export const writeRows = Effect.fnUntraced(function* (
  place: Pick<Writing, "writer" | "handle" | "aside" | "progress">,
  store: MemoryStore["Service"],
  admin: StoreAdmin["Service"],
): Effect.fn.Return<Counts, StoreError | BackupPlace> {
  const schema = store.schema
  const writing: Writing = { ...place, store, schema, text: makeRowText(schema) }
  const counts: Counts = { owners: 0, records: new Map(), links: new Map() }
  for (let after: Owner | undefined; ; ) {
    const owners = yield* admin.owners({
      ...(after === undefined ? {} : { after }),
      limit: OWNERS,
    })
    for (const owner of owners) {
      if (yield* writeOwner(writing, owner, counts)) counts.owners++
    }
    after = owners.at(-1)
    if (owners.length < OWNERS) return counts
  }
})

/** False of an owner who has no rows any more: nothing tells of it, and no store it is restored into knows it. */
const writeOwner = Effect.fnUntraced(function* (
  writing: Writing,
  owner: Owner,
  counts: Counts,
): Effect.fn.Return<boolean, StoreError | BackupPlace> {
  const start = yield* writing.writer.mark
  for (let tries = 0; tries < TRIES; tries++) {
    yield* writing.writer.write([writing.text.ofOwner(formatOwner(owner))])
    const seen = { records: new Map(counts.records), links: new Map(counts.links) }
    const first = yield* sequenceOf(writing, owner)
    const last = yield* writePages(writing, owner, seen)
    const isWhole = last === first || (yield* catchUp(writing, owner, first, start, seen))
    if (isWhole) {
      const hasRows = sumOf(seen) > sumOf(counts)
      for (const [type, count] of seen.records) counts.records.set(type, count)
      for (const [type, count] of seen.links) counts.links.set(type, count)
      if (!hasRows) yield* writing.writer.goBack(start)
      return hasRows
    }
    yield* writing.writer.goBack(start)
  }
  return yield* new StoreError({ operation: "backup", reason: new Moved() })
})

type Seen = Omit<Counts, "owners">

const sumOf = ({ records, links }: Seen): number =>
  [...records.values(), ...links.values()].reduce((sum, count) => sum + count, 0)

const add = (counts: Map<string, number>, type: string, by: number): void => {
  const count = (counts.get(type) ?? 0) + by
  if (count === 0) counts.delete(type)
  else counts.set(type, count)
}

const sequenceOf = ({ store }: Writing, owner: Owner): Effect.Effect<number, StoreError> =>
  store.read(owner, (view) => Effect.succeed(view.sequence))

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

/** Puts right what moved since `first`; false when too much did. */
const catchUp = Effect.fnUntraced(function* (
  writing: Writing,
  owner: Owner,
  first: number,
  start: WriterMark,
  seen: Seen,
): Effect.fn.Return<boolean, StoreError | BackupPlace> {
  const lines = yield* writing.store
    .read(owner, (view) => readTouched(writing, view, first))
    .pipe(
      Effect.catchIf(
        ({ reason }) => reason._tag === "Behind",
        () => Effect.succeed(undefined),
      ),
    )
  if (lines === undefined) return false
  const owned = lines.toSorted((a, b) => comparePlaces(a.place, b.place))
  yield* mergeLines(writing, start, owned, (place, by) =>
    add(place.depth === 0 ? seen.records : seen.links, place.type, by),
  )
  return true
})

/** What the changes after `first` touched, as it is in this view. */
const readTouched = Effect.fnUntraced(function* (
  { schema, text }: Writing,
  view: View,
  first: number,
): Effect.fn.Return<ReadonlyArray<Line> | undefined, StoreError> {
  const keys = new Map<string, Set<string>>()
  let count = 0
  for (let from = first; from < view.sequence; ) {
    const changes = yield* view.changes(from, 1_000)
    for (const { type, key } of changes.flatMap(({ touched }) => touched)) {
      const known = keys.get(type)
      if (known === undefined) keys.set(type, new Set([key]))
      else known.add(key)
      if (++count > TOUCHED) return undefined
    }
    from = changes.at(-1)?.sequence ?? view.sequence
  }
  const lines: Array<Line> = []
  for (const [type, ofType] of keys) {
    const asked = [...ofType]
    const isRecord = Object.hasOwn(schema.records, type)
    const rows = isRecord
      ? (yield* view.get(type, asked)).map((row) => row && text.ofRecord(row))
      : (yield* view.getLinks(type, asked)).map((row) => row && text.ofLink(row))
    for (const [i, key] of asked.entries()) {
      lines.push({ place: { type, key, depth: depthOf(schema, { type, key }) }, text: rows[i] })
    }
  }
  return lines
})
