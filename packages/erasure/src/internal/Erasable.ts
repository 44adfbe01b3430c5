/**
 * Which attributes an emptied memory keeps, and what its links keep. Whatever is not named here
 * goes, a host's own attributes too, unless the host names them.
 *
 * @module
 */
import { memorySchema } from "@reminisce/schema"
import type { AttributeType, Ref, StoreSchema } from "@reminisce/store"
import { KeepRequired } from "../ErasureError.ts"

/** Who is concerned stays until a purge, for it says who may see what is left. */
const BOOKKEEPING: ReadonlySet<string> = new Set([
  "aspects",
  "basis",
  "reviewedBy",
  "status",
  "recordedAt",
  "validFrom",
  "validTo",
  "occurredAt",
  "dueAt",
  "lastRecalledAt",
  "confidence",
  "salience",
  "recallCount",
  "outside",
  "concerns",
])

/** Of links: times, places, who looked at it, and on what terms a person is remembered. */
const LINK_BOOKKEEPING: ReadonlySet<string> = new Set([
  "recordedAt",
  "reviewedBy",
  "ordinal",
  "inherited",
  "consentScope",
])

export interface ErasableLink {
  readonly type: string
  /** Roles a memory can play in it. */
  readonly roles: ReadonlyArray<string>
  readonly attributes: ReadonlyArray<string>
}

/** Records that say something about the memories they bring together. */
export interface ErasableGroup {
  readonly link: string
  /** The memory's role in the link, and the group's. */
  readonly role: string
  readonly group: string
  readonly type: string
  readonly attributes: ReadonlyArray<string>
}

/** What a redaction takes, by the schema in force. */
export interface Erasable {
  readonly memory: ReadonlyArray<string>
  /** Links that have anything to erase; a citation goes as a whole. */
  readonly links: ReadonlyArray<ErasableLink>
  readonly groups: ReadonlyArray<ErasableGroup>
}

export const memoryRef = (key: string): Ref => ({ type: "memory", key })

/** Or the required attribute that stands in the way. */
export const erasableOf = (
  schema: StoreSchema,
  withdrawKeep: ReadonlyArray<string>,
): Erasable | KeepRequired => {
  const keep = new Set(withdrawKeep)
  const memory = goingOf("memory", schema.records.memory, BOOKKEEPING, keep)
  if (memory instanceof KeepRequired) return memory
  const links: Array<ErasableLink> = []
  for (const [type, link] of Object.entries(schema.links)) {
    const roles = link.roles
      .filter(({ players }) => players.includes("memory"))
      .map(({ name }) => name)
    if (roles.length === 0 || type === "citation") continue
    const attributes = goingOf(type, link, LINK_BOOKKEEPING, keep)
    if (attributes instanceof KeepRequired) return attributes
    if (attributes.length > 0) links.push({ type, roles, attributes })
  }
  return {
    memory,
    links,
    groups: GROUPS.map((group) => ({
      ...group,
      attributes: groupWords(schema, group.type).filter((name) => !keep.has(name)),
    })),
  }
}

/** Names of what goes. What goes must be able to. */
const goingOf = (
  type: string,
  declared: { readonly attributes: { readonly [name: string]: AttributeType } } | undefined,
  bookkeeping: ReadonlySet<string>,
  keep: ReadonlySet<string>,
): ReadonlyArray<string> | KeepRequired => {
  const going = Object.entries(declared?.attributes ?? {}).filter(
    ([name]) => !bookkeeping.has(name) && !keep.has(name),
  )
  const required = going.find(([, { cardinality }]) => cardinality === "one")
  return required === undefined
    ? going.map(([name]) => name)
    : new KeepRequired({ type, attribute: required[0] })
}

const GROUPS = [
  { link: "membership", role: "member", group: "association", type: "association" },
  { link: "composition", role: "strand", group: "version", type: "personaVersion" },
]

/** Facets, the reason, and whatever a host has added that may be absent. */
const groupWords = (schema: StoreSchema, type: string): ReadonlyArray<string> => {
  const library = memorySchema.records[type]?.attributes ?? {}
  return Object.entries(schema.records[type]?.attributes ?? {})
    .filter(([name, { cardinality }]) =>
      Object.hasOwn(library, name) ? name === "facets" || name === "reason" : cardinality !== "one",
    )
    .map(([name]) => name)
}
