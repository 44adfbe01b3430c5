/**
 * A memory of answers that cannot grow: two generations, the older of which is forgotten whole when the
 * younger is full. What it holds never changes an answer, only how long it takes.
 *
 * @module
 */

/** Looks a key up, computing the value when neither generation has it. */
export interface BoundedMemo<V> {
  readonly get: (key: string) => V
}

/** Keeps the most recent `generationSize` to `2 * generationSize` values of a pure function. */
export const makeBoundedMemo = <V>(
  generationSize: number,
  compute: (key: string) => V,
): BoundedMemo<V> => {
  let young = new Map<string, V>()
  let old = new Map<string, V>()
  const keep = (key: string, value: V): V => {
    if (young.size >= generationSize) {
      old = young
      young = new Map()
    }
    young.set(key, value)
    return value
  }
  return {
    get: (key) => {
      const recent = young.get(key)
      if (recent !== undefined) return recent
      const older = old.get(key)
      return keep(key, older ?? compute(key))
    },
  }
}
