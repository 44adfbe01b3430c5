/**
 * What a memory puts into the index: the terms of its words and facets, its dates, and the features
 * that filters and lifts go by.
 *
 * @module
 */
import {
  type AnalyserShape,
  dateTerms,
  queryDateTerms,
  relativeDates,
  wording,
} from "@reminisce/analyser"
import { decodeFacet, texts } from "@reminisce/schema"
import { type AttributeValue, compareText } from "@reminisce/store"
import { DIGEST_START, digestEnd, digestText } from "./digest.ts"

/** Of a memory as it is, or as it will be: what it loses is undefined. */
export interface MemoryAttributes {
  readonly [name: string]: AttributeValue | undefined
}

/** Names of facets whose value is a person speaking or acting in the memory. */
export const PERSON_FACETS: ReadonlySet<string> = new Set(["author", "from", "speaker"])

export const aspectFeature = (aspect: string): string => `@@a:${aspect}`
export const subjectFeature = (key: string): string => `@@s:${key}`
export const personFeature = (term: string): string => `@@p:${term}`

/** When it happened, else from when it holds. When it was recorded says nothing about its matter. */
export const ownTime = (attributes: MemoryAttributes): number | undefined =>
  numberOf(attributes.occurredAt) ?? numberOf(attributes.validFrom)

/** Every index term once, by UTF-8 bytes. */
export const memoryTerms = (
  analyser: Pick<AnalyserShape, "terms">,
  attributes: MemoryAttributes,
): ReadonlyArray<string> => {
  const terms = new Set<string>()
  const content = contentOf(attributes)
  for (const term of analyser.terms(content)) terms.add(term)
  for (const [name, value] of texts(attributes.facets).map(decodeFacet)) {
    for (const term of analyser.terms(value)) {
      terms.add(term)
      if (PERSON_FACETS.has(name)) terms.add(personFeature(term))
    }
  }
  for (const term of memoryDates(content, ownTime(attributes))) terms.add(term)
  for (const feature of featuresOf(attributes)) terms.add(feature)
  return [...terms].sort(compareText)
}

/** What a memory that has lost its words is still indexed by: its aspects, its people, its time. */
export const wordlessTerms = (attributes: MemoryAttributes): ReadonlyArray<string> =>
  [...memoryDates("", ownTime(attributes)), ...featuresOf(attributes)].sort(compareText)

const featuresOf = ({ aspects, concerns }: MemoryAttributes): ReadonlyArray<string> => [
  ...texts(aspects).map(aspectFeature),
  ...texts(concerns).map(subjectFeature),
]

/** When it happened, and the times it speaks of; "yesterday" means nothing without a time of its own. */
const memoryDates = (content: string, time: number | undefined): ReadonlyArray<string> => {
  const own = time === undefined ? [] : dateTerms(time)
  if (content === "") return own
  return time === undefined ? queryDateTerms(content) : [...own, ...relativeDates(content, time)]
}

export const digestTerms = (terms: ReadonlyArray<string>): number =>
  digestEnd(terms.reduce(digestText, DIGEST_START))

/**
 * Equal for memories that say the same of the same time: wording apart from case, punctuation,
 * spacing and articles, facets, and every time. 0 for a memory without words, which equals none.
 */
export const digestWords = (attributes: MemoryAttributes): number => {
  const content = contentOf(attributes)
  if (content === "") return 0
  let digest = DIGEST_START
  for (const word of wording(content)) digest = digestText(digest, word)
  for (const facet of texts(attributes.facets)) digest = digestText(digest, facet)
  for (const time of [attributes.occurredAt, attributes.validFrom, attributes.validTo]) {
    digest = digestText(digest, String(time ?? ""))
  }
  return digestEnd(digest)
}

/** Whether terms and digests of both are sure to be the same. */
export const hasSameWords = (a: MemoryAttributes, b: MemoryAttributes): boolean =>
  INDEXED.every((name) => isSameValue(a[name], b[name]))

/** Whatever a memory's terms follow from. */
export const INDEXED = [
  "content",
  "facets",
  "aspects",
  "concerns",
  "occurredAt",
  "validFrom",
  "validTo",
] as const

export const isSameValue = (
  a: AttributeValue | undefined,
  b: AttributeValue | undefined,
): boolean =>
  a === b ||
  (Array.isArray(a) &&
    Array.isArray(b) &&
    a.length === b.length &&
    a.every((each, i) => each === b[i]))

const contentOf = (attributes: MemoryAttributes): string =>
  typeof attributes.content === "string" ? attributes.content : ""

const numberOf = (value: AttributeValue | undefined): number | undefined =>
  typeof value === "number" ? value : undefined
