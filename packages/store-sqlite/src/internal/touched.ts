/**
 * What a change touched, as the text it is kept as: keys grouped by type.
 *
 * @module
 */
import { compareText, type Ref } from "@reminisce/store"

/** Sorted by type, then key, each once. */
export const touchedToText = (refs: ReadonlyArray<Ref>): string => {
  const keysByType = new Map<string, Set<string>>()
  for (const { type, key } of refs) {
    const keys = keysByType.get(type)
    if (keys === undefined) keysByType.set(type, new Set([key]))
    else keys.add(key)
  }
  const groups = [...keysByType]
    .sort(([a], [b]) => compareText(a, b))
    .map(([type, keys]) => [type, [...keys].sort(compareText)])
  return JSON.stringify(groups)
}

export const touchedFromText = (text: string): ReadonlyArray<Ref> => {
  const groups: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = JSON.parse(text)
  return groups.flatMap(([type, keys]) => keys.map((key) => ({ type, key })))
}
