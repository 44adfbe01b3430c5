export type {
  Ancestor,
  Association,
  Claim,
  Contradiction,
  Explanation,
  StatusStep,
  Succession,
  Withdrawal,
} from "./Explanation.ts"
export { type AudienceOptions, Provenance, type WhyOptions } from "./Provenance.ts"
export type { Diff, StatusChange } from "./readDiff.ts"
export { ANCESTORS_MOST } from "./walkAncestors.ts"
