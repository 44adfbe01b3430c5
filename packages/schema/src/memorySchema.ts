/**
 * The memory vocabulary in the terms of the store port: what is recorded, how it is linked, and by
 * which ways it is found. Version 1.
 *
 * @module
 */
import type { AttributeType, RecordType, StoreSchema, ValueKind } from "@reminisce/store"

const one = (kind: ValueKind): AttributeType => ({ kind, cardinality: "one" })
const optional = (kind: ValueKind): AttributeType => ({ kind, cardinality: "optional" })
const many = (kind: ValueKind): AttributeType => ({ kind, cardinality: "many" })

/** One thing remembered. Never dropped: erasure takes its words and leaves the record. */
const memory: RecordType = {
  slotted: true,
  attributes: {
    content: optional("text"),
    aspects: many("text"),
    basis: one("text"),
    confidence: one("integer"),
    salience: one("integer"),
    status: one("text"),
    recordedAt: one("instant"),
    validFrom: optional("instant"),
    validTo: optional("instant"),
    occurredAt: optional("instant"),
    dueAt: optional("instant"),
    /** `name=value`. */
    facets: many("text"),
    /** `event:…`, `term:…`, `source:…`, `memory:…`, `audience:…`. */
    cues: many("text"),
    /** Keys of the subjects it concerns, as its `concerning` links say; who may see it. */
    concerns: many("text"),
    trail: optional("text"),
    ordinal: optional("integer"),
    reviewedBy: optional("text"),
    recallCount: one("integer"),
    lastRecalledAt: optional("instant"),
    /** `fulfilled` or `expired`. */
    outcome: optional("text"),
    /** Whether outside text is among what it rests on: an observation, or any source. */
    outside: one("boolean"),
    /** Finds a write that is a replay; erased with the words. */
    fingerprint: optional("text"),
    /** Affects only: -1,000 to 1,000; 0 to 1,000; `owner` or a subject's key. */
    valence: optional("integer"),
    arousal: optional("integer"),
    feltBy: optional("text"),
    /** Persona strands only. */
    strandKind: optional("text"),
    strandName: optional("text"),
  },
}

/** One move of a memory's status after its recording. Key: the memory's key, `#`, and the ordinal. */
const statusChange: RecordType = {
  attributes: {
    memory: one("text"),
    /** 1, 2, … in order. */
    ordinal: one("integer"),
    status: one("text"),
    at: one("instant"),
    reason: optional("text"),
    by: optional("text"),
  },
}

/** What a memory was taken from. One per owner and reference; goes with its last citation when that is erased. */
const source: RecordType = { droppable: true, attributes: { reference: one("text") } }

/** A person, by pseudonym. One per owner and reference; the same reference is the same person in every owner. */
const subject: RecordType = { droppable: true, attributes: { reference: one("text") } }

/** A completed or running withdrawal of a subject's words. */
const withdrawal: RecordType = {
  droppable: true,
  attributes: {
    /** The subject's key. */
    subject: one("text"),
    reason: one("text"),
    by: optional("text"),
    /** `affect`, `persona`, or absent for everything. */
    only: optional("text"),
    startedAt: one("instant"),
    completedAt: optional("instant"),
    redacted: one("integer"),
  },
}

/** Memories that belong together, by `membership` links. */
const association: RecordType = {
  attributes: {
    facets: many("text"),
    reason: optional("text"),
    reviewedBy: optional("text"),
    recordedAt: one("instant"),
  },
}

/** One version of an agent's persona, by `composition` links to its strands. */
const personaVersion: RecordType = {
  attributes: {
    number: one("integer"),
    /** `proposed`, `adopted` or `declined`. */
    status: one("text"),
    reason: optional("text"),
    basis: one("text"),
    setBy: optional("text"),
    proposedBy: optional("text"),
    reviewedBy: optional("text"),
    recordedAt: one("instant"),
    decidedAt: optional("instant"),
    /** The number that was current when a proposal was made. */
    base: optional("integer"),
    /** For the host's audit only; no answer names it. */
    forkedFrom: optional("text"),
  },
}

