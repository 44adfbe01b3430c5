/**
 * What a decision knows: the memories, subjects and sources its writes touch, read from the view in
 * a few questions, and everything the same decision has planned so far. A plan does not read its own
 * writes, so later items of one call find earlier ones here.
 *
 * @module
 */
import { type NewMemory, openRecords, Sealer, texts } from "@reminisce/schema"
import {
  allLinked,
  compareText,
  type Owner,
  type Ref,
  type StoreError,
  type StoreRecord,
  type View,
} from "@reminisce/store"
import * as Effect from "effect/Effect"
import type { EntryStatus } from "./Admission.ts"
import { readLinkedTexts } from "./linkedText.ts"

/** A memory, stored or planned. */
export interface KnownMemory {
  readonly record: StoreRecord
  /** Consent scopes by the keys of the subjects it concerns, inherited ones too. */
  readonly scopes: ReadonlyMap<string, string>
  /** What its links say of it, as `linkedText` has it; only where a candidate has its fingerprint. */
  readonly linked: string | undefined
}

export interface Known {
  readonly owner: Owner
  readonly memories: Map<string, KnownMemory>
  /** Keys of the active and held memories that carry a fingerprint, in the order of their keys. */
  readonly alike: Map<string, ReadonlyArray<string>>
  /** Keys by reference. */
  readonly sources: Map<string, string>
  readonly subjects: Map<string, string>
  /** References by subject key. */
  readonly references: Map<string, string>
}

/** A new memory that has passed the door, with its fingerprint. */
export interface Candidate {
  readonly memory: NewMemory
  readonly fingerprint: string
  readonly status: EntryStatus
}

export const memoryRef = (key: string): Ref => ({ type: "memory", key })

/** `others`: keys to know besides those the candidates name. */
export const readKnown = Effect.fnUntraced(function* (
  view: View,
  candidates: ReadonlyArray<Candidate>,
  others: ReadonlyArray<string> = [],
): Effect.fn.Return<Known, StoreError> {
  const memories = candidates.map(({ memory }) => memory)
  const alike = yield* readAlike(view, candidates)
  const records = yield* readRecords(view, [
    ...others,
    ...memories.flatMap(namedKeys),
    ...[...alike.values()].flat(),
  ])
  const subjects = yield* readKeys(view, "subjectByReference", [
    ...new Set(memories.flatMap((memory) => memory.subjects.map(({ ref }) => ref))),
  ])
  const references = yield* readReferences(view, records, subjects)
  const fingerprints = new Set(candidates.map(({ fingerprint }) => fingerprint))
  const repeated = records.filter(({ attributes }) =>
    fingerprints.has(String(attributes.fingerprint)),
  )
  const linked = yield* readLinkedTexts(view, repeated, references)
  return {
    owner: view.owner,
    memories: yield* readScopes(view, records, linked),
    alike,
    sources: yield* readKeys(view, "sourceByReference", [
      ...new Set(memories.flatMap((memory) => memory.sources)),
    ]),
    subjects,
    references,
  }
})

/** Keys of the memories a new one names: its own, its grounds' and its cues'. */
const namedKeys = (memory: NewMemory): ReadonlyArray<string> => [
  ...(memory.key === undefined ? [] : [memory.key]),
  ...memory.derivedFrom,
  ...memory.cues.flatMap((cue) => ("memory" in cue ? [cue.memory] : [])),
]

const readRecords = (
  view: View,
  keys: ReadonlyArray<string>,
): Effect.Effect<ReadonlyArray<StoreRecord>, StoreError> =>
  keys.length === 0
    ? Effect.succeed([])
    : Effect.flatMap(view.get("memory", [...new Set(keys)]), (records) =>
        openRecords(
          view.owner,
          records.filter((record) => record !== undefined),
        ),
      )

/** Entries of one fingerprint read at a time: more than one only where a memory was written again after it was retired. */
const FINGERPRINT_PAGE = 64

