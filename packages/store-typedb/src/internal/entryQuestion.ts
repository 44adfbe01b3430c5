/**
 * The parts of a question about an index: which records have an entry, under which prefix, behind
 * which entry.
 *
 * @module
 */
import { compareValues, type RangeEntry, type Value } from "@reminisce/store"
import type { GivenRow } from "./GivenRowsDriver.ts"
import { type AttributeLabel, type IndexPath, OWN, valueType } from "./Layout.ts"
import type { Question } from "./ownerQuestion.ts"

/** Values of a question, each with a variable of its own. */
export interface Variables {
  /** The variable that will have the value. */
  readonly bind: (attribute: Pick<AttributeLabel, "kind">, value: Value) => string
  /** What was bound, as one row. */
  readonly row: () => Pick<Question, "given" | "rows">
}

export const makeVariables = (): Variables => {
  const given: { [variable: string]: "string" | "integer" | "boolean" } = {}
  const row: { [variable: string]: string | number | boolean } = {}
  return {
    bind: (attribute, value) => {
      const variable = `p${Object.keys(row).length}`
      given[variable] = valueType(attribute)
      row[variable] = value
      return `$${variable}`
    },
    row: () => ({ given, rows: [row satisfies GivenRow] }),
  }
}

/** An entry is a record with a value of every attribute: `$v0`, `$v1`, …, and `$key`. */
export const matchEntries = ({ entity, attributes }: IndexPath, owner = "== $owner"): string =>
  `match $record isa ${entity.label}, has ${OWN.ownerKey} ${owner}, has ${OWN.recordKey} $key
    ${attributes.map(({ label }, i) => `, has ${label} $v${i}`).join("")};`

export const prefixConditions = (
  { attributes }: IndexPath,
  prefix: ReadonlyArray<Value>,
  { bind }: Variables,
): ReadonlyArray<string> =>
  attributes
    .slice(0, prefix.length)
    .flatMap((attribute, i) =>
      prefix[i] === undefined ? [] : [`$v${i} == ${bind(attribute, prefix[i])};`],
    )

/** How an entry's first values compare with a prefix. */
export const comparePrefix = (
  values: ReadonlyArray<Value>,
  prefix: ReadonlyArray<Value>,
): number => {
  for (const [i, value] of prefix.entries()) {
    const other = values[i]
    const order = other === undefined ? 0 : compareValues(other, value)
    if (order !== 0) return order
  }
  return 0
}

/** Entries strictly behind one under the same prefix, by the attributes left and then by key. */
export const behind = (
  { attributes }: IndexPath,
  prefixLength: number,
  after: RangeEntry,
  operator: "<" | ">",
  { bind }: Variables,
): string => {
  const parts = [
    ...attributes.map((attribute, i) => ({
      variable: `$v${i}`,
      bound: (): string => bind(attribute, after.values[i] ?? ""),
    })),
    { variable: "$key", bound: (): string => bind({ kind: "text" }, after.key) },
  ].slice(prefixLength)
  const bounds = parts.map(({ variable, bound }) => ({ variable, bound: bound() }))
  const branches = bounds.map(({ variable, bound }, i) => {
    const equal = bounds.slice(0, i).map((part) => `${part.variable} == ${part.bound};`)
    return `{ ${equal.join(" ")} ${variable} ${operator} ${bound}; }`
  })
  return branches.length === 1 ? (branches[0] ?? "").slice(1, -1) : `${branches.join(" or ")};`
}
