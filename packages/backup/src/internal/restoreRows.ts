/**
 * Writes the rows of a checked backup into an empty store, some at a time, in the order in which they
 * stand: so the same backup gives the same slots everywhere.
 *
 * @module
 */
import type {
  DerivedPages,
  Draft,
  LinkWrite,
  MemoryStore,
  Owner,
  RecordWrite,
  Ref,
  StoreError,
  View,
} from "@reminisce/store"
import * as Effect from "effect/Effect"
import type { BackupInvalid, SecretInBackup } from "../BackupError.ts"
import type { Progress } from "../BackupOptions.ts"
import { type NumberedRow, refuse } from "./BackupRows.ts"
import { computedAnew } from "./computedAnew.ts"
import { notBefore } from "./notBefore.ts"

/** Rows of one plan, and the characters at which it is full before: a plan is one step of the event loop. */
const ROWS_MOST = 500
const TEXT_MOST = 1024 * 1024

export interface Restoring {
  readonly store: MemoryStore["Service"]
  readonly progress: Progress
  /** Memories that fail it are restored held. */
  readonly guard: ((row: NumberedRow) => Effect.Effect<void, SecretInBackup>) | undefined
}

interface Batch {
  readonly create: Array<RecordWrite>
  readonly link: Array<LinkWrite>
  line: number
  text: number
}

const emptyBatch = (): Batch => ({ create: [], link: [], line: 0, text: 0 })

export const makeRestorer = ({ store, progress, guard }: Restoring) => {
  let owner: Owner | undefined
  /** The owner's pages, made beside its rows. */
  let derived: DerivedPages | undefined
  let hasRows = false
  let batch = emptyBatch()
  let held: Array<string> = []
  /** Of what was recorded with this owner: what is recorded next must not be before it. */
  let latest = Number.NEGATIVE_INFINITY
  let heldInAll = 0

  const write = (of: Owner, draft: Draft, line: number) =>
    store
      .update(of, () => Effect.succeed({ answer: undefined, draft }))
      .pipe(
        notBefore(latest),
        Effect.catchIf(
          ({ reason }) => reason._tag === "PlanRefused",
          // What the format cannot tell: an end that is not there.
          () => Effect.fail(refuse("row", line)),
        ),
      )

  const flush = Effect.gen(function* () {
    const { create, link, line } = batch
    batch = emptyBatch()
    if (owner === undefined || derived === undefined || create.length + link.length === 0) return
    const pages = hasRows ? [] : derived.postponing
    hasRows = true
    yield* write(owner, { create, link, pages }, line)
    yield* notBefore(latest)(derived.add(create))
    yield* progress(create.length + link.length)
  })

  const beginOwner = (next: Owner): void => {
    owner = next
    hasRows = false
    latest = Number.NEGATIVE_INFINITY
    derived = store.derived(next)
  }

  /** The moves to `held` come when all earlier moves are there; the derived pages last, once for all plans. */
  const finishOwner = Effect.gen(function* () {
    yield* flush
    if (owner === undefined || derived === undefined || !hasRows) return
    const keys = held
    held = []
    for (let from = 0; from < keys.length; from += ROWS_MOST) {
      const moved = yield* hold(store, owner, keys.slice(from, from + ROWS_MOST))
      yield* derived.add(moved)
    }
    yield* notBefore(latest)(derived.end)
  })

  const add = ({ row, line, length }: NumberedRow, isHeld: boolean): void => {
    if (row._tag === "record") {
      const attributes = computedAnew(row)
      const kept = isHeld ? { ...attributes, status: "held" } : attributes
      batch.create.push({ type: row.type, key: row.key, attributes: kept })
    } else if (row._tag === "link") {
      batch.link.push({ type: row.type, ends: row.ends, attributes: row.attributes })
    }
    if (row._tag === "record" || row._tag === "link") latest = Math.max(latest, recordedAt(row))
    batch.line = line
    batch.text += length
  }

  const restore = (
    rows: ReadonlyArray<NumberedRow>,
  ): Effect.Effect<void, StoreError | BackupInvalid> =>
    Effect.gen(function* () {
      for (const each of rows) {
        if (each.row._tag === "owner") {
          yield* finishOwner
          beginOwner(each.owner)
          continue
        }
        let isHeld = false
        if (guard !== undefined && each.row._tag === "record" && each.row.type === "memory") {
          isHeld = yield* Effect.match(guard(each), {
            onSuccess: () => false,
            onFailure: () => true,
          })
          if (isHeld) {
            held.push(each.row.key)
            heldInAll++
          }
        }
        add(each, isHeld)
        if (batch.create.length + batch.link.length >= ROWS_MOST || batch.text >= TEXT_MOST)
          yield* flush
      }
    })

  return { restore, end: Effect.map(finishOwner, () => heldInAll) }
}

/** When the library recorded a row; a host's may be of any time. */
const recordedAt = ({ type, attributes }: Ref & Pick<RecordWrite, "attributes">): number => {
  const at = type === "statusChange" ? attributes.at : attributes.recordedAt
  const isOurs = type === "statusChange" || type === "memory"
  return isOurs && typeof at === "number" ? at : Number.NEGATIVE_INFINITY
}

/** Gives memories that were restored as `held` the move to it in their history, and answers the moves. */
const hold = (
  store: MemoryStore["Service"],
  owner: Owner,
  keys: ReadonlyArray<string>,
): Effect.Effect<ReadonlyArray<RecordWrite>, StoreError> =>
  store.update(owner, (view, at) =>
    Effect.map(lastMoves(view, keys), (last) => {
      const create = keys.map((key): RecordWrite => {
        const ordinal = (last.get(key) ?? 0) + 1
        return {
          type: "statusChange",
          key: `${key}#${ordinal}`,
          attributes: { memory: key, ordinal, status: "held", at, reason: "restored" },
        }
      })
      return { answer: create, draft: { create } }
    }),
  )

/** How often each memory has moved, without an index, which is not made yet: the n-th move of a memory is `key#n`. */
const lastMoves = Effect.fnUntraced(function* (
  view: View,
  keys: ReadonlyArray<string>,
): Effect.fn.Return<ReadonlyMap<string, number>, StoreError> {
  const last = new Map<string, number>()
  let moved = keys
  for (let ordinal = 1; moved.length > 0; ordinal++) {
    const found = yield* view.get(
      "statusChange",
      moved.map((key) => `${key}#${ordinal}`),
    )
    moved = moved.filter((_, i) => found[i] !== undefined)
    for (const key of moved) last.set(key, ordinal)
  }
  return last
})
