/**
 * A record or link as its one line of text, and back: fields in a fixed order, attributes by name,
 * nothing of where or when the store keeps it.
 *
 * @module
 */
import {
  type Attributes,
  type AttributeType,
  type AttributeValue,
  canonicalEnds,
  compareText,
  compareValues,
  KEY_CAP_BYTES,
  keyOfEnds,
  type LinkEnds,
  type Ref,
  type StoreLink,
  type StoreRecord,
  type StoreSchema,
  typeNamed,
  type Value,
  type ValueKind,
  valueFault,
} from "@reminisce/store"

interface RecordRow extends Ref {
  readonly _tag: "record"
  readonly attributes: Attributes
}

interface LinkRow extends Ref {
  readonly _tag: "link"
  readonly ends: LinkEnds
  readonly attributes: Attributes
}

interface OwnerRow {
  readonly _tag: "owner"
  /** As `formatOwner` has it. */
  readonly owner: string
}

/** Of an increment alone: a record or a link that its base may have, and the store has no more. */
interface GoneRow extends Ref {
  readonly _tag: "gone"
}

export type Row = RecordRow | LinkRow | OwnerRow | GoneRow

export interface RowText {
  readonly ofOwner: (name: string) => string
  readonly ofRecord: (record: StoreRecord) => string
  readonly ofLink: (link: StoreLink) => string
  readonly ofGone: (gone: Ref) => string
  /** Undefined unless the line is exactly what one of these would write. */
  readonly toRow: (line: string) => Row | undefined
  /** Of a line that `toRow` has accepted before. */
  readonly toRowAgain: (line: string) => Row | undefined
}

type Declared = { readonly [name: string]: AttributeType }

export const makeRowText = (schema: StoreSchema): RowText => {
  const names = new Map<string, ReadonlyArray<string>>()
  /** Attributes in their order; an empty set is as if it were absent. */
  const ordered = (type: string, declared: Declared, given: Attributes): Attributes => {
    let inOrder = names.get(type)
    if (inOrder === undefined) {
      inOrder = Object.keys(declared).sort(compareText)
      names.set(type, inOrder)
    }
    const attributes: { [name: string]: AttributeValue } = {}
    for (const name of inOrder) {
      const value = typeNamed(given, name)
      if (value !== undefined && !(Array.isArray(value) && value.length === 0)) {
        attributes[name] = value
      }
    }
    return attributes
  }
  const ofOwner = (owner: string): string => JSON.stringify({ owner })
  const ofRecord = ({ type, key, attributes }: StoreRecord): string =>
    JSON.stringify({
      record: type,
      key,
      attributes: ordered(type, schema.records[type]?.attributes ?? {}, attributes),
    })
  const ofLink = ({ type, ends, attributes }: Omit<StoreLink, "key">): string => {
    const link = schema.links[type]
    const places = link?.roles.map(({ name }) => [name, [ends[name]?.type, ends[name]?.key]]) ?? []
    return JSON.stringify({
      link: type,
      ends: Object.fromEntries(places),
      attributes: ordered(type, link?.attributes ?? {}, attributes),
    })
  }

  const ofGone = ({ type, key }: Ref): string => JSON.stringify({ gone: [type, key] })

  /** Of a row whose attributes are as they are written. */
  const textOf = (row: Row): string => {
    switch (row._tag) {
      case "owner":
        return ofOwner(row.owner)
      case "record":
        return JSON.stringify({ record: row.type, key: row.key, attributes: row.attributes })
      case "link":
        return ofLink(row)
      case "gone":
        return ofGone(row)
    }
  }
  const places = new Map<Declared, ReadonlyMap<string, number>>()
  const placesOf = (declared: Declared): ReadonlyMap<string, number> => {
    const known = places.get(declared)
    if (known !== undefined) return known
    const made = new Map(
      Object.keys(declared)
        .sort(compareText)
        .map((name, place) => [name, place]),
    )
    places.set(declared, made)
    return made
  }
  const toRow = (line: string): Row | undefined => {
    const row = parse(schema, line, (declared, given) =>
      areCanonical(declared, placesOf(declared), given),
    )
    return row !== undefined && textOf(row) === line ? row : undefined
  }
  const toRowAgain = (line: string): Row | undefined => parse(schema, line, isTrusted)
  return { ofOwner, ofRecord, ofLink, ofGone, toRow, toRowAgain }
}

