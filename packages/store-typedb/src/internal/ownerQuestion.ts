/**
 * A question about one owner, whose answer names the sequence it is true of, whether anything was
 * found or not.
 *
 * @module
 */
import type { GivenRow, OneShot } from "./GivenRowsDriver.ts"
import { OWN } from "./Layout.ts"

/** A document as a question's own `fetch` shapes it. */
export type Found = { readonly [name: string]: unknown }

export interface Question {
  /** Types of the variables in the rows, beside `$owner`. */
  readonly given: { readonly [variable: string]: "string" | "integer" | "boolean" }
  readonly rows: ReadonlyArray<GivenRow>
  /** Stages from `match` to `fetch`, run for each row. `$owner` is the owner's key. */
  readonly stages: string
}

export const ownerQuestion = (owner: string, { given, rows, stages }: Question): OneShot => {
  const declared = Object.entries(given).map(([variable, type]) => `, $${variable}: ${type}`)
  return {
    transactionType: "read",
    query: `given $owner: string${declared.join("")};
match $head isa ${OWN.owner}, has ${OWN.headKey} == $owner, has ${OWN.sequence} $sequence;
fetch { "sequence": $sequence, "found": [ ${stages} ] };`,
    givenRows: rows.map((row) => ({ owner, ...row })),
  }
}

/** Limits are part of the text, so there are few of them; the answer is cut to the one asked for. */
export const textLimit = (limit: number): number =>
  [1, 10, 100, 1_000].find((each) => limit <= each) ?? 10_000
