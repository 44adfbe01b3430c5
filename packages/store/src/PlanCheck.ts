/**
 * The rules every plan keeps on every store, checked against the schema and against the view it was
 * decided on. What passes is in canonical form: sets sorted, ends of symmetric links sorted.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import { existenceFault } from "./internal/existenceFault.ts"
import { firstFault } from "./internal/fault.ts"
import { pauseIfLarge } from "./internal/pauseIfLarge.ts"
import { shapeFaults } from "./internal/shapeFaults.ts"
import { canonicalEnds } from "./keyOfEnds.ts"
import { mapInTurns } from "./mapInTurns.ts"
import type { Plan, RecordWrite } from "./Plan.ts"
import { StoreError } from "./StoreError.ts"
import { type AttributeType, type StoreSchema, typeNamed } from "./StoreSchema.ts"
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
    if (misshapen !== undefined)
      return yield* new StoreError({ operation: "update", reason: misshapen })
    yield* pauseIfLarge(plan)
    const canonical = yield* canonicalPlan(schema, plan)
    const reason = yield* existenceFault(schema, view, canonical)
    return reason === undefined ? canonical : yield* new StoreError({ operation: "update", reason })
  })

const canonicalPlan = Effect.fnUntraced(function* (
  schema: StoreSchema,
  plan: Plan,
): Effect.fn.Return<Plan> {
  const recordWrite = ({ type, key, attributes }: RecordWrite): RecordWrite => {
    const declared = typeNamed(schema.records, type) ?? typeNamed(schema.links, type)
    return { type, key, attributes: canonicalAttributes(declared?.attributes ?? {}, attributes) }
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
            attributes: canonicalAttributes(link.attributes, write.attributes),
          }
    }),
  }
})

const canonicalAttributes = (
  declared: { readonly [name: string]: AttributeType },
  given: Attributes,
): Attributes => {
  const canonical: { [name: string]: AttributeValue } = {}
  for (const name of Object.keys(given)) {
    const value = given[name]
    if (value === undefined) continue
    canonical[name] =
      declared[name]?.cardinality === "many" && typeof value === "object"
        ? canonicalSet(value)
        : value
  }
  return canonical
}
