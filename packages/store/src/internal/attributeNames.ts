/**
 * Names of a type's attributes by how many values they have: wanted for each write of a plan, worked
 * out once.
 *
 * @module
 */
import type { AttributeType, Cardinality } from "../StoreSchema.ts"

/** As a schema has them; schemas do not change. */
export interface DeclaredAttributes {
  readonly [name: string]: AttributeType
}

interface AttributeNames {
  readonly one: ReadonlyArray<string>
  readonly many: ReadonlyArray<string>
}

const known = new WeakMap<DeclaredAttributes, AttributeNames>()

export const namesOf = (declared: DeclaredAttributes): AttributeNames => {
  const names = known.get(declared)
  if (names !== undefined) return names
  const made = { one: named(declared, "one"), many: named(declared, "many") }
  known.set(declared, made)
  return made
}

const named = (declared: DeclaredAttributes, cardinality: Cardinality): ReadonlyArray<string> =>
  Object.keys(declared).filter((name) => declared[name]?.cardinality === cardinality)
