/**
 * How the rules of a plan report what they find.
 *
 * @module
 */
import { PlanRefused } from "../StoreError.ts"

/** Found lazily: only the first is ever shown. */
export type Faults = Generator<PlanRefused, void, void>

export const fault = (rule: string, type: string, field?: string): PlanRefused =>
  new PlanRefused({ rule, type, ...(field === undefined ? {} : { field }) })

/** Stands for a name the schema does not know, which is the caller's and not repeated. */
export const UNKNOWN = "?"
