/**
 * The rules every plan keeps on every store, checked against the schema and against the view it was
 * decided on. What passes is in canonical form: sets sorted, ends of symmetric links sorted.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import { type DeclaredAttributes, namesOf } from "./internal/attributeNames.ts"
import { existenceFault } from "./internal/existenceFault.ts"
import { firstFault } from "./internal/fault.ts"
import { pauseIfLarge } from "./internal/pauseIfLarge.ts"
import { shapeFaults } from "./internal/shapeFaults.ts"
import { twiceFaults } from "./internal/twiceFaults.ts"
import { canonicalEnds, keyOfEnds } from "./keyOfEnds.ts"
import { mapInTurns } from "./mapInTurns.ts"
import type { Plan, RecordWrite } from "./Plan.ts"
import { type PlanRefused, StoreError } from "./StoreError.ts"
import type { Ref } from "./StoreRecord.ts"
import { type StoreSchema, typeNamed } from "./StoreSchema.ts"
import { type Attributes, type AttributeValue, canonicalSet } from "./Value.ts"
import type { View } from "./View.ts"

/** Fails with `PlanRefused` and the first broken rule: those of the schema first, then those of the view. */
export const checkPlan = (
  schema: StoreSchema,
  view: View,
  plan: Plan,
): Effect.Effect<Plan, StoreError> =>
  Effect.gen(function* () {
    const misshapen = yield* firstFault(shapeFaults(schema, plan))
    if (misshapen !== undefined) return yield* refuse(misshapen)
    const newLinks = yield* mapInTurns(plan.link, ({ type, ends }): Ref => {
      return { type, key: keyOfEnds(schema, type, ends) }
    })
    const twice = yield* firstFault(twiceFaults(plan, newLinks))
    if (twice !== undefined) return yield* refuse(twice)
    yield* pauseIfLarge(plan)
    const canonical = yield* canonicalPlan(schema, plan)
    const reason = yield* existenceFault(schema, view, canonical, newLinks)
    return reason === undefined ? canonical : yield* refuse(reason)
  })

const refuse = (reason: PlanRefused): Effect.Effect<never, StoreError> =>
  Effect.fail(new StoreError({ operation: "update", reason }))

const canonicalPlan = Effect.fnUntraced(function* (
  schema: StoreSchema,
  plan: Plan,
): Effect.fn.Return<Plan> {
  const recordWrite = ({ type, key, attributes }: RecordWrite): RecordWrite => {
    const declared = typeNamed(schema.records, type) ?? typeNamed(schema.links, type)
    return { type, key, attributes: canonicalAttributes(declared, attributes) }
  }
  return {
    ...plan,
    create: yield* mapInTurns(plan.create, recordWrite),
    set: yield* mapInTurns(plan.set, recordWrite),
    link: yield* mapInTurns(plan.link, (write) => {
      const link = typeNamed(schema.links, write.type)
      return link === undefined
        ? write
        : {
            type: write.type,
            ends: canonicalEnds(link, write.ends),
            attributes: canonicalAttributes(link, write.attributes),
          }
    }),
  }
})

/** A copy of its own, so that nothing the caller still does to it counts. */
const canonicalAttributes = (
  declared: { readonly attributes: DeclaredAttributes } | undefined,
  given: Attributes,
): Attributes => {
  const canonical: { [name: string]: AttributeValue } = { ...given }
  if (declared === undefined) return canonical
  for (const name of namesOf(declared.attributes).many) {
    const value = canonical[name]
    if (typeof value === "object") canonical[name] = canonicalSet(value)
  }
  return canonical
}
