/**
 * The words of a schema that a store may write down: its names.
 *
 * @module
 */
import type { StoreSchema } from "./StoreSchema.ts"

/** Each once: types, attributes, roles, indexes and spaces. */
export const schemaNames = ({
  indexes,
  links,
  records,
  spaces,
}: StoreSchema): ReadonlyArray<string> => [
  ...new Set([
    ...Object.entries({ ...records, ...links }).flatMap(([type, { attributes }]) => [
      type,
      ...Object.keys(attributes),
    ]),
    ...Object.values(links).flatMap(({ roles }) => roles.map(({ name }) => name)),
    ...Object.keys(indexes),
    ...Object.keys(spaces),
  ]),
]
