/**
 * References told apart by type and key, without a text of both for each of them.
 *
 * @module
 */
import type { Ref } from "./StoreRecord.ts"

export class RefSet {
  readonly #keys = new Map<string, Set<string>>()

  /** Answers whether it is new here. */
  add({ type, key }: Ref): boolean {
    const keys = this.#keys.get(type)
    if (keys === undefined) {
      this.#keys.set(type, new Set([key]))
      return true
    }
    const before = keys.size
    return keys.add(key).size > before
  }

  has({ type, key }: Ref): boolean {
    return this.#keys.get(type)?.has(key) === true
  }

  /** Keys by type, each in the order in which it came first. */
  byType(): Iterable<readonly [type: string, keys: ReadonlySet<string>]> {
    return this.#keys
  }
}
