/**
 * The shapes of criterion 4, rendered when the test runs, and what of each would give it away.
 *
 * @module
 */
import { compileGuard, families, Samples } from "@reminisce/guard"

export interface Shape {
  readonly rule: string
  readonly text: string
  readonly families: ReadonlyArray<string>
  /** Every eight characters of its longest part that is filled in at random. */
  readonly shards: ReadonlyArray<string>
}

const guard = compileGuard(families)

const SHARD = 8

/** Runs of a rendering that another rendering of the same template does not have. */
const shardsOf = (text: string, other: string): ReadonlyArray<string> => {
  const longest = (text.match(/[A-Za-z0-9+/_-]+/g) ?? [])
    .filter((run) => !other.includes(run))
    .reduce((a, b) => (b.length > a.length ? b : a), "")
  const shards = Array.from({ length: Math.max(1, longest.length - SHARD + 1) }, (_, at) =>
    longest.slice(at, at + SHARD),
  )
  // What both renderings say is the shape, not the secret.
  return shards.filter((shard) => shard.length >= 5 && !other.includes(shard))
}

const render = (sample: Samples.Sample): ReadonlyArray<readonly [string, string]> => {
  const others = Samples.renderSample(sample, 5)
  return Samples.renderSample(sample, 4).map((text, i) => [text, others[i] ?? ""])
}

/** Every shape the guard has a sample of, but those it lets pass on purpose. */
export const everyShape: ReadonlyArray<Shape> = Object.entries({
  ...Samples.leading,
  ...Samples.further,
})
  .filter(([rule]) => !(rule in Samples.missedOnPurpose))
  .flatMap(([rule, sample]) =>
    render(sample).map(([text, other]) => ({
      rule,
      text,
      families: guard.scan([{ field: "content", text }]).flatMap((found) => found.families),
      shards: shardsOf(text, other),
    })),
  )

/** Two shapes of each family that has two, the shortest, so that they fit through the narrowest door. */
export const twoOfEach: ReadonlyArray<Shape> = (() => {
  const byFamily = new Map<string, Array<Shape>>()
  for (const shape of [...everyShape].sort((a, b) => a.text.length - b.text.length)) {
    const [family = ""] = shape.families
    const few = byFamily.get(family) ?? []
    byFamily.set(family, few)
    if (few.length < 2 && !few.some(({ rule }) => rule === shape.rule)) few.push(shape)
  }
  return [...byFamily.values()].filter((two) => two.length === 2).flat()
})()

/** For what costs more to look at. */
export const oneOfEach: ReadonlyArray<Shape> = twoOfEach.filter((_, i) => i % 2 === 0)

/** Shards of a secret that a text holds; words are stored and indexed in small letters too. */
export const found = ({ shards }: Shape, text: string): ReadonlyArray<string> => {
  const small = text.toLowerCase()
  return shards.filter((shard) => small.includes(shard.toLowerCase()))
}
