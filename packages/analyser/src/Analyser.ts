/**
 * Text to terms: the same terms for the same text on every machine and every supported runtime. The service,
 * its default, and the means to make another.
 *
 * @module
 */
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import { makeBoundedMemo } from "./BoundedMemo.ts"
import { maxTermBytes } from "./capTerm.ts"
import { unicodeVersion } from "./generated/characterClasses.ts"
import { indexTerms } from "./indexTerms.ts"
import { type QueryTerm, queryTerms } from "./queryTerms.ts"
import { lightStemmers, type Stemmers } from "./Stemmers.ts"
import { makeWordEntry } from "./WordForms.ts"

/** Raise the number with every change that moves a term. */
const defaultVersion = `reminisce-2-unicode-${unicodeVersion}`

/** Runs remembered in each of two generations; a run with its entry takes about half a kilobyte. */
const memoGeneration = 8192

/** The functions of an analyser: synchronous, pure, total on any string, linear in its length. */
export interface AnalyserShape {
  /**
   * Names everything that decides about terms. An index written under another version must be rebuilt; two
   * analysers that may differ in one term must not share it.
   */
  readonly version: string
  /** All index terms of a text in order, duplicates kept. Terms are 1 to 64 bytes, never begin with "@". */
  readonly terms: (text: string) => ReadonlyArray<string>
  /** The distinct terms of a question, most telling first; empty only if the text has no letter or digit. */
  readonly query: (text: string) => ReadonlyArray<QueryTerm>
}

/** Stemmers to use instead of the default ones, under a version of their own. */
export interface AnalyserOptions {
  readonly version: string
  readonly stemmers: Stemmers
}

/** An analyser with a memory of at most about 16000 runs; the default one without options. */
export const makeAnalyser = (options?: AnalyserOptions): AnalyserShape => {
  const stemmers = options?.stemmers ?? lightStemmers
  const memo = makeBoundedMemo(memoGeneration, (run) => makeWordEntry(run, stemmers))
  const entryOf = (run: string) =>
    run.length <= maxTermBytes ? memo.get(run) : makeWordEntry(run, stemmers)
  return {
    version: options?.version ?? defaultVersion,
    terms: (text) => indexTerms(text, entryOf),
    query: (text) => queryTerms(text, entryOf),
  }
}

/** Text to terms. */
export class Analyser extends Context.Service<Analyser, AnalyserShape>()(
  "@reminisce/analyser/Analyser",
) {
  /** The default analyser: all scripts, English and Russian stemming, light stemming of ten languages more. */
  static readonly layer: Layer.Layer<Analyser> = Layer.sync(Analyser, () => makeAnalyser())
}
