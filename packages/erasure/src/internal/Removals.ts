/**
 * Gathers attributes to remove, each once, however many memories lead to the same record or link.
 *
 * @module
 */
import { type AttributeRemoval, type Attributes, type Ref, RefSet } from "@reminisce/store"

export class Removals {
  readonly #found: Array<AttributeRemoval> = []
  readonly #seen = new RefSet()

  /** Takes those of `names` that have a value. Answers whether there were any, and the record is new here. */
  add(
    { type, key, attributes }: Ref & { readonly attributes: Attributes },
    names: ReadonlyArray<string>,
  ): boolean {
    // Most links have none of them.
    if (!names.some((name) => hasValue(attributes, name)) || !this.#seen.add({ type, key }))
      return false
    const present = names.filter((name) => hasValue(attributes, name))
    this.#found.push({ type, key, attributes: present })
    return true
  }

  get count(): number {
    return this.#found.length
  }

  toUnset(): ReadonlyArray<AttributeRemoval> {
    return this.#found
  }
}

const hasValue = (attributes: Attributes, name: string): boolean => {
  const value = attributes[name]
  return value !== undefined && !(Array.isArray(value) && value.length === 0)
}
