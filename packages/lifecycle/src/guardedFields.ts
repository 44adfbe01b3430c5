/**
 * What the secret guard gets to see of a write: every text in the form in which it will be stored,
 * under the name of its field.
 *
 * @module
 */

import type { GuardField } from "@reminisce/guard"
import { encodeCue, encodeFacet, type NewMemory } from "@reminisce/schema"
import { formatOwner, type Owner } from "@reminisce/store"
import type { NewRelation } from "./Relation.ts"

const field = (name: string, text: string | undefined): ReadonlyArray<GuardField> =>
  text === undefined ? [] : [{ field: name, text }]

const list = (name: string, texts: ReadonlyArray<string>): ReadonlyArray<GuardField> =>
  texts.map((text, i) => ({ field: `${name}[${i}]`, text }))

export const ownerFields = (owner: Owner): ReadonlyArray<GuardField> => [
  ...field("owner", formatOwner(owner)),
  ...field("owner.name", owner.name),
]

export const memoryFields = (memory: NewMemory): ReadonlyArray<GuardField> => [
  ...field("content", memory.content),
  ...field("key", memory.key),
  ...list("facets", memory.facets.map(encodeFacet)),
  ...list("sources", memory.sources),
  ...list("derivedFrom", memory.derivedFrom),
  ...memory.subjects.flatMap(({ ref, consentScope }, i) => [
    ...field(`subjects[${i}].ref`, ref),
    ...field(`subjects[${i}].consentScope`, consentScope),
  ]),
  ...list("cues", memory.cues.map(encodeCue)),
  ...field("trail", memory.trail),
  ...field("reviewedBy", memory.reviewedBy),
]

/** Keys of members are not asked about: only those of memories that exist get any further. */
export const relationFields = (relation: NewRelation): ReadonlyArray<GuardField> => [
  ...list("facets", relation.facets.map(encodeFacet)),
  ...actFields(relation),
]

export const actFields = (act: {
  readonly reason?: string | undefined
  readonly reviewedBy?: string | undefined
}): ReadonlyArray<GuardField> => [
  ...field("reason", act.reason),
  ...field("reviewedBy", act.reviewedBy),
]
