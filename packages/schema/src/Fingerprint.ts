/**
 * The fingerprint of a memory, by which a repeated write is found: a digest of what its record says, and
 * a short one of what its links say. The first follows from the record alone, so that whoever has the
 * record can compute it again. It is stored beside the words and erased with them.
 *
 * @module
 */
import { hash } from "node:crypto"
import { type Attributes, typeNamed } from "@reminisce/store"

/** Raise it when the encoding changes: fingerprints of different encodings never match. */
const ENCODING = 2

/** Characters of base64url: 156 bits of SHA-256 for the record, 36 for the links. */
const RECORD_LENGTH = 26
const LINKS_LENGTH = 6

/** What a writer says of a memory itself. None of it changes until the words are erased. */
const SAID = [
  "content",
  "aspects",
  "basis",
  "confidence",
  "salience",
  "facets",
  "validFrom",
  "validTo",
  "occurredAt",
  "dueAt",
  "cues",
  "trail",
  "ordinal",
  "reviewedBy",
] as const

/**
 * What a record says, as text: equal exactly when all of it is. An absent attribute and an empty set are
 * the same; sets are expected in their order, as records have them.
 */
export const saidText = (attributes: Attributes): string =>
  JSON.stringify([
    ENCODING,
    ...SAID.map((name) => {
      const value = typeNamed(attributes, name) ?? null
      return Array.isArray(value) && value.length === 0 ? null : value
    }),
  ])

const digest = (text: string, length: number): string =>
  hash("sha256", text, "base64url").slice(0, length)

/**
 * 32 characters of base64url. `links`: whom the memory concerns and what it rests on, as text. It may
 * agree where links differ: a memory found by its fingerprint is to be compared.
 */
export const fingerprintOf = (attributes: Attributes, links: string): string =>
  digest(saidText(attributes), RECORD_LENGTH) + digest(links, LINKS_LENGTH)

/**
 * The fingerprint that goes with a record which claims to have `fingerprint`. Of that it takes only the
 * part that tells of the links, which is too short to be a credential; undefined if that cannot be one.
 */
export const renewFingerprint = (
  attributes: Attributes,
  fingerprint: string,
): string | undefined => {
  const links = fingerprint.slice(-LINKS_LENGTH)
  return /^[\w-]{6}$/.test(links) ? digest(saidText(attributes), RECORD_LENGTH) + links : undefined
}
