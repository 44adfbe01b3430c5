/**
 * References told apart by type and key, without a text of both for each of them.
 *
 * @module
 */
import type { Ref } from "../StoreRecord.ts"

export class RefSet {
  readonly #keys = new Map<string, Set<string>>()

  add({ type, key }: Ref): void {
    const keys = this.#keys.get(type)
    if (keys === undefined) this.#keys.set(type, new Set([key]))
    else keys.add(key)
  }

  has({ type, key }: Ref): boolean {
    return this.#keys.get(type)?.has(key) === true
  }

  /** Keys by type, each in the order in which it came first. */
  byType(): Iterable<readonly [type: string, keys: ReadonlySet<string>]> {
    return this.#keys
  }
}
