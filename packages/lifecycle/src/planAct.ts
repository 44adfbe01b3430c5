/**
 * Plans the acts that move one memory's status: forget, unforget, fulfil.
 *
 * @module
 */
import {
  Held,
  Invalid,
  type Memory,
  type NotActive,
  NotFound,
  type Outcome,
  type Refused,
  recordsToMemories,
  texts,
} from "@reminisce/schema"
import {
  type Decision,
  type Draft,
  type EpochMillis,
  joinDrafts,
  type StoreError,
  type StoreRecord,
  type View,
} from "@reminisce/store"
import * as Effect from "effect/Effect"
import { memoryRef } from "./Known.ts"
import { NotIntention } from "./NotIntention.ts"
import { refuseReserved, refuseStrands } from "./reservedAspects.ts"
import { type MoveNote, planMove, requireMove } from "./StatusMove.ts"

type Planned<E> = Effect.fn.Return<Decision<Memory>, E | NotFound | NotActive | StoreError>

export const planForget = Effect.fnUntraced(function* (
  view: View,
  key: string,
  note: MoveNote,
  at: EpochMillis,
): Planned<Refused> {
  const record = yield* readRecord(view, key)
  yield* refuseStrands([record])
  yield* requireMove(record, "forgotten")
  const move = yield* planMove(view, record, "forgotten", at, note)
  return { answer: yield* toMemory(view, move.record), draft: move.draft }
})

export const planUnforget = Effect.fnUntraced(function* (
  view: View,
  key: string,
  note: MoveNote,
  at: EpochMillis,
): Planned<Held> {
  const record = yield* readRecord(view, key)
  yield* requireMove(record, "active")
  if (record.attributes.status === "held" && note.by === undefined) {
    return yield* new Held({ rule: "secret" })
  }
  const move = yield* planMove(view, record, "active", at, note)
  return { answer: yield* toMemory(view, move.record), draft: move.draft }
})

/** `act`: key of the memory that did it. */
export const planFulfil = Effect.fnUntraced(function* (
  view: View,
  key: string,
  act: string | undefined,
  note: MoveNote,
  at: EpochMillis,
): Planned<Invalid | Refused | NotIntention> {
  const record = yield* readRecord(view, key)
  if (!isIntention(record)) return yield* new NotIntention()
  yield* requireMove(record, "archived")
  const link = act === undefined ? {} : yield* linkAct(view, key, act, at)
  const move = yield* planMove(view, record, "archived", at, note)
  const outcome: Outcome = "fulfilled"
  const fulfilled = { ...move.record, attributes: { ...move.record.attributes, outcome } }
  return {
    answer: yield* toMemory(view, fulfilled),
    draft: joinDrafts(move.draft, link, {
      set: [{ type: "memory", key, attributes: { outcome } }],
    }),
  }
})

const isIntention = ({ attributes }: StoreRecord): boolean =>
  texts(attributes.aspects).includes("prospective") &&
  (attributes.dueAt !== undefined || texts(attributes.cues).length > 0)

const linkAct = Effect.fnUntraced(function* (
  view: View,
  key: string,
  act: string,
  at: EpochMillis,
): Effect.fn.Return<Draft, Invalid | NotFound | Refused | StoreError> {
  if (act === key) return yield* new Invalid({ field: "by", rule: "same-memory" })
  yield* refuseReserved([yield* readRecord(view, act)])
  const ends = { intention: memoryRef(key), act: memoryRef(act) }
  return { link: [{ type: "fulfilment", ends, attributes: { recordedAt: at } }] }
})

const readRecord = Effect.fnUntraced(function* (
  view: View,
  key: string,
): Effect.fn.Return<StoreRecord, NotFound | StoreError> {
  const [record] = yield* view.get("memory", [key])
  return record ?? (yield* new NotFound())
})

const toMemory = Effect.fnUntraced(function* (
  view: View,
  record: StoreRecord,
): Effect.fn.Return<Memory, NotFound | StoreError> {
  const [memory] = yield* recordsToMemories(view, [record])
  return memory ?? (yield* new NotFound())
})
