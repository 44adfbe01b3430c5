/**
 * What the view must hold, or must not, for a plan to make sense: one question per type, whatever
 * the number of writes.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import { eachLinked } from "../allLinked.ts"
import { eachInTurns } from "../eachInTurns.ts"
import type { Plan } from "../Plan.ts"
import { RefSet } from "../RefSet.ts"
import type { PlanRefused, StoreError } from "../StoreError.ts"
import type { Ref } from "../StoreRecord.ts"
import { type StoreSchema, typeNamed } from "../StoreSchema.ts"
import type { View } from "../View.ts"
import { fault } from "./fault.ts"
import { pauseIfLarge } from "./pauseIfLarge.ts"

/** The first rule broken by a plan whose shape is sound. `newLinks`: those of `plan.link`. */
export const existenceFault = (
  schema: StoreSchema,
  view: View,
  plan: Plan,
  newLinks: ReadonlyArray<Ref>,
): Effect.Effect<PlanRefused | undefined, StoreError> =>
  Effect.gen(function* () {
    const absent = [plan.create, newLinks]
    const present = [plan.set, plan.unset, plan.drop, plan.unlink]
    const leaving = [plan.drop, plan.unlink]
    const ends = plan.link.flatMap((write) => Object.values(write.ends))
    const gone = yield* setOf(leaving)
    const removed = ends.find((end) => gone.has(end))
    if (removed !== undefined) return fault("end-removed", removed.type)

    yield* pauseIfLarge(plan)
    const made = ends.length === 0 ? undefined : yield* setOf(absent)
    const needed = ends.filter((end) => made?.has(end) !== true)
    const known = yield* existing(schema, view, yield* setOf([...absent, ...present, needed]))
    yield* pauseIfLarge(plan)
    const taken = firstOf(absent, (ref) => known.has(ref))
    if (taken !== undefined) return fault("taken", taken.type)
    const missing = firstOf(present, (ref) => !known.has(ref))
    if (missing !== undefined) return fault("no-such", missing.type)
    yield* pauseIfLarge(plan)
    const loose = needed.find((ref) => !known.has(ref))
    if (loose !== undefined) return fault("no-such-end", loose.type)

    const held = yield* linkLeft(schema, view, leaving, gone)
    return held === undefined ? undefined : fault("still-linked", held)
  })

type Refs = ReadonlyArray<ReadonlyArray<Ref>>

const setOf = Effect.fnUntraced(function* (lists: Refs): Effect.fn.Return<RefSet> {
  const set = new RefSet()
  for (const list of lists) yield* eachInTurns(list, (ref) => set.add(ref))
  return set
})

const firstOf = (lists: Refs, isWanted: (ref: Ref) => boolean): Ref | undefined => {
  for (const list of lists) {
    const found = list.find(isWanted)
    if (found !== undefined) return found
  }
  return undefined
}

/** Those of `asked` that there are. */
const existing = (
  schema: StoreSchema,
  view: View,
  asked: RefSet,
): Effect.Effect<RefSet, StoreError> =>
  Effect.gen(function* () {
    const found = new RefSet()
    for (const [type, keys] of asked.byType()) {
      const ask = typeNamed(schema.records, type) === undefined ? view.getLinks : view.get
      const listed = [...keys]
      const answers: ReadonlyArray<Ref | undefined> = yield* ask(type, listed)
      // By the texts the plan has, which are found sooner than equal ones.
      const there = listed.filter((_, i) => answers[i] !== undefined)
      yield* eachInTurns(there, (key) => found.add({ type, key }))
    }
    return found
  })

/** The type of a link that would be left on something that goes, if there is one. */
const linkLeft = (
  schema: StoreSchema,
  view: View,
  leaving: Refs,
  gone: RefSet,
): Effect.Effect<string | undefined, StoreError> =>
  Effect.gen(function* () {
    const byType = Map.groupBy(leaving.flat(), ({ type }) => type)
    if (byType.size === 0) return undefined
    for (const [type, { roles }] of Object.entries(schema.links)) {
      for (const { name, players } of roles) {
        const concerned = players.flatMap((player) => byType.get(player) ?? [])
        if (concerned.length === 0) continue
        let isLeft = false
        yield* eachLinked(view, type, name, concerned, (links) =>
          Effect.sync(() => {
            isLeft = links.some((link) => !gone.has(link))
            return !isLeft
          }),
        )
        if (isLeft) return type
      }
    }
    return undefined
  })
