/**
 * Between stored records and the memories of answers.
 *
 * @module
 */
import {
  type AttributeValue,
  compareText,
  type StoreError,
  type StoreRecord,
  type View,
} from "@reminisce/store"
import * as Effect from "effect/Effect"
import type { Basis, Cue, Facet, Memory, Outcome, Status } from "./Memory.ts"
import { openRecords, SEALED } from "./Sealer.ts"

export const encodeFacet = ([name, value]: Facet): string => `${name}=${value}`

export const decodeFacet = (text: string): Facet => {
  const at = text.indexOf("=")
  return [text.slice(0, at), text.slice(at + 1)]
}

const CUE_KINDS = ["event", "term", "source", "memory", "audience"] as const

export const encodeCue = (cue: Cue): string => {
  const [[kind, value] = ["", ""]] = Object.entries(cue)
  return `${kind}:${value}`
}

export const decodeCue = (text: string): Cue => {
  const at = text.indexOf(":")
  const kind = CUE_KINDS.find((name) => name === text.slice(0, at)) ?? "event"
  const value = text.slice(at + 1)
  switch (kind) {
    case "event":
      return { event: value }
    case "term":
      return { term: value }
    case "source":
      return { source: value }
    case "memory":
      return { memory: value }
    case "audience":
      return { audience: value }
  }
}

const compareFacets = (a: Facet, b: Facet): number =>
  compareText(a[0], b[0]) || compareText(a[1], b[1])

/** Reads memories by key, in the order asked; undefined where there is none. */
export const readMemories = (
  view: View,
  keys: ReadonlyArray<string>,
): Effect.Effect<ReadonlyArray<Memory | undefined>, StoreError> =>
  Effect.gen(function* () {
    const records = yield* view.get("memory", keys)
    const found = records.filter((record) => record !== undefined)
    const memories = yield* recordsToMemories(view, found)
    const byKey = new Map(memories.map((memory) => [memory.key, memory]))
    return keys.map((key) => byKey.get(key))
  })

/** Memories from their records, in the same order: one question for the subjects of all of them. */
export const recordsToMemories = (
  view: View,
  records: ReadonlyArray<StoreRecord>,
): Effect.Effect<ReadonlyArray<Memory>, StoreError> =>
  Effect.gen(function* () {
    const keys = [...new Set(records.flatMap((record) => texts(record.attributes.concerns)))]
    const references = new Map<string, string>()
    if (keys.length > 0) {
      for (const subject of yield* view.get("subject", keys)) {
        if (subject !== undefined) references.set(subject.key, String(subject.attributes.reference))
      }
    }
    const opened = yield* openRecords(view.owner, records)
    return opened.map((record) => recordToMemory(record, references))
  })

/** `references`: subjects' references by their keys. */
export const recordToMemory = (
  { key, attributes }: StoreRecord,
  references: ReadonlyMap<string, string>,
): Memory => {
  const content = text(attributes.content)
  const trail = text(attributes.trail)
  const reviewedBy = text(attributes.reviewedBy)
  const outcome = text(attributes.outcome)
  return {
    key,
    ...(content === undefined ? {} : { content }),
    ...(content === undefined && attributes[SEALED] !== undefined ? { sealed: true } : {}),
    aspects: texts(attributes.aspects),
    basis: String(attributes.basis) as Basis,
    confidence: Number(attributes.confidence),
    salience: Number(attributes.salience),
    status: String(attributes.status) as Status,
    recordedAt: Number(attributes.recordedAt),
    ...numbers(attributes, "validFrom", "validTo", "occurredAt", "dueAt"),
    facets: texts(attributes.facets).map(decodeFacet).sort(compareFacets),
    cues: texts(attributes.cues).map(decodeCue),
    subjects: texts(attributes.concerns)
      .flatMap((subject) => references.get(subject) ?? [])
      .sort(compareText),
    ...(trail === undefined ? {} : { trail }),
    ...numbers(attributes, "ordinal"),
    ...(reviewedBy === undefined ? {} : { reviewedBy }),
    recallCount: Number(attributes.recallCount),
    ...numbers(attributes, "lastRecalledAt"),
    ...(outcome === undefined ? {} : { outcome: outcome as Outcome }),
    affects: [],
  }
}

const text = (value: AttributeValue | undefined): string | undefined =>
  typeof value === "string" ? value : undefined

/** A `many` text attribute as a list. */
export const texts = (value: AttributeValue | undefined): ReadonlyArray<string> =>
  Array.isArray(value) ? value.map(String) : []

const numbers = <N extends string>(
  attributes: StoreRecord["attributes"],
  ...names: ReadonlyArray<N>
): { readonly [name in N]?: number } => {
  const found: { [name in N]?: number } = {}
  for (const name of names) {
    const value = attributes[name]
    if (typeof value === "number") found[name] = value
  }
  return found
}
