/**
 * The ends of a link, read back from its key. A record's key holds no control character and a link
 * type has as many ends as roles, so there is one way to read it.
 *
 * @module
 */
import { type LinkEnds, linkKey, type Ref, type StoreSchema, typeNamed } from "@reminisce/store"

/** What `linkKey` puts between its parts. */
const SEPARATOR = "\u001f"

export const endsOf = (schema: StoreSchema, type: string, key: string): LinkEnds => {
  const words = key.split(SEPARATOR)
  let next = 0
  const read = (): Ref => {
    const end = words[next++] ?? ""
    const link = typeNamed(schema.links, end)
    return {
      type: end,
      key: link === undefined ? (words[next++] ?? "") : linkKey(link.roles.map(read)),
    }
  }
  const roles = typeNamed(schema.links, type)?.roles ?? []
  return Object.fromEntries(roles.map(({ name }) => [name, read()]))
}
