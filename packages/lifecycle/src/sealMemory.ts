/**
 * Seals what a memory or a move of its status says, where the host wants it sealed.
 *
 * @module
 */
import { SEALED, Sealer } from "@reminisce/schema"
import {
  type Attributes,
  type AttributeValue,
  type Owner,
  type RecordWrite,
  StoreError,
  Unavailable,
} from "@reminisce/store"
import * as Effect from "effect/Effect"
import type { Known } from "./Known.ts"
import type { SubjectLink } from "./planSubjects.ts"

/** What says anything. Cues stay, by which a sealed intention is due, and times, aspects and numbers of use. */
const WORDS = [
  "content",
  "facets",
  "trail",
  "ordinal",
  "fingerprint",
  "valence",
  "arousal",
  "feltBy",
  "strandKind",
  "strandName",
]

/**
 * The record as it is stored. Of a memory that concerns only whom its writer named, a mark takes the
 * place of the fingerprint; of others nothing does, and a repeated write of one is a new memory.
 */
export const sealMemory = Effect.fnUntraced(function* (
  { owner, references }: Known,
  record: RecordWrite,
  links: ReadonlyArray<SubjectLink>,
): Effect.fn.Return<RecordWrite, StoreError> {
  const sealer = yield* Sealer
  if (sealer === undefined || !sealer.seals(links.map(({ consentScope }) => consentScope)))
    return record
  const people = links.map(({ subject }) => references.get(subject) ?? "")
  const { type, key, attributes } = record
  const said = Object.entries(attributes).filter(([name]) => WORDS.includes(name))
  const sealed = yield* sealer.seal({ owner, type, key }, people, Object.fromEntries(said))
  const mark = links.every(({ inherited }) => !inherited)
    ? yield* sealer.markOf(owner, people, String(attributes.fingerprint))
    : undefined
  const rest = Object.entries(attributes).filter(([name]) => !WORDS.includes(name))
  return {
    ...record,
    attributes: {
      ...Object.fromEntries(rest),
      [SEALED]: sealed,
      ...(mark === undefined ? {} : { fingerprint: mark }),
    },
  }
})

const withoutKeys = Effect.fail(
  new StoreError({ operation: "update", reason: new Unavailable({ what: "keys" }) }),
)

/** The reason of a move, sealed as its memory is, or what replaces it. */
export const sealReason = Effect.fnUntraced(function* (
  owner: Owner,
  sealed: AttributeValue | undefined,
  move: string,
  reason: string | undefined,
): Effect.fn.Return<Attributes, StoreError> {
  if (reason === undefined) return {}
  if (typeof sealed !== "string") return { reason }
  const sealer = yield* Sealer
  if (sealer === undefined) return yield* withoutKeys
  const place = { owner, type: "statusChange", key: move }
  return { [SEALED]: yield* sealer.sealLike(place, sealed, { reason }) }
})
