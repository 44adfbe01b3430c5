/**
 * What a plan writes more than once. Its writes have no order among themselves, so two of them must
 * never meet.
 *
 * @module
 */
import type { Plan } from "../Plan.ts"
import type { Ref } from "../StoreRecord.ts"
import { type Faults, fault, isPlaceToPause } from "./fault.ts"

/** The attributes written of each key. Undefined for one that is written as a whole. */
type Written = Map<string, ReadonlyArray<string> | undefined>

/** `newLinks`: those of `plan.link`. */
export function* twiceFaults(plan: Plan, newLinks: ReadonlyArray<Ref>): Faults {
  const types = new Map<string, Written>()
  const writtenOf = (type: string): Written => {
    const known = types.get(type)
    if (known !== undefined) return known
    const made: Written = new Map()
    types.set(type, made)
    return made
  }
  let at = 0
  for (const refs of [plan.create, plan.drop, newLinks, plan.unlink]) {
    for (const { type, key } of refs) {
      const written = writtenOf(type)
      if (written.has(key)) yield fault("written-twice", type)
      written.set(key, undefined)
      if (isPlaceToPause(at++)) yield undefined
    }
  }
  for (const writes of [plan.set, plan.unset]) {
    for (const { type, key, attributes } of writes) {
      const written = writtenOf(type)
      const before = written.get(key)
      if (before === undefined && written.has(key)) yield fault("written-twice", type)
      const names = Array.isArray(attributes) ? attributes : Object.keys(attributes)
      const twice = firstTwice(names, before)
      if (twice !== undefined) yield fault("written-twice", type, twice)
      written.set(key, before === undefined ? names : before.concat(names))
      if (isPlaceToPause(at++)) yield undefined
    }
  }
}

/** The first of `names` that stands before it, or in `before`. */
const firstTwice = (
  names: ReadonlyArray<string>,
  before: ReadonlyArray<string> = [],
): string | undefined => {
  for (let i = 0; i < names.length; i++) {
    const name = names[i] as string
    if (before.includes(name) || names.indexOf(name) !== i) return name
  }
  return undefined
}
