/**
 * How a link type orders the ends of its links, and the key that follows from it.
 *
 * @module
 */
import { compareRefs, type LinkEnds, linkKey, type Ref } from "./StoreRecord.ts"
import { type LinkType, type StoreSchema, typeNamed } from "./StoreSchema.ts"

/** The key a link will have: its ends in the order of the roles, or sorted where the link is symmetric. */
export const keyOfEnds = (schema: StoreSchema, type: string, ends: LinkEnds): string => {
  const link = typeNamed(schema.links, type)
  return link === undefined ? "" : linkKey(orderedEnds(link, ends))
}

/** The ends as they are stored: those of a symmetric link are dealt to the roles in their sorted order. */
export const canonicalEnds = (link: LinkType, ends: LinkEnds): LinkEnds => {
  const ordered = orderedEnds(link, ends)
  const canonical: { [role: string]: Ref } = {}
  for (const [i, { name }] of link.roles.entries()) {
    const end = ordered[i]
    if (end !== undefined) canonical[name] = { type: end.type, key: end.key }
  }
  return canonical
}

const orderedEnds = (link: LinkType, ends: LinkEnds): ReadonlyArray<Ref> => {
  const list = link.roles.map(({ name }) => ends[name] ?? { type: "", key: "" })
  return link.symmetric === true ? list.sort(compareRefs) : list
}
