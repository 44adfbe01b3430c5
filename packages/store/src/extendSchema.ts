/**
 * A host's own types, attributes and indexes beside those of the library.
 *
 * @module
 */
import {
  type AttributeType,
  type LinkType,
  type RecordType,
  type StoreSchema,
  schemaFault,
  typeNamed,
} from "./StoreSchema.ts"

/** Types given again may add attributes, optional or many; all else about them stays as it is. */
export type SchemaExtension = Partial<Omit<StoreSchema, "version">>

/**
 * The schema with the extension in it. An extension that redefines what the schema has, or makes it
 * unsound, is the host's mistake and thrown as such; `extensionFault` says so beforehand.
 */
export const extendSchema = (base: StoreSchema, extension: SchemaExtension): StoreSchema => {
  const fault = extensionFault(base, extension)
  if (fault !== undefined) throw new Error(`the schema cannot be extended so: ${fault}`)
  return merge(base, extension)
}

/** The first rule the extension breaks, as `rule: name`, or undefined when it is sound. */
export const extensionFault = (
  base: StoreSchema,
  extension: SchemaExtension,
): string | undefined => {
  for (const [name, added] of Object.entries(extension.records ?? {})) {
    const known = typeNamed(base.records, name)
    if (known === undefined) continue
    if (!isSameRecord(known, added)) return `redefined: ${name}`
    const fault = addedFault(known.attributes, added.attributes)
    if (fault !== undefined) return `${fault.rule}: ${name}.${fault.attribute}`
  }
  for (const [name, added] of Object.entries(extension.links ?? {})) {
    const known = typeNamed(base.links, name)
    if (known === undefined) continue
    if (!isSameLink(known, added)) return `redefined: ${name}`
    const fault = addedFault(known.attributes, added.attributes)
    if (fault !== undefined) return `${fault.rule}: ${name}.${fault.attribute}`
  }
  for (const [name, { type, attributes }] of Object.entries(extension.indexes ?? {})) {
    const known = typeNamed(base.indexes, name)
    if (known === undefined) continue
    if (known.type !== type || known.attributes.join() !== attributes.join())
      return `redefined: ${name}`
  }
  for (const [name, { tracked }] of Object.entries(extension.spaces ?? {})) {
    const known = typeNamed(base.spaces, name)
    if (known !== undefined && known.tracked !== tracked) return `redefined: ${name}`
  }
  return schemaFault(merge(base, extension))
}

const isSameRecord = (known: RecordType, added: RecordType): boolean =>
  (added.slotted ?? known.slotted ?? false) === (known.slotted ?? false) &&
  (added.droppable ?? known.droppable ?? false) === (known.droppable ?? false)

const isSameLink = (known: LinkType, added: LinkType): boolean =>
  (added.symmetric ?? known.symmetric ?? false) === (known.symmetric ?? false) &&
  added.roles.length === known.roles.length &&
  added.roles.every(
    ({ name, players }, i) =>
      known.roles[i]?.name === name && known.roles[i].players.join() === players.join(),
  )

/** Records that are there already lack a new attribute, so that it cannot be required. */
const addedFault = (
  known: { readonly [name: string]: AttributeType },
  added: { readonly [name: string]: AttributeType },
): { readonly rule: string; readonly attribute: string } | undefined => {
  for (const [attribute, { kind, cardinality }] of Object.entries(added)) {
    const before = typeNamed(known, attribute)
    if (before === undefined) {
      if (cardinality === "one") return { rule: "required", attribute }
    } else if (before.kind !== kind || before.cardinality !== cardinality) {
      return { rule: "redefined", attribute }
    }
  }
  return undefined
}

const merge = (base: StoreSchema, extension: SchemaExtension): StoreSchema => ({
  version: base.version,
  records: mergeTypes(base.records, extension.records),
  links: mergeTypes(base.links, extension.links),
  indexes: { ...base.indexes, ...extension.indexes },
  spaces: { ...base.spaces, ...extension.spaces },
})

const mergeTypes = <T extends { readonly attributes: RecordType["attributes"] }>(
  base: { readonly [type: string]: T },
  added: { readonly [type: string]: T } = {},
): { readonly [type: string]: T } => {
  const merged: { [type: string]: T } = { ...base }
  for (const [name, type] of Object.entries(added)) {
    const known = typeNamed(base, name)
    merged[name] =
      known === undefined
        ? type
        : { ...known, attributes: { ...known.attributes, ...type.attributes } }
  }
  return merged
}
