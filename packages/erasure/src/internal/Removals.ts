/**
 * Gathers attributes to remove, each once, however many memories lead to the same record or link.
 *
 * @module
 */
import type { AttributeRemoval, Attributes, Ref } from "@reminisce/store"

export class Removals {
  private readonly found = new Map<string, AttributeRemoval>()

  /** Takes those of `names` that have a value. Answers whether there were any, and the record is new here. */
  add(
    { type, key, attributes }: Ref & { readonly attributes: Attributes },
    names: ReadonlyArray<string>,
  ): boolean {
    const id = `${type} ${key}`
    if (this.found.has(id)) return false
    const present = names.filter((name) => hasValue(attributes, name))
    if (present.length === 0) return false
    this.found.set(id, { type, key, attributes: present })
    return true
  }

  toUnset(): ReadonlyArray<AttributeRemoval> {
    return [...this.found.values()]
  }
}

const hasValue = (attributes: Attributes, name: string): boolean => {
  const value = attributes[name]
  return value !== undefined && !(Array.isArray(value) && value.length === 0)
}
