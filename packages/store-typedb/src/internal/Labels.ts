/**
 * What the types of a schema are called in TypeDB, where record types, link types and attributes
 * share one set of names and an attribute has one kind everywhere. Each keeps its plain name unless
 * that is taken; a label once given stays, and is kept with the store.
 *
 * @module
 */
import type { StoreSchema, ValueKind } from "@reminisce/store"

export interface Labels {
  /** By record or link type. */
  readonly types: { readonly [type: string]: string }
  /** By `attribute:kind`. */
  readonly attributes: { readonly [attribute: string]: string }
}

export const NO_LABELS: Labels = { types: {}, attributes: {} }

/** Words of the query language, most of which it refuses as labels. */
const RESERVED: ReadonlySet<string> = new Set(
  `alias as asc attribute boolean card contains count date datetime decimal define delete desc
  distinct doc double duration end entity false fetch first from fun given groupby has iid in insert
  integer is isa key label last let like limit links list match max mean median meta min not of offset
  or owns plays put redefine reduce relates relation require return role select sort std string
  struct sub sum true try undefine unique update value values with`.split(/\s+/),
)

/** Labels of ours have a hyphen, which no name of a schema has, so they are never taken. */
export const isPlain = (name: string): boolean => !RESERVED.has(name)

/** What a role is called; its relation keeps it apart from all else. */
export const roleLabel = (role: string): string => (isPlain(role) ? role : `${role}-role`)

/** The labels known so far and those of what the schema adds. */
export const assignLabels = (known: Labels, schema: StoreSchema): Labels => {
  const types: { [type: string]: string } = { ...known.types }
  const attributes: { [attribute: string]: string } = { ...known.attributes }
  const taken = new Set([...Object.values(types), ...Object.values(attributes)])
  const take = (name: string, suffix: string): string => {
    const label = isPlain(name) && !taken.has(name) ? name : `${name}-${suffix}`
    taken.add(label)
    return label
  }
  const declared = [...Object.entries(schema.records), ...Object.entries(schema.links)]
  for (const [name] of declared) types[name] ??= take(name, "type")
  for (const [, type] of declared) {
    for (const [name, { kind }] of Object.entries(type.attributes)) {
      attributes[attributeName(name, kind)] ??= take(name, kind)
    }
  }
  return { types, attributes }
}

export const attributeName = (name: string, kind: ValueKind): string => `${name}:${kind}`
