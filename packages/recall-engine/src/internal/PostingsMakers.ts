/**
 * Who makes the postings of many memories in a row.
 *
 * @module
 */
import type { AnalyserShape } from "@reminisce/analyser"
import { threadPostings } from "./AnalysisThread.ts"
import type { PostingsMakers } from "./IndexPages.ts"
import { makePostings } from "./PostingsMaker.ts"

export const postingsMakers = (analyser: AnalyserShape, pagesAtOnce: number): PostingsMakers => ({
  here: makePostings(analyser, pagesAtOnce),
  beside: threadPostings(analyser, pagesAtOnce),
})
