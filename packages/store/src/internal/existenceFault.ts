/**
 * What the view must hold, or must not, for a plan to make sense: one question per type, whatever
 * the number of writes.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import { eachLinked } from "../allLinked.ts"
import { keyOfEnds } from "../keyOfEnds.ts"
import { mapInTurns } from "../mapInTurns.ts"
import type { Plan } from "../Plan.ts"
import type { PlanRefused, StoreError } from "../StoreError.ts"
import type { Ref } from "../StoreRecord.ts"
import { type StoreSchema, typeNamed } from "../StoreSchema.ts"
import type { View } from "../View.ts"
import { fault } from "./fault.ts"
import { pauseIfLarge } from "./pauseIfLarge.ts"
import { refName } from "./refName.ts"

/** The first rule broken by a plan whose shape is sound. */
export const existenceFault = (
  schema: StoreSchema,
  view: View,
  plan: Plan,
): Effect.Effect<PlanRefused | undefined, StoreError> =>
  Effect.gen(function* () {
    const newLinks = plan.link.map(({ type, ends }) => ({
      type,
      key: keyOfEnds(schema, type, ends),
    }))
    const absent: ReadonlyArray<Ref> = [...plan.create, ...newLinks]
    const present: ReadonlyArray<Ref> = [...plan.set, ...plan.unset, ...plan.drop, ...plan.unlink]
    const ends = plan.link.flatMap((write) => Object.values(write.ends))
    const made = new Set(yield* mapInTurns(absent, refName))
    const gone = new Set(yield* mapInTurns([...plan.drop, ...plan.unlink], refName))

    const removed = ends.find((end) => gone.has(refName(end)))
    if (removed !== undefined) return fault("end-removed", removed.type)

    yield* pauseIfLarge(plan)
    const needed = ends.filter((end) => !made.has(refName(end)))
    const known = yield* existing(schema, view, [...absent, ...present, ...needed])
    yield* pauseIfLarge(plan)
    const taken = absent.find((ref) => known.has(refName(ref)))
    if (taken !== undefined) return fault("taken", taken.type)
    const missing = present.find((ref) => !known.has(refName(ref)))
    if (missing !== undefined) return fault("no-such", missing.type)
    yield* pauseIfLarge(plan)
    const loose = needed.find((ref) => !known.has(refName(ref)))
    if (loose !== undefined) return fault("no-such-end", loose.type)

    const held = yield* linkLeft(schema, view, [...plan.drop, ...plan.unlink], gone)
    return held === undefined ? undefined : fault("still-linked", held)
  })

const existing = (
  schema: StoreSchema,
  view: View,
  refs: ReadonlyArray<Ref>,
): Effect.Effect<ReadonlySet<string>, StoreError> =>
  Effect.gen(function* () {
    const found = new Set<string>()
    for (const [type, ofType] of Map.groupBy(refs, (ref) => ref.type)) {
      const ask = typeNamed(schema.records, type) === undefined ? view.getLinks : view.get
      const keys = new Set(ofType.map(({ key }) => key))
      yield* mapInTurns<Ref | undefined, void>(yield* ask(type, [...keys]), (each) => {
        if (each !== undefined) found.add(refName(each))
      })
    }
    return found
  })

/** The type of a link that would be left on something that goes, if there is one. */
const linkLeft = (
  schema: StoreSchema,
  view: View,
  leaving: ReadonlyArray<Ref>,
  gone: ReadonlySet<string>,
): Effect.Effect<string | undefined, StoreError> =>
  Effect.gen(function* () {
    for (const [type, { roles }] of Object.entries(schema.links)) {
      for (const { name, players } of roles) {
        const concerned = leaving.filter((ref) => players.includes(ref.type))
        if (concerned.length === 0) continue
        let isLeft = false
        yield* eachLinked(view, type, name, concerned, (links) =>
          Effect.sync(() => {
            isLeft = links.some((link) => !gone.has(refName(link)))
            return !isLeft
          }),
        )
        if (isLeft) return type
      }
    }
    return undefined
  })
