/**
 * How a memory's status moves: which moves there are, and the draft of one. Every move adds to the
 * history; nothing else changes a status.
 *
 * @module
 */
import { NotActive, SEALED, type Status } from "@reminisce/schema"
import type {
  AttributeValue,
  Draft,
  EpochMillis,
  RecordWrite,
  StoreError,
  StoreRecord,
  View,
} from "@reminisce/store"
import * as Effect from "effect/Effect"
import { sealReason } from "./sealMemory.ts"

/** From where a memory may be moved to a status by this package. Whatever else leads there has its own writer. */
const FROM: {
  readonly [to in "superseded" | "forgotten" | "archived" | "active"]: ReadonlyArray<Status>
} = {
  superseded: ["active", "inactive"],
  forgotten: ["active", "inactive"],
  archived: ["active"],
  active: ["forgotten", "held"],
}

/** Current memories are what is held to be so; recall returns only the active ones among them. */
export const isCurrent = ({ attributes }: StoreRecord): boolean =>
  attributes.status === "active" || attributes.status === "inactive"

/** The history of a memory that did not enter as `active`. */
export const firstChange = (memory: string, status: Status, at: EpochMillis): RecordWrite => ({
  type: "statusChange",
  key: `${memory}#1`,
  attributes: { memory, ordinal: 1, status, at },
})

export interface MoveNote {
  readonly reason?: string | undefined
  /** Who stands for it. */
  readonly by?: string | undefined
  /** What the reason may tell of and is sealed, besides the memory that is moved. */
  readonly sealed?: AttributeValue | undefined
}

/** Fails with `NotActive` where the memory's status does not lead to `to`. */
export const requireMove = (
  record: StoreRecord,
  to: keyof typeof FROM,
): Effect.Effect<void, NotActive> => {
  const status = String(record.attributes.status)
  return FROM[to].some((from) => from === status)
    ? Effect.void
    : Effect.fail(new NotActive({ status }))
}

/** The record as it will be, and the draft that makes it so. The move must be allowed. */
export const planMove = Effect.fnUntraced(function* (
  view: View,
  record: StoreRecord,
  to: Status,
  at: EpochMillis,
  note: MoveNote = {},
): Effect.fn.Return<{ readonly record: StoreRecord; readonly draft: Draft }, StoreError> {
  const [last] = yield* view.range("statusChangeByMemory", {
    prefix: [record.key],
    limit: 1,
    order: "descending",
  })
  const ordinal = Number(last?.values[1] ?? 0) + 1
  const key = `${record.key}#${ordinal}`
  const reason = yield* sealReason(
    view.owner,
    note.sealed ?? record.attributes[SEALED],
    key,
    note.reason,
  )
  return {
    record: { ...record, attributes: { ...record.attributes, status: to } },
    draft: {
      set: [{ type: "memory", key: record.key, attributes: { status: to } }],
      create: [
        {
          type: "statusChange",
          key,
          attributes: {
            memory: record.key,
            ordinal,
            status: to,
            at,
            ...reason,
            ...(note.by === undefined ? {} : { by: note.by }),
          },
        },
      ],
    },
  }
})