/** That a statement of the agent's holds to a strand or departs from it. */
const reading: RecordType = {
  attributes: {
    statement: one("text"),
    strand: one("text"),
    stance: one("text"),
    basis: one("text"),
    recordedAt: one("instant"),
  },
}

/** A consolidation that ran: its interval's end, and what it did. */
const pass: RecordType = {
  attributes: {
    intervalEnd: one("instant"),
    recordedAt: one("instant"),
    inactivated: one("integer"),
    expired: one("integer"),
    erased: one("integer"),
  },
}

export const memorySchema: StoreSchema = {
  version: 1,
  records: {
    memory,
    statusChange,
    source,
    subject,
    withdrawal,
    association,
    personaVersion,
    reading,
    pass,
  },
  links: {
    derivation: {
      roles: [
        { name: "conclusion", players: ["memory"] },
        { name: "ground", players: ["memory"] },
      ],
      attributes: { recordedAt: one("instant") },
    },
    supersession: {
      roles: [
        { name: "older", players: ["memory"] },
        { name: "newer", players: ["memory"] },
      ],
      attributes: { recordedAt: one("instant") },
    },
    /** Two claims that cannot both be true; each a memory, or that one memory follows from another. */
    contradiction: {
      symmetric: true,
      roles: [
        { name: "left", players: ["memory", "derivation"] },
        { name: "right", players: ["memory", "derivation"] },
      ],
      attributes: {
        recordedAt: one("instant"),
        reason: optional("text"),
        reviewedBy: optional("text"),
      },
    },
    citation: {
      roles: [
        { name: "citing", players: ["memory"] },
        { name: "cited", players: ["source"] },
      ],
      /** Place among the memory's sources, from 0. */
      attributes: { ordinal: one("integer") },
    },
    concerning: {
      roles: [
        { name: "memory", players: ["memory"] },
        { name: "subject", players: ["subject"] },
      ],
      attributes: {
        consentScope: one("text"),
        affectScope: optional("text"),
        personaScope: optional("text"),
        /** Taken over from what the memory rests on or replaces. */
        inherited: one("boolean"),
      },
    },
    membership: {
      roles: [
        { name: "association", players: ["association"] },
        { name: "member", players: ["memory"] },
      ],
      attributes: {},
    },
    feeling: {
      roles: [
        { name: "affect", players: ["memory"] },
        { name: "object", players: ["memory"] },
      ],
      attributes: { recordedAt: one("instant") },
    },
    fulfilment: {
      roles: [
        { name: "intention", players: ["memory"] },
        { name: "act", players: ["memory"] },
      ],
      attributes: { recordedAt: one("instant") },
    },
    composition: {
      roles: [
        { name: "version", players: ["personaVersion"] },
        { name: "strand", players: ["memory"] },
      ],
      attributes: { ordinal: one("integer") },
    },
  },
  indexes: {
    memoryByRecorded: { type: "memory", attributes: ["recordedAt"] },
    memoryByStatus: { type: "memory", attributes: ["status", "recordedAt"] },
    memoryByTrail: { type: "memory", attributes: ["trail", "ordinal"] },
    memoryByDue: { type: "memory", attributes: ["dueAt"] },
    memoryByCue: { type: "memory", attributes: ["cues"] },
    memoryByFingerprint: { type: "memory", attributes: ["fingerprint"] },
    memoryByConcern: { type: "memory", attributes: ["concerns"] },
    statusChangeByMemory: { type: "statusChange", attributes: ["memory", "ordinal"] },
    sourceByReference: { type: "source", attributes: ["reference"] },
    subjectByReference: { type: "subject", attributes: ["reference"] },
    withdrawalBySubject: { type: "withdrawal", attributes: ["subject", "startedAt"] },
    personaByNumber: { type: "personaVersion", attributes: ["number"] },
    readingByStatement: { type: "reading", attributes: ["statement", "recordedAt"] },
    readingByStrand: { type: "reading", attributes: ["strand", "recordedAt"] },
    passByEnd: { type: "pass", attributes: ["intervalEnd"] },
  },
  spaces: {
    /** The recall engine's: posting blocks by term. */
    postings: { tracked: false },
    /** The recall engine's: status, audience and time of each slot, and the head of the index. */
    columns: { tracked: true },
  },
}
