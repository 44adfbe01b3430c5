/**
 * What every step of a sweep has in common.
 *
 * @module
 */
import { Durability, type Page, type PageWrite, type View } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { type IndexHead, POSTINGS_SPACE } from "./IndexHead.ts"

/** Longest transaction aimed at, in milliseconds, and how many terms or pages one takes at first, at least and at most. */
const STEP_MILLIS = 150
export const LIMIT = { first: 200, least: 200, most: 10_000 }

/** So that the next step takes about as long as a step should. */
export const nextLimit = (limit: number, tookMillis: number): number => {
  const aimed = Math.round((limit * STEP_MILLIS) / Math.max(1, tookMillis))
  return Math.min(LIMIT.most, Math.max(LIMIT.least, Math.min(aimed, limit * 2)))
}

export const isInLine = (view: View, head: IndexHead): boolean =>
  !head.clearing && head.watermark === view.sequence

/** A sweep that a loss of power has undone is done again by whoever asked for it. */
export const repeatably = Effect.provideService(Durability, "repeatable")

export const removalsOf = (pages: ReadonlyArray<Page>): ReadonlyArray<PageWrite> =>
  pages.map(({ name, number }) => ({ space: POSTINGS_SPACE, name, number, bytes: undefined }))
