/**
 * Plans one new memory: a replay of what is there, or the record with its sources, subjects, grounds
 * and the links to them. Reads nothing: all it needs is in `Known`, which it adds to.
 *
 * @module
 */
import {
  Exists,
  type Memory,
  type NewMemory,
  NotFound,
  type Refused,
  recordToMemory,
  saidText,
  type TooLarge,
} from "@reminisce/schema"
import {
  type Attributes,
  canonicalSet,
  compareText,
  type Draft,
  type EpochMillis,
  Identifiers,
  type LinkWrite,
  type RecordWrite,
  type StoreError,
} from "@reminisce/store"
import * as Effect from "effect/Effect"
import { type Candidate, type Known, type KnownMemory, memoryRef } from "./Known.ts"
import { linkedText } from "./linkedText.ts"
import { planReferences } from "./planReferences.ts"
import { planSubjects, type SubjectLink } from "./planSubjects.ts"
import { refuseReserved } from "./reservedAspects.ts"
import { firstChange, isCurrent } from "./StatusMove.ts"
import { saidAttributes } from "./saidAttributes.ts"
import { sealMemory } from "./sealMemory.ts"

/** `draft` is empty for a replay. */
export interface PlannedMemory {
  readonly memory: Memory
  readonly draft: Draft
}

export type PlanRefusal = Exists | NotFound | Refused | TooLarge

/** `replaces`: the memory this one supersedes, whose subjects it takes over. */
export const planMemory = Effect.fnUntraced(function* (
  known: Known,
  candidate: Candidate,
  at: EpochMillis,
  replaces?: KnownMemory,
): Effect.fn.Return<PlannedMemory, PlanRefusal | StoreError> {
  const { memory } = candidate
  const same = findSame(known, candidate, replaces)
  if (same !== undefined) {
    return { memory: recordToMemory(same.record, known.references), draft: {} }
  }
  if (memory.key !== undefined && known.memories.has(memory.key)) {
    return yield* new Exists({ key: memory.key })
  }
  const grounds = yield* knownGrounds(known, memory)
  const subjects = yield* planSubjects(known, memory, replaces, grounds)
  const sources = yield* planReferences("source", "s_", known.sources, memory.sources)
  const identifiers = yield* Identifiers
  const key = memory.key ?? (yield* identifiers.key("m_"))
  const ref = memoryRef(key)
  const record: RecordWrite = {
    ...ref,
    attributes: attributesOf(candidate, {
      at,
      concerns: subjects.links.map(({ subject }) => subject),
      outside: isOutside(memory, grounds, replaces),
    }),
  }
  const stored = yield* sealMemory(known, record, subjects.links)
  const links: ReadonlyArray<LinkWrite> = [
    ...grounds.map((ground) => ({
      type: "derivation",
      ends: { conclusion: ref, ground: memoryRef(ground.record.key) },
      attributes: { recordedAt: at },
    })),
    ...sources.keys.map((source, ordinal) => ({
      type: "citation",
      ends: { citing: ref, cited: { type: "source", key: source } },
      attributes: { ordinal },
    })),
    ...subjects.links.map(({ subject, consentScope, inherited }) => ({
      type: "concerning",
      ends: { memory: ref, subject: { type: "subject", key: subject } },
      attributes: { consentScope, inherited },
    })),
  ]
  const change = candidate.status === "held" ? [firstChange(key, "held", at)] : []
  const { sealed } = stored.attributes
  const kept = sealed === undefined ? record : withAttributes(record, { sealed })
  addTo(known, candidate, kept, subjects.links)
  return {
    memory: recordToMemory(record, known.references),
    draft: { create: [...subjects.create, ...sources.create, stored, ...change], link: links },
  }
})

/**
 * The memory this write repeats. With a key: the one that has it, if it was written with the same
 * attributes. Without: of the active ones written with the same attributes, or, if this one would be
 * held, the held ones too, the one with the least key. A replacement must besides be current, and already concern everyone the replaced one concerns.
 */
const findSame = (
  known: Known,
  candidate: Candidate,
  replaces: KnownMemory | undefined,
): KnownMemory | undefined => {
  const { memory, fingerprint, status } = candidate
  const keys = memory.key === undefined ? (known.alike.get(fingerprint) ?? []) : [memory.key]
  return keys
    .flatMap((key) => known.memories.get(key) ?? [])
    .find(
      (found) =>
        isRepeatedBy(found, candidate) &&
        (memory.key !== undefined ||
          status === "held" ||
          found.record.attributes.status !== "held") &&
        (replaces === undefined || canReplace(found, replaces)),
    )
}

/**
 * Whether the write says what the memory was written with. The fingerprint only finds it: a store that
 * was tampered with must not answer one write with another memory.
 */
export const isRepeatedBy = (
  { record, linked }: KnownMemory,
  { memory, fingerprint }: Candidate,
): boolean =>
  record.attributes.fingerprint === fingerprint &&
  saidText(record.attributes) === saidText(saidAttributes(memory)) &&
  linked === linkedText(memory)

const canReplace = (found: KnownMemory, replaced: KnownMemory): boolean =>
  found.record.key !== replaced.record.key &&
  isCurrent(found.record) &&
  (found.record.attributes.outside === true || replaced.record.attributes.outside !== true) &&
  [...replaced.scopes.keys()].every((subject) => found.scopes.has(subject))

const knownGrounds = Effect.fnUntraced(function* (
  known: Known,
  memory: NewMemory,
): Effect.fn.Return<ReadonlyArray<KnownMemory>, NotFound | Refused> {
  const cued = memory.cues.flatMap((cue) => ("memory" in cue ? [cue.memory] : []))
  if ([...memory.derivedFrom, ...cued].some((key) => !known.memories.has(key))) {
    return yield* new NotFound()
  }
  const grounds = memory.derivedFrom.flatMap((key) => known.memories.get(key) ?? [])
  yield* refuseReserved(grounds.map(({ record }) => record))
  return grounds
})

/** Outside text: an observation or a cited source, here or anywhere beneath. */
const isOutside = (
  memory: NewMemory,
  grounds: ReadonlyArray<KnownMemory>,
  replaces: KnownMemory | undefined,
): boolean =>
  memory.basis === "observed" ||
  memory.sources.length > 0 ||
  [...grounds, ...(replaces === undefined ? [] : [replaces])].some(
    ({ record }) => record.attributes.outside === true,
  )

const attributesOf = (
  { memory, fingerprint, status }: Candidate,
  computed: {
    readonly at: EpochMillis
    readonly concerns: ReadonlyArray<string>
    readonly outside: boolean
  },
): Attributes => ({
  ...saidAttributes(memory),
  status,
  recordedAt: computed.at,
  concerns: canonicalSet(computed.concerns),
  recallCount: 0,
  outside: computed.outside,
  fingerprint,
})

const withAttributes = (record: RecordWrite, more: Attributes): RecordWrite => ({
  ...record,
  attributes: { ...record.attributes, ...more },
})

/** Lets later items of the same decision find this one. */
const addTo = (
  known: Known,
  { memory, fingerprint }: Candidate,
  record: RecordWrite,
  links: ReadonlyArray<SubjectLink>,
): void => {
  known.memories.set(record.key, {
    record,
    scopes: new Map(links.map(({ subject, consentScope }) => [subject, consentScope])),
    linked: linkedText(memory),
  })
  const alike = [...(known.alike.get(fingerprint) ?? []), record.key]
  known.alike.set(fingerprint, alike.sort(compareText))
}
