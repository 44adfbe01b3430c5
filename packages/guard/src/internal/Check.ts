/**
 * What the tables compile to: a keyword and a bounded look at the bytes around it.
 *
 * @module
 */

import type { Span } from "./matchShape.ts"
import type { ScanPage } from "./ScanPage.ts"

/** Where the text being scanned came from. `joined` covers every reading that glues characters together. */
export type Reading = "plain" | "joined"

/** One keyword of one rule. */
export interface Check {
  readonly family: string
  readonly keyword: string
  /** Also run where characters were glued together (see `TokenRule.strong`). */
  readonly strong: boolean
  /**
   * The keyword stands at `[from, to)`, case ignored. Fills `span` with the whole token and returns true if it is a
   * secret. Looks at a bounded number of bytes, or at runs through the page's memory.
   */
  readonly test: (page: ScanPage, from: number, to: number, span: Span, reading: Reading) => boolean
}

/** A rule written as code: its id and revision enter the guard's version. */
export interface StructureRule {
  readonly id: string
  /** Raised with every change of the code. */
  readonly revision: number
  readonly family: string
  readonly keywords: ReadonlyArray<string>
  readonly strong?: boolean
  readonly test: Check["test"]
}

/** A rule without a keyword: tried at every run of sixteen letters, digits and `+/_-` or more. */
export interface RunRule {
  readonly id: string
  readonly revision: number
  readonly family: string
  /** The run is `[from, to)` and has an end on both sides. Must take time linear in its length. */
  readonly test: (page: ScanPage, from: number, to: number, span: Span) => boolean
}
