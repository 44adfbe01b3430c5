/**
 * What the guard gets to see of a row: every text that somebody may have chosen.
 *
 * @module
 */
import type { GuardField } from "@reminisce/guard"
import {
  ASPECTS,
  BASES,
  memorySchema,
  RESERVED_ASPECTS,
  SEALED,
  SEALED_TEXT,
  STATUSES,
} from "@reminisce/schema"
import { type Owner, type Ref, type StoreSchema, typeNamed } from "@reminisce/store"
import type { Row } from "./rowText.ts"

/** Words from closed lists, which `hasClosedWords` holds to them. */
const CLOSED: { readonly [type: string]: ReadonlyArray<string> } = {
  memory: ["basis", "status"],
  statusChange: ["status"],
}

/** Keys the library makes by chance; with other letters before it, such a text can be a vendor's key. */
const MADE_BY_CHANCE = /^[ampsw]_[0-9a-f]{32}(#\d+)?$/

/** Never looked at, as restore takes nothing of it: see `computedAnew`. */
const REPLACED = "memory.fingerprint"

/** Text the library computes, or knows. It looks like a key now and then, and is looked at where it is any other. */
const COMPUTED: { readonly [field: string]: RegExp } = {
  "memory.aspects": new RegExp(`^(?:${[...ASPECTS, ...RESERVED_ASPECTS].join("|")})$`),
  "memory.concerns": MADE_BY_CHANCE,
  "statusChange.memory": MADE_BY_CHANCE,
  [`memory.${SEALED}`]: SEALED_TEXT,
  [`statusChange.${SEALED}`]: SEALED_TEXT,
}

interface TextAttribute {
  readonly name: string
  /** What it looks like as the library computes it, if it does. */
  readonly computed: RegExp | undefined
}

type KeyedRow = Extract<Row, { readonly _tag: "record" | "link" }>

/** The fields in the order of the attributes' names, the key first. */
export const makeRowFields = (schema: StoreSchema) => {
  const textsByType = new Map<string, ReadonlyArray<TextAttribute>>()
  const textsOf = (type: string): ReadonlyArray<TextAttribute> => {
    const known = textsByType.get(type)
    if (known !== undefined) return known
    const attributes = (typeNamed(schema.records, type) ?? typeNamed(schema.links, type))
      ?.attributes
    const closed = CLOSED[type] ?? []
    const texts = Object.entries(attributes ?? {})
      .filter(
        ([name, { kind }]) =>
          kind === "text" && !closed.includes(name) && `${type}.${name}` !== REPLACED,
      )
      .map(([name]) => ({ name, computed: COMPUTED[`${type}.${name}`] }))
    textsByType.set(type, texts)
    return texts
  }
  return (row: KeyedRow): ReadonlyArray<GuardField> => {
    const fields: Array<GuardField> = []
    // A link's key is made of keys that were looked at.
    if (row._tag === "record" && !MADE_BY_CHANCE.test(row.key))
      fields.push({ field: "key", text: row.key })
    for (const { name, computed } of textsOf(row.type)) {
      const value = row.attributes[name]
      const add = (field: string, text: string): void => {
        if (computed?.test(text) !== true) fields.push({ field, text })
      }
      if (typeof value === "string") add(name, value)
      else if (Array.isArray(value)) {
        for (const [i, text] of value.entries()) add(`${name}[${i}]`, text)
      }
    }
    return fields
  }
}

export const ownerFields = (name: string, owner: Owner): ReadonlyArray<GuardField> => [
  { field: "owner", text: name },
  { field: "owner.name", text: owner.name },
]

/** Whether what the guard does not look at is a word of its list. */
export const hasClosedWords = ({
  type,
  attributes,
}: Ref & Pick<KeyedRow, "attributes">): boolean => {
  if (type !== "memory" && type !== "statusChange") return true
  const isIn = (words: ReadonlyArray<string>, word: unknown): boolean =>
    word === undefined || words.includes(String(word))
  return isIn(STATUSES, attributes.status) && isIn(BASES, attributes.basis)
}

/** Whether rows of the type can be restored held: memories as this library has them. */
export const canBeHeld = (schema: StoreSchema, type: string): boolean =>
  type === "memory" &&
  typeNamed(memorySchema.records, "statusChange") !== undefined &&
  typeNamed(schema.indexes, "statusChangeByMemory") !== undefined
