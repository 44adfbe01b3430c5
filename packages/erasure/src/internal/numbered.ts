/**
 * Numbers of things as they are read.
 *
 * @module
 */

/** `1 memory`, `2 memories`. */
export const numbered = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`

export const memoriesOf = (count: number): string => numbered(count, "memory", "memories")
