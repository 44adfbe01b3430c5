/**
 * Plans the replacement of one memory by another.
 *
 * @module
 */
import { type Memory, type NotActive, NotFound, recordToMemory, SEALED } from "@reminisce/schema"
import {
  allLinked,
  type Decision,
  type EpochMillis,
  joinDrafts,
  type StoreError,
  type View,
} from "@reminisce/store"
import * as Effect from "effect/Effect"
import { type Candidate, type Known, memoryRef, readKnown } from "./Known.ts"
import { isRepeatedBy, type PlanRefusal, planMemory } from "./planMemory.ts"
import { refuseReserved } from "./reservedAspects.ts"
import { type MoveNote, planMove, requireMove } from "./StatusMove.ts"

/** `key` is the memory to be replaced; what replaces it may be there already, see `planMemory`. */
export const planSupersede = Effect.fnUntraced(function* (
  view: View,
  key: string,
  candidate: Candidate,
  note: MoveNote,
  at: EpochMillis,
): Effect.fn.Return<Decision<Memory>, PlanRefusal | NotActive | StoreError> {
  const successors = yield* readSuccessors(view, key)
  const known = yield* readKnown(view, [candidate], [key, ...successors])
  const older = known.memories.get(key)
  if (older === undefined) return yield* new NotFound()
  yield* refuseReserved([older.record])
  const done = findDone(known, candidate, successors)
  if (done !== undefined) return { answer: done }
  yield* requireMove(older.record, "superseded")

  const { memory, draft } = yield* planMemory(known, candidate, at, older)
  const move = yield* planMove(view, older.record, "superseded", at, {
    ...note,
    // It concerns everyone the older one does.
    sealed: known.memories.get(memory.key)?.record.attributes[SEALED],
  })
  const link = {
    type: "supersession",
    ends: { older: memoryRef(key), newer: memoryRef(memory.key) },
    attributes: { recordedAt: at },
  }
  return { answer: memory, draft: joinDrafts(draft, move.draft, { link: [link] }) }
})

const readSuccessors = (
  view: View,
  key: string,
): Effect.Effect<ReadonlyArray<string>, StoreError> =>
  Effect.map(allLinked(view, "supersession", "older", [memoryRef(key)]), (links) =>
    links.flatMap(({ ends }) => ends.newer?.key ?? []),
  )

/** The replacement an earlier try of this very call made. */
const findDone = (
  known: Known,
  candidate: Candidate,
  successors: ReadonlyArray<string>,
): Memory | undefined => {
  const done = successors
    .flatMap((key) => known.memories.get(key) ?? [])
    .find(
      (found) =>
        isRepeatedBy(found, candidate) &&
        (candidate.memory.key === undefined || candidate.memory.key === found.record.key),
    )
  return done === undefined ? undefined : recordToMemory(done.record, known.references)
}