const readAlike = Effect.fnUntraced(function* (
  view: View,
  candidates: ReadonlyArray<Candidate>,
): Effect.fn.Return<Map<string, ReadonlyArray<string>>, StoreError> {
  const alike = new Map<string, ReadonlyArray<string>>()
  for (const { memory, fingerprint } of candidates) {
    if (memory.key !== undefined || alike.has(fingerprint)) continue
    const mark = yield* markOf(view.owner, memory, fingerprint)
    const sealed = mark === undefined ? [] : yield* alikeWith(view, mark)
    alike.set(fingerprint, [...(yield* alikeWith(view, fingerprint)), ...sealed].sort(compareText))
  }
  return alike
})

/** What a sealed memory that concerns just whom this one names would have for a fingerprint. */
const markOf = (
  owner: Owner,
  { subjects }: NewMemory,
  fingerprint: string,
): Effect.Effect<string | undefined, StoreError> =>
  subjects.length === 0
    ? Effect.succeed(undefined)
    : Effect.flatMap(Sealer, (sealer) =>
        sealer === undefined
          ? Effect.succeed(undefined)
          : sealer.markOf(
              owner,
              subjects.map(({ ref }) => ref),
              fingerprint,
            ),
      )

const alikeWith = Effect.fnUntraced(function* (
  view: View,
  fingerprint: string,
): Effect.fn.Return<ReadonlyArray<string>, StoreError> {
  const keys: Array<string> = []
  let after: { readonly values: ReadonlyArray<string>; readonly key: string } | undefined
  for (;;) {
    const entries = yield* view.range("memoryByFingerprint", {
      prefix: [fingerprint],
      limit: FINGERPRINT_PAGE,
      ...(after === undefined ? {} : { after }),
    })
    const records = yield* readRecords(
      view,
      entries.map(({ key }) => key),
    )
    for (const record of records) if (isReplayable(record)) keys.push(record.key)
    const last = entries.at(-1)
    if (entries.length < FINGERPRINT_PAGE || last === undefined) return keys
    after = { values: [fingerprint], key: last.key }
  }
})

/** A memory that has left recall is written anew; one that never entered it is still waiting. */
const isReplayable = ({ attributes: { status } }: StoreRecord): boolean =>
  status === "active" || status === "held"

const readScopes = Effect.fnUntraced(function* (
  view: View,
  records: ReadonlyArray<StoreRecord>,
  linked: ReadonlyMap<string, string>,
): Effect.fn.Return<Map<string, KnownMemory>, StoreError> {
  const scopes = new Map(records.map(({ key }) => [key, new Map<string, string>()]))
  const concerning = records.filter((record) => texts(record.attributes.concerns).length > 0)
  if (concerning.length > 0) {
    for (const { ends, attributes } of yield* allLinked(view, "concerning", "memory", concerning)) {
      const subject = ends.subject?.key
      if (subject !== undefined) {
        scopes.get(ends.memory?.key ?? "")?.set(subject, String(attributes.consentScope))
      }
    }
  }
  return new Map(
    records.map((record) => [
      record.key,
      { record, scopes: scopes.get(record.key) ?? new Map(), linked: linked.get(record.key) },
    ]),
  )
})

/** Keys by reference, of sources or of subjects. */
const readKeys = Effect.fnUntraced(function* (
  view: View,
  index: "sourceByReference" | "subjectByReference",
  references: ReadonlyArray<string>,
): Effect.fn.Return<Map<string, string>, StoreError> {
  const keys = new Map<string, string>()
  for (const reference of references) {
    for (const { key } of yield* view.range(index, { prefix: [reference], limit: 1 })) {
      keys.set(reference, key)
    }
  }
  return keys
})

/** References of all subjects in play, by key: those named, and those the known memories concern. */
const readReferences = Effect.fnUntraced(function* (
  view: View,
  records: ReadonlyArray<StoreRecord>,
  subjects: ReadonlyMap<string, string>,
): Effect.fn.Return<Map<string, string>, StoreError> {
  const references = new Map([...subjects].map(([reference, key]) => [key, reference]))
  const inherited = new Set(records.flatMap((record) => texts(record.attributes.concerns)))
  const unknown = [...inherited].filter((key) => !references.has(key))
  if (unknown.length > 0) {
    for (const subject of yield* view.get("subject", unknown)) {
      if (subject !== undefined) references.set(subject.key, String(subject.attributes.reference))
    }
  }
  return references
})
