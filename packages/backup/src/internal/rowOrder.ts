/**
 * The order of an owner's rows: records by type and key; then links, those whose ends are links
 * behind the links they hang on.
 *
 * @module
 */
import { compareText, type Ref, type StoreSchema, typeNamed } from "@reminisce/store"
import type { Row } from "./rowText.ts"

/** Between the parts of a link's key. */
const SEPARATOR = "\u001f"

/** 0 for records; 1 for links between records, 2 for links on those, and so on. */
export const depthOf = (schema: StoreSchema, { type, key }: Ref): number =>
  typeNamed(schema.links, type) === undefined
    ? 0
    : depthOfParts(schema, type, key.split(SEPARATOR).values())

/** A link's key is its ends' types and keys in turn; a key that is a link's consists of such parts itself. */
const depthOfParts = (schema: StoreSchema, type: string, parts: Iterator<string>): number => {
  const roles = schema.links[type]?.roles.length
  if (roles === undefined) {
    parts.next()
    return 0
  }
  let deepest = 0
  for (let role = 0; role < roles; role++) {
    const end = parts.next()
    if (end.done === true) break
    deepest = Math.max(deepest, depthOfParts(schema, end.value, parts))
  }
  return deepest + 1
}

/** Where a row stands among those of its owner. */
export interface Place extends Ref {
  readonly depth: number
}

export const placeOf = (
  schema: StoreSchema,
  row: Exclude<Row, { readonly _tag: "owner" }>,
): Place => ({
  type: row.type,
  key: row.key,
  depth: depthOf(schema, row),
})

export const comparePlaces = (a: Place, b: Place): number =>
  a.depth - b.depth || compareText(a.type, b.type) || compareText(a.key, b.key)
