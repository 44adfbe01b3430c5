/**
 * What a plan writes more than once. Its writes have no order among themselves, so two of them must
 * never meet.
 *
 * @module
 */
import { keyOfEnds } from "../keyOfEnds.ts"
import type { Plan } from "../Plan.ts"
import type { StoreSchema } from "../StoreSchema.ts"
import type { Attributes } from "../Value.ts"
import { type Faults, fault, isPlaceToPause } from "./fault.ts"

/** Of each key, by type: the attributes written. Undefined for one that is written as a whole. */
type Written = Map<string, Map<string, ReadonlyArray<string> | undefined>>

export function* twiceFaults(schema: StoreSchema, plan: Plan): Faults {
  const written: Written = new Map()
  const keysOf = (type: string): Map<string, ReadonlyArray<string> | undefined> => {
    const keys = written.get(type) ?? new Map<string, ReadonlyArray<string> | undefined>()
    written.set(type, keys)
    return keys
  }
  let at = 0
  const links = plan.link.map(({ type, ends }) => ({ type, key: keyOfEnds(schema, type, ends) }))
  for (const refs of [plan.create, plan.drop, links, plan.unlink]) {
    for (const { type, key } of refs) {
      const keys = keysOf(type)
      if (keys.has(key)) yield fault("written-twice", type)
      keys.set(key, undefined)
      if (isPlaceToPause(at++)) yield undefined
    }
  }
  for (const writes of [plan.set, plan.unset]) {
    for (const { type, key, attributes } of writes) {
      const keys = keysOf(type)
      const before = keys.get(key)
      if (before === undefined && keys.has(key)) yield fault("written-twice", type)
      const names = isNames(attributes) ? attributes : Object.keys(attributes)
      const twice = names.find((name, i) => before?.includes(name) || names.indexOf(name) !== i)
      if (twice !== undefined) yield fault("written-twice", type, twice)
      keys.set(key, before === undefined ? names : [...before, ...names])
      if (isPlaceToPause(at++)) yield undefined
    }
  }
}

const isNames = (
  attributes: Attributes | ReadonlyArray<string>,
): attributes is ReadonlyArray<string> => Array.isArray(attributes)
