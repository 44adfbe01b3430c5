/**
 * The fingerprint of a new memory: equal exactly when everything the caller said, defaults filled in
 * and the key aside, is equal. It tells a repeated write from another one. It is stored beside the
 * words it is computed from and erased with them.
 *
 * @module
 */
import { hash } from "node:crypto"
import { encodeCue, encodeFacet, type NewMemory } from "@reminisce/schema"
import { canonicalSet } from "@reminisce/store"

/** Raise it when the encoding changes: fingerprints of different encodings never match. */
const ENCODING = 1

/** 192 bits of SHA-256, as 32 characters of base64url. */
const LENGTH = 32

/**
 * SHA-256 over a JSON array of all fields in a fixed place: sets sorted and without duplicates,
 * sources in their order, absent fields null. The text is well-formed, so equal bytes mean equal fields.
 */
export const fingerprintOf = (memory: NewMemory): string =>
  hash("sha256", encode(memory), "base64url").slice(0, LENGTH)

const encode = (memory: NewMemory): string =>
  JSON.stringify([
    ENCODING,
    memory.content,
    canonicalSet(memory.aspects),
    memory.basis,
    memory.confidence,
    memory.salience,
    memory.sources,
    canonicalSet(memory.derivedFrom),
    canonicalSet(memory.facets.map(encodeFacet)),
    canonicalSet(
      memory.subjects.map(({ ref, consentScope }) => JSON.stringify([ref, consentScope])),
    ),
    memory.validFrom ?? null,
    memory.validTo ?? null,
    memory.occurredAt ?? null,
    memory.dueAt ?? null,
    canonicalSet(memory.cues.map(encodeCue)),
    memory.trail ?? null,
    memory.ordinal ?? null,
    memory.reviewedBy ?? null,
  ])
