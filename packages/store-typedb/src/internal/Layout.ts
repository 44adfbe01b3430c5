/**
 * A schema compiled to TypeDB's types: an entity type for each record type, a relation type for each
 * link type. Declared indexes need nothing: TypeDB keeps every attribute by value.
 *
 * @module
 */
import type { StoreSchema, ValueKind } from "@reminisce/store"
import { attributeName, type Labels, roleLabel } from "./Labels.ts"

export interface AttributeLabel {
  readonly attribute: string
  readonly label: string
  readonly kind: ValueKind
  readonly many: boolean
  readonly required: boolean
}

export interface RecordEntity {
  readonly type: string
  readonly label: string
  readonly slotted: boolean
  readonly attributes: ReadonlyArray<AttributeLabel>
}

export interface LinkRelation {
  readonly type: string
  readonly label: string
  readonly roles: ReadonlyArray<{
    readonly role: string
    readonly label: string
    /** Labels of what may play it, by their types. */
    readonly players: ReadonlyMap<string, string>
  }>
  readonly attributes: ReadonlyArray<AttributeLabel>
}

export interface IndexPath {
  readonly entity: RecordEntity
  readonly attributes: ReadonlyArray<AttributeLabel>
}

export interface Layout {
  readonly schema: StoreSchema
  readonly records: ReadonlyMap<string, RecordEntity>
  readonly links: ReadonlyMap<string, LinkRelation>
  readonly indexes: ReadonlyMap<string, IndexPath>
}

/** Labels of the library's own, beside those of the schema. */
export const OWN = {
  /** Abstract; what all record types have in common. */
  record: "stored-record",
  thingKey: "thing-key",
  ownerKey: "owner-key",
  recordKey: "record-key",
  linkKey: "link-key",
  slot: "record-slot",
  owner: "owner-head",
  /** The owner's key again, but of the head alone, so that it is found past all that the owner has. */
  headKey: "head-key",
  ownerName: "owner-name",
  sequence: "head-sequence",
  lastAt: "head-at",
  floor: "head-floor",
  change: "change-record",
  changeKey: "change-key",
  changeSequence: "change-sequence",
  changePlan: "change-plan",
  changeAt: "change-at",
  changeTouched: "change-touched",
  store: "store-head",
  storeName: "store-name",
  storeLayout: "store-layout",
  storeVersion: "store-version",
  storeRevision: "store-revision",
  storeDefinition: "store-definition",
} as const

/** How many slots of a record type were given, an attribute of the owner's head. */
export const slotsLabel = (entity: RecordEntity): string => `${entity.label}-slots`

export const compileLayout = (schema: StoreSchema, labels: Labels): Layout => {
  const typeLabel = (type: string): string => labels.types[type] ?? type
  const attributesOf = (
    declared: StoreSchema["records"][string]["attributes"],
  ): ReadonlyArray<AttributeLabel> =>
    Object.entries(declared).map(([attribute, { kind, cardinality }]) => ({
      attribute,
      label: labels.attributes[attributeName(attribute, kind)] ?? attribute,
      kind,
      many: cardinality === "many",
      required: cardinality === "one",
    }))
  const records = new Map<string, RecordEntity>()
  for (const [type, { slotted, attributes }] of Object.entries(schema.records)) {
    records.set(type, {
      type,
      label: typeLabel(type),
      slotted: slotted === true,
      attributes: attributesOf(attributes),
    })
  }
  const links = new Map<string, LinkRelation>()
  for (const [type, { roles, attributes }] of Object.entries(schema.links)) {
    links.set(type, {
      type,
      label: typeLabel(type),
      roles: roles.map(({ name, players }) => ({
        role: name,
        label: roleLabel(name),
        players: new Map(players.map((player) => [player, typeLabel(player)])),
      })),
      attributes: attributesOf(attributes),
    })
  }
  const indexes = new Map<string, IndexPath>()
  for (const [name, index] of Object.entries(schema.indexes)) {
    const entity = records.get(index.type)
    if (entity === undefined) continue
    const attributes = index.attributes.flatMap(
      (attribute) => entity.attributes.find((each) => each.attribute === attribute) ?? [],
    )
    indexes.set(name, { entity, attributes })
  }
  return { schema, records, links, indexes }
}

/** Integers and instants alike: TypeDB's own time type ends before the port's instants do. */
export const valueType = ({
  kind,
}: Pick<AttributeLabel, "kind">): "string" | "integer" | "boolean" =>
  kind === "text" ? "string" : kind === "boolean" ? "boolean" : "integer"
