export {
  Analyser,
  type AnalyserOptions,
  type AnalyserShape,
  makeAnalyser,
} from "./Analyser.ts"
export { maxTermBytes } from "./capTerm.ts"
export type { QueryTerm } from "./queryTerms.ts"
export { lightStemmers, type Stem, type Stemmers } from "./Stemmers.ts"
export { dateTerms, queryDateTerms, relativeDates } from "./time/DateTerms.ts"
export { wording } from "./wording.ts"