/** Of attributes that were looked at before, and that the store looks at once more. */
const isTrusted = (): boolean => true

const parse = (schema: StoreSchema, line: string, isSound: typeof areSound): Row | undefined => {
  let given: unknown
  try {
    given = JSON.parse(line)
  } catch {
    return undefined
  }
  if (!isObject(given)) return undefined
  const { owner, record, link, gone, key, ends, attributes } = given
  if (typeof owner === "string") return { _tag: "owner", owner }
  if (Array.isArray(gone)) return parseGone(schema, gone)
  if (!isObject(attributes)) return undefined
  if (typeof record === "string" && typeof key === "string") {
    const type = typeNamed(schema.records, record)
    return type !== undefined && isKey(key) && isSound(type.attributes, attributes)
      ? { _tag: "record", type: record, key, attributes }
      : undefined
  }
  if (typeof link !== "string" || !isObject(ends)) return undefined
  const type = typeNamed(schema.links, link)
  if (type === undefined || !isSound(type.attributes, attributes)) return undefined
  const places: { [role: string]: Ref } = {}
  for (const { name, players } of type.roles) {
    const end = ends[name]
    if (!Array.isArray(end)) return undefined
    const [player, played] = end
    if (typeof player !== "string" || typeof played !== "string") return undefined
    if (!players.includes(player)) return undefined
    places[name] = { type: player, key: played }
  }
  const row = { type: link, key: keyOfEnds(schema, link, places), attributes }
  return { _tag: "link", ...row, ends: canonicalEnds(type, places) }
}

const parseGone = (schema: StoreSchema, [type, key]: ReadonlyArray<unknown>): Row | undefined =>
  typeof type === "string" &&
  typeof key === "string" &&
  (typeNamed(schema.records, type) ?? typeNamed(schema.links, type)) !== undefined &&
  key.isWellFormed()
    ? { _tag: "gone", type, key }
    : undefined

/** Of parsed text, whose values are what they turn out to be. */
const isObject = (value: unknown): value is { readonly [name: string]: AttributeValue } =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const isKey = (key: string): boolean => {
  if (key.length === 0 || Buffer.byteLength(key) > KEY_CAP_BYTES) return false
  for (let i = 0; i < key.length; i++) {
    const unit = key.charCodeAt(i)
    if (unit < 0x20 || unit === 0x7f) return false
  }
  return key.isWellFormed()
}

/** Whether attributes are sound, and stand as they are written: in their order, no empty set among them. */
const areCanonical = (
  declared: Declared,
  places: ReadonlyMap<string, number>,
  given: { readonly [name: string]: unknown },
): boolean => {
  let last = -1
  let required = 0
  for (const name of Object.keys(given)) {
    const place = places.get(name)
    const type = declared[name]
    if (place === undefined || type === undefined || place <= last) return false
    last = place
    const value = given[name]
    if (type.cardinality === "many") {
      if (!Array.isArray(value) || value.length === 0) return false
      if (!isCanonical(type.kind, value)) return false
    } else if (valueFault(type.kind, value) !== undefined) return false
    if (type.cardinality === "one") required++
  }
  return required === requiredOf(declared)
}

const requiredCounts = new WeakMap<Declared, number>()

const requiredOf = (declared: Declared): number => {
  const known = requiredCounts.get(declared)
  if (known !== undefined) return known
  const count = Object.values(declared).filter(({ cardinality }) => cardinality === "one").length
  requiredCounts.set(declared, count)
  return count
}

/** Whether a plan would take the attributes, and give them back the same. */
export const areSound = (
  declared: Declared,
  given: { readonly [name: string]: unknown },
): boolean => {
  for (const name in declared) {
    const type = declared[name]
    if (type === undefined) continue
    const { kind, cardinality } = type
    const value = typeNamed(given, name)
    if (value === undefined) {
      if (cardinality === "one") return false
    } else if (cardinality === "many") {
      if (!Array.isArray(value)) return false
      if (!isCanonical(kind, value)) return false
    } else if (valueFault(kind, value) !== undefined) return false
  }
  return true
}

/** Whether the values ascend, each once. */
const isCanonical = (kind: ValueKind, values: ReadonlyArray<Value>): boolean =>
  values.every((value, i) => {
    const before = values[i - 1]
    return (
      valueFault(kind, value) === undefined &&
      (before === undefined || compareValues(before, value) < 0)
    )
  })
