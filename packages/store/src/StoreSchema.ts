/**
 * The schema as data: which record types, link types, indexes and page spaces a store holds. An
 * adapter compiles it (tables, a TypeQL define); a host may extend it.
 *
 * @module
 */
import type { ValueKind } from "./Value.ts"

/** `one` must be present, `optional` may be absent, `many` is a set that may be empty. */
export type Cardinality = "one" | "optional" | "many"

export interface AttributeType {
  readonly kind: ValueKind
  readonly cardinality: Cardinality
}

export interface RecordType {
  readonly attributes: { readonly [name: string]: AttributeType }
  /** Gives every record a dense number per owner, from 0 in order of creation, never used again. Default false. */
  readonly slotted?: boolean
  /** Whether a plan may drop records of this type. Default false: such a record stays for ever. */
  readonly droppable?: boolean
}

export interface LinkType {
  /** Roles in their fixed order, each with the record or link types that may play it. Two to four. */
  readonly roles: ReadonlyArray<{ readonly name: string; readonly players: ReadonlyArray<string> }>
  /** Ends of a symmetric link have no order: they are sorted by type, then key. Default false. */
  readonly symmetric?: boolean
  readonly attributes: { readonly [name: string]: AttributeType }
}

/**
 * An access path. It holds an entry for each record of `type` that has all `attributes`, ordered by
 * them and then by key. At most one of the attributes is `many`; it gives an entry per value.
 */
export interface IndexType {
  readonly type: string
  readonly attributes: ReadonlyArray<string>
}

/** Where derived pages live. In a `tracked` space the pages written since a sequence can be asked for. */
export interface SpaceType {
  readonly tracked: boolean
}

/** All names match `/^[a-z][A-Za-z0-9]*$/`; record and link types share one set of names. */
export interface StoreSchema {
  readonly version: number
  readonly records: { readonly [type: string]: RecordType }
  readonly links: { readonly [type: string]: LinkType }
  readonly indexes: { readonly [name: string]: IndexType }
  readonly spaces: { readonly [name: string]: SpaceType }
}

/** The type, attribute or index a schema gives a name, and nothing that every object has. */
export const typeNamed = <T>(types: { readonly [name: string]: T }, name: string): T | undefined =>
  Object.hasOwn(types, name) ? types[name] : undefined

const NAME = /^[a-z][A-Za-z0-9]*$/

/** The first rule the schema breaks, as `rule: name`, or undefined when it is sound. */
export const schemaFault = (schema: StoreSchema): string | undefined => {
  if (!Number.isSafeInteger(schema.version) || schema.version < 1) return "version"
  const types = [...Object.entries(schema.records), ...Object.entries(schema.links)]
  const names = types.map(([name]) => name)
  if (new Set(names).size !== names.length) return "type-named-twice"
  const misnamed = [
    ...names,
    ...Object.keys(schema.indexes),
    ...Object.keys(schema.spaces),
    ...types.flatMap(([, type]) => Object.keys(type.attributes)),
    ...Object.values(schema.links).flatMap((link) => link.roles.map((role) => role.name)),
  ].find((name) => !NAME.test(name))
  if (misnamed !== undefined) return `name: ${misnamed}`
  for (const [name, link] of Object.entries(schema.links)) {
    const rule = linkFault(link, names)
    if (rule !== undefined) return `${rule}: ${name}`
  }
  for (const [name, index] of Object.entries(schema.indexes)) {
    if (!isSoundIndex(schema, index)) return `index: ${name}`
  }
  return undefined
}

const linkFault = (link: LinkType, names: ReadonlyArray<string>): string | undefined => {
  const { roles } = link
  if (roles.length < 2 || roles.length > 4) return "roles"
  if (new Set(roles.map((role) => role.name)).size !== roles.length) return "roles"
  if (roles.some(({ players }) => players.length === 0)) return "player"
  if (roles.some(({ players }) => players.some((type) => !names.includes(type)))) return "player"
  // The ends of a symmetric link are dealt to its roles by their order, so any may come to any.
  const kinds = new Set(roles.map(({ players }) => [...players].sort().join(" ")))
  return link.symmetric === true && kinds.size > 1 ? "symmetric" : undefined
}

const isSoundIndex = (schema: StoreSchema, index: IndexType): boolean => {
  const declared = typeNamed(schema.records, index.type)?.attributes ?? {}
  const types = index.attributes.map((attribute) => typeNamed(declared, attribute))
  return (
    types.length > 0 &&
    new Set(index.attributes).size === types.length &&
    types.every((type) => type !== undefined) &&
    types.filter((type) => type?.cardinality === "many").length <= 1
  )
}
