/**
 * Writes the rows of a checked backup into an empty store, some at a time, in the order in which they
 * stand: so the same backup gives the same slots everywhere.
 *
 * @module
 */
import type {
  Draft,
  LinkWrite,
  MemoryStore,
  Owner,
  PageWrite,
  RecordWrite,
  Ref,
  StoreError,
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
  /** Of the owner's first plan: what puts off the making of its derived pages. */
  pages: ReadonlyArray<PageWrite>
  line: number
  text: number
}

const emptyBatch = (): Batch => ({ create: [], link: [], pages: [], line: 0, text: 0 })

export const makeRestorer = ({ store, progress, guard }: Restoring) => {
  let owner: Owner | undefined
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
    const { create, link, pages, line } = batch
    batch = emptyBatch()
    if (owner === undefined || create.length + link.length === 0) return
    hasRows = true
    yield* write(owner, { create, link, pages }, line)
    yield* progress(create.length + link.length)
  })

  const beginOwner = (next: Owner): void => {
    owner = next
    hasRows = false
    latest = Number.NEGATIVE_INFINITY
    batch.pages = store.derived(next).postponing
  }

  /** The moves to `held` come when all earlier moves are there; the derived pages last, once for all plans. */
  const finishOwner = Effect.gen(function* () {
    yield* flush
    if (owner === undefined || !hasRows) return
    const keys = held
    held = []
    for (let from = 0; from < keys.length; from += ROWS_MOST) {
      yield* hold(store, owner, keys.slice(from, from + ROWS_MOST))
    }
    yield* notBefore(latest)(store.derived(owner).rebuild)
  })

  const add = ({ row, line, length }: NumberedRow): void => {
    if (row._tag === "record") {
      batch.create.push({ type: row.type, key: row.key, attributes: computedAnew(row) })
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
        if (guard !== undefined && each.row._tag === "record" && each.row.type === "memory") {
          const isClear = yield* Effect.match(guard(each), {
            onSuccess: () => true,
            onFailure: () => false,
          })
          if (!isClear) {
            held.push(each.row.key)
            heldInAll++
          }
        }
        add(each)
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

/** Moves memories to `held`, each with an entry in its history. */
const hold = (
  store: MemoryStore["Service"],
  owner: Owner,
  keys: ReadonlyArray<string>,
): Effect.Effect<void, StoreError> =>
  store.update(owner, (view, at) =>
    Effect.gen(function* () {
      const moves = yield* Effect.forEach(keys, (key) =>
        Effect.map(
          view.range("statusChangeByMemory", { prefix: [key], limit: 1, order: "descending" }),
          ([last]) => ({ key, ordinal: Number(last?.values[1] ?? 0) + 1 }),
        ),
      )
      return {
        answer: undefined,
        draft: {
          set: keys.map((key) => ({ type: "memory", key, attributes: { status: "held" } })),
          create: moves.map(({ key, ordinal }) => ({
            type: "statusChange",
            key: `${key}#${ordinal}`,
            attributes: { memory: key, ordinal, status: "held", at, reason: "restored" },
          })),
        },
      }
    }),
  )
