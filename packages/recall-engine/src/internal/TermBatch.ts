/**
 * What of memories decides about their terms, as it goes from one thread to another.
 *
 * @module
 */
import { texts } from "@reminisce/schema"
import type { Attributes } from "@reminisce/store"

type Texts = ReadonlyArray<string>

/** The same number of each, a memory's at the same place; TIMES for each memory in `times`, NaN where there is none. */
export interface TermBatch {
  readonly contents: Texts
  readonly facets: ReadonlyArray<Texts>
  readonly aspects: ReadonlyArray<Texts>
  readonly concerns: ReadonlyArray<Texts>
  readonly times: Float64Array
  /** Places of slots without a memory. */
  readonly missing: ReadonlyArray<number>
}

const TIMES = ["occurredAt", "validFrom"] as const

const NONE: Attributes = {}

export const toTermBatch = (memories: ReadonlyArray<Attributes | undefined>): TermBatch => {
  const times = new Float64Array(memories.length * TIMES.length).fill(Number.NaN)
  const missing: Array<number> = []
  for (const [i, attributes] of memories.entries()) {
    if (attributes === undefined) missing.push(i)
    for (const [j, name] of TIMES.entries()) {
      const time = attributes?.[name]
      if (typeof time === "number") times[i * TIMES.length + j] = time
    }
  }
  const each = memories.map((attributes) => attributes ?? NONE)
  return {
    contents: each.map(({ content }) => (typeof content === "string" ? content : "")),
    facets: each.map(({ facets }) => texts(facets)),
    aspects: each.map(({ aspects }) => texts(aspects)),
    concerns: each.map(({ concerns }) => texts(concerns)),
    times,
    missing,
  }
}

/** Characters it holds, roughly: what it takes of memory. */
export const sizeOfBatch = ({ contents }: TermBatch): number =>
  contents.reduce((sum, content) => sum + content.length + 100, 0)

/** Attributes with the same terms. */
export const fromTermBatch = (batch: TermBatch): ReadonlyArray<Attributes | undefined> => {
  const missing = new Set(batch.missing)
  return batch.contents.map((content, i) => {
    if (missing.has(i)) return undefined
    const attributes: { [name: string]: Attributes[string] } = {
      content,
      facets: batch.facets[i] ?? [],
      aspects: batch.aspects[i] ?? [],
      concerns: batch.concerns[i] ?? [],
    }
    for (const [j, name] of TIMES.entries()) {
      const time = batch.times[i * TIMES.length + j] as number
      if (!Number.isNaN(time)) attributes[name] = time
    }
    return attributes
  })
}
