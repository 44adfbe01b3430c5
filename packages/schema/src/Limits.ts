/**
 * Every cap of the library in one place. Text caps are bytes of UTF-8.
 *
 * @module
 */

export const Limits = {
  /** An owner's kind and name. */
  ownerKindBytes: 64,
  ownerNameBytes: 256,

  keyBytes: 128,
  contentBytes: 32_768,
  /** All text of one write together, so that it fits one protocol line even with every character escaped. */
  writeBytes: 262_144,

  aspects: 16,
  aspectBytes: 64,
  sources: 64,
  sourceBytes: 2_048,
  grounds: 128,
  facets: 64,
  facetNameBytes: 128,
  facetValueBytes: 1_024,
  subjects: 16,
  subjectBytes: 256,
  scopeBytes: 256,
  cues: 32,
  eventBytes: 128,
  cueTermBytes: 128,
  affects: 8,
  affectContentBytes: 2_048,
  reviewerBytes: 256,
  trailBytes: 256,
  reasonBytes: 2_048,

  strands: 128,
  strandNameBytes: 64,
  strandContentBytes: 4_096,

  queryBytes: 8_192,
  /** Distinct terms of a query that are used; the answer says when there were more. */
  queryTerms: 32,
  events: 64,
  audience: 16,

  /** Thousandths. */
  confidence: 1_000,
  /** Millionths. */
  salience: 1_000_000,
  ordinal: Number.MAX_SAFE_INTEGER,

  recallK: 100,
  dueK: 64,
  whyDepth: 64,
  /** Memories in one `rememberMany`. */
  many: 1_000,
} as const

/** Used where the caller says nothing. */
export const Defaults = {
  confidence: Limits.confidence,
  salience: Limits.salience,
  recallK: 8,
  dueK: 8,
  whyDepth: 5,
} as const
