/**
 * What a plan writes more than once. Its writes have no order among themselves, so two of them must
 * never meet.
 *
 * @module
 */
import { keyOfEnds } from "../keyOfEnds.ts"
import type { Plan } from "../Plan.ts"
import type { StoreSchema } from "../StoreSchema.ts"
import { type Faults, fault } from "./fault.ts"
import { refName } from "./refName.ts"

export function* twiceFaults(schema: StoreSchema, plan: Plan): Faults {
  const whole = new Set<string>()
  const links = plan.link.map(({ type, ends }) => ({ type, key: keyOfEnds(schema, type, ends) }))
  for (const ref of [...plan.create, ...plan.drop, ...links, ...plan.unlink]) {
    const name = refName(ref)
    if (whole.has(name)) yield fault("written-twice", ref.type)
    whole.add(name)
  }
  const parts = new Map<string, Set<string>>()
  const changes = [
    ...plan.set.map(({ type, key, attributes }) => ({ type, key, names: Object.keys(attributes) })),
    ...plan.unset.map(({ type, key, attributes }) => ({ type, key, names: attributes })),
  ]
  for (const { type, key, names } of changes) {
    const name = refName({ type, key })
    if (whole.has(name)) yield fault("written-twice", type)
    const written = parts.get(name) ?? new Set()
    parts.set(name, written)
    for (const attribute of names) {
      if (written.has(attribute)) yield fault("written-twice", type, attribute)
      written.add(attribute)
    }
  }
}
