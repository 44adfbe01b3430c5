/**
 * Looks through a whole store and says what does not fit together. It changes nothing, and whatever
 * others write meanwhile is not taken for a fault: each page is judged by itself, and counts only
 * where the owner stood still.
 *
 * @module
 */
import {
  MemoryStore,
  type Owner,
  quietSpan,
  StoreAdmin,
  type StoreError,
  type StoreHealth,
  type StoreSchema,
  type View,
} from "@reminisce/store"
import * as Effect from "effect/Effect"
import type { Progress } from "./BackupOptions.ts"
import { memoryFaults, moveFaults } from "./internal/memoryFaults.ts"
import { entriesOf, linkFaults, recordFaults } from "./internal/rowFaults.ts"

/** One rule that is broken, by so many rows of a type; `key` is the first of them. */
export interface Finding {
  /**
   * `value`: against the schema. `slot`: not where its slot leads. `no-such-end`: a link's end is not
   * there. `entries`: an index, here as the type, has more or fewer than its records give. `status`: not
   * that of the last move. `no-such-memory`: a move of nothing. `concerns`: not what its links say.
   * `damaged`: rows are not as they were written, so that the rest of the type could not be read.
   */
  readonly rule: string
  readonly type: string
  readonly count: number
  readonly key: string
}

export interface Examination {
  readonly health: StoreHealth
  /** What the engine finds wrong with its files; undefined where it has no such check. */
  readonly engine: ReadonlyArray<string> | undefined
  readonly owners: number
  readonly records: number
  readonly links: number
  /** The same by type, of types that have any. */
  readonly rows: { readonly [type: string]: number }
  readonly findings: ReadonlyArray<Finding>
  /** Owners that were written to meanwhile, so that their indexes could not be counted. */
  readonly unsettled: number
}

/** Rows of one view, and owners asked for at once. */
const PAGE = 500
const OWNERS = 1_000

export const examineStore = (
  progress: Progress = () => Effect.void,
): Effect.Effect<Examination, StoreError, MemoryStore | StoreAdmin> =>
  quietSpan("Backup.examineStore")(examine(progress))

const examine = Effect.fnUntraced(function* (
  progress: Progress,
): Effect.fn.Return<Examination, StoreError, MemoryStore | StoreAdmin> {
  const store = yield* MemoryStore
  const admin = yield* StoreAdmin
  const health = yield* admin.health
  const engine = yield* admin.verify.pipe(
    Effect.catchIf(
      ({ reason }) => reason._tag === "Unsupported",
      () => Effect.succeed(undefined),
    ),
  )
  const seen = makeTally()
  let [owners, unsettled] = [0, 0]
  for (let after: Owner | undefined; ; ) {
    const page = yield* admin.owners({ ...(after === undefined ? {} : { after }), limit: OWNERS })
    for (const owner of page) {
      owners++
      if (!(yield* examineOwner(store, owner, seen, progress))) unsettled++
    }
    after = page.at(-1)
    if (page.length < OWNERS) break
  }
  const { records, links } = seen
  const rows = Object.fromEntries(seen.rows)
  return { health, engine, owners, records, links, rows, findings: seen.findings(), unsettled }
})

const makeTally = () => {
  const found = new Map<string, Finding>()
  const rows = new Map<string, number>()
  return {
    records: 0,
    links: 0,
    rows,
    count: (type: string, more: number): void => {
      if (more > 0) rows.set(type, (rows.get(type) ?? 0) + more)
    },
    add: (rule: string, type: string, key: string): void => {
      const name = `${rule} ${type}`
      const known = found.get(name)
      found.set(name, { rule, type, key: known?.key ?? key, count: (known?.count ?? 0) + 1 })
    },
    findings: () => [...found.values()],
  }
}

type Tally = ReturnType<typeof makeTally>

/** False when the owner moved meanwhile. */
const examineOwner = Effect.fnUntraced(function* (
  store: MemoryStore["Service"],
  owner: Owner,
  seen: Tally,
  progress: Progress,
): Effect.fn.Return<boolean, StoreError> {
  const { schema } = store
  const entries = new Map<string, number>()
  const sequences = new Set<number>()
  let isDamaged = false
  const pages = Effect.fnUntraced(function* (
    type: string,
    examine: (view: View, page: Page) => Effect.Effect<ReadonlyArray<string>, StoreError>,
  ) {
    for (let after: string | undefined; ; ) {
      const page = { ...(after === undefined ? {} : { after }), limit: PAGE }
      const keys = yield* store
        .read(owner, (view) => {
          sequences.add(view.sequence)
          return examine(view, page)
        })
        .pipe(Effect.catchIf(isDamage, () => Effect.succeed(undefined)))
      if (keys === undefined) {
        seen.add("damaged", type, "")
        isDamaged = true
        return
      }
      yield* progress(keys.length)
      after = keys.at(-1)
      if (keys.length < PAGE) return
    }
  })
  for (const type of Object.keys(schema.records)) {
    yield* pages(type, (view, page) =>
      Effect.gen(function* () {
        const rows = yield* view.scan(type, page)
        seen.records += rows.length
        seen.count(type, rows.length)
        const faults = yield* recordFaults(schema, view, type, rows)
        if (type === "memory") faults.push(...(yield* memoryFaults(schema, view, rows)))
        if (type === "statusChange") faults.push(...(yield* moveFaults(schema, view, rows)))
        for (const [rule, key] of faults) seen.add(rule, type, key)
        for (const [index, { type: of, attributes }] of Object.entries(schema.indexes)) {
          if (of !== type) continue
          const count = rows.reduce((sum, row) => sum + entriesOf(row, attributes), 0)
          entries.set(index, (entries.get(index) ?? 0) + count)
        }
        return rows.map(({ key }) => key)
      }),
    )
  }
  for (const type of Object.keys(schema.links)) {
    yield* pages(type, (view, page) =>
      Effect.gen(function* () {
        const rows = yield* view.scanLinks(type, page)
        seen.links += rows.length
        seen.count(type, rows.length)
        for (const [rule, key] of yield* linkFaults(schema, view, type, rows))
          seen.add(rule, type, key)
        return rows.map(({ key }) => key)
      }),
    )
  }
  if (isDamaged) return true
  return yield* store.read(owner, (view) =>
    sequences.size > 1 || !sequences.has(view.sequence)
      ? Effect.succeed(false)
      : Effect.as(countEntries(schema, view, entries, seen), true),
  )
})

const isDamage = ({ reason }: StoreError): boolean =>
  reason._tag === "NotAStore" && reason.rule === "damaged"

interface Page {
  readonly after?: string
  readonly limit: number
}

const countEntries = Effect.fnUntraced(function* (
  schema: StoreSchema,
  view: View,
  entries: ReadonlyMap<string, number>,
  seen: Tally,
): Effect.fn.Return<void, StoreError> {
  for (const index of Object.keys(schema.indexes)) {
    if ((yield* view.count(index, [])) !== (entries.get(index) ?? 0)) seen.add("entries", index, "")
  }
})
