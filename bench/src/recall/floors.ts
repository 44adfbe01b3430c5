/**
 * What is promised of the figures, and whether it holds of those measured.
 *
 * @module
 */
import { round } from "./measure.ts"

/** By name; sizes by number of memories. */
export type Figures = { readonly [name: string]: number }
export type Results = { readonly [size: string]: Figures }

export interface Floor {
  readonly promised: string
  /** What was measured of it. */
  readonly measured: number
  readonly isHeld: boolean
}

/** Name of the figure. */
export const ratioName = (peer: string): string => `times faster than ${peer} for natural questions`

/** Of those that can be told from the sizes measured. */
export const floorsOf = (results: Results): ReadonlyArray<Floor> => {
  const small = results["10000"] ?? {}
  const middle = results["100000"] ?? {}
  const large = results["1000000"] ?? {}
  return [
    least("at 100,000 at least 8 times faster than FTS5", middle[ratioName("fts5 full")], 8),
    least(
      "at 100,000 at least 15 times faster than MiniSearch",
      middle[ratioName("minisearch")],
      15,
    ),
    least("at 1,000,000 at least 8 times faster than FTS5", large[ratioName("fts5 full")], 8),
    ...growthFloors(results),
    most("remember at 100,000 at most twice its cost at 10,000", per(middle, small, "remember"), 2),
    most(
      "at 100,000 from opening to the first answer under 150 ms, in processes that have done nothing else",
      middle["cold open to first answer ms, fresh process"],
      150,
    ),
    most("at 100,000 the process grows by less than 80 MB", middle["resident MB"], 80),
  ].filter(({ measured }) => !Number.isNaN(measured))
}

/** Ten times the memories cost at most ten times as much. */
const growthFloors = (results: Results): ReadonlyArray<Floor> => {
  const sizes = Object.keys(results).map(Number)
  return sizes.slice(1).map((size, i) => {
    const before = sizes[i] as number
    const grown = per(results[size], results[before], "engine natural")
    const promised = `from ${before} to ${size} memories natural questions cost at most ${round(size / before)} times as much`
    return most(promised, grown, size / before)
  })
}

const per = (one: Figures = {}, other: Figures = {}, name: string): number =>
  (one[name] ?? Number.NaN) / (other[name] ?? Number.NaN)

const least = (promised: string, measured = Number.NaN, floor: number): Floor => ({
  promised,
  measured: round(measured),
  isHeld: measured >= floor,
})

const most = (promised: string, measured = Number.NaN, ceiling: number): Floor => ({
  promised,
  measured: round(measured),
  isHeld: measured <= ceiling,
})
