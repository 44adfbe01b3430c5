/**
 * Finding records and links by their keys, in stages: keys first, then what has them. In one stage
 * the server chooses where to begin by what it has counted; right after a large commit, or within
 * one, that is too little, and it would look through all things of a type for each row.
 *
 * @module
 */
import { OWN } from "./Layout.ts"

/** A record or link, by its key. */
export interface Sought {
  readonly variable: string
  /** What it must be; anything with such a key when left out. */
  readonly label?: string
  /** The variable that holds its thing key. */
  readonly key: string
}

export const findThings = (things: ReadonlyArray<Sought>): string => {
  const keys = things.map(
    ({ variable, key }) => `${variable}-key isa ${OWN.thingKey}; ${variable}-key == ${key};`,
  )
  const found = things.map(
    ({ variable, label }) =>
      `${variable} has ${OWN.thingKey} ${variable}-key;${label === undefined ? "" : ` ${variable} isa ${label};`}`,
  )
  return `match ${keys.join(" ")}\nmatch ${found.join(" ")}`
}
