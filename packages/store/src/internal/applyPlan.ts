/**
 * How a checked plan changes an owner of the reference store. Nothing here can fail, so that it
 * happens whole.
 *
 * @module
 */
import { keyOfEnds } from "../keyOfEnds.ts"
import type { Plan } from "../Plan.ts"
import { compareRefs, type Ref } from "../StoreRecord.ts"
import type { StoreSchema } from "../StoreSchema.ts"
import type { Attributes } from "../Value.ts"
import type { OwnerState } from "./OwnerState.ts"

/** `keepChanges`: how many changes to keep at most. */
export const applyPlan = (
  schema: StoreSchema,
  state: OwnerState,
  plan: Plan,
  keepChanges: number,
): void => {
  const sequence = state.sequence + 1
  const links = plan.link.map((write) => ({
    ...write,
    key: keyOfEnds(schema, write.type, write.ends),
  }))

  for (const { type, key, attributes } of plan.create) {
    const isSlotted = schema.records[type]?.slotted === true
    const slots = child(state.slots, type, () => [])
    const slot = isSlotted ? { slot: slots.push(key) - 1 } : {}
    child(state.records, type, () => new Map()).set(key, { type, key, ...slot, attributes })
  }
  for (const { type, key, ends, attributes } of links) {
    child(state.links, type, () => new Map()).set(key, { type, key, ends, attributes })
  }
  for (const { type, key, attributes } of plan.set) {
    edit(state, { type, key }, (before) => ({ ...before, ...attributes }))
  }
  for (const { type, key, attributes } of plan.unset) {
    edit(state, { type, key }, (before) =>
      Object.fromEntries(Object.entries(before).filter(([name]) => !attributes.includes(name))),
    )
  }
  for (const { type, key } of plan.unlink) state.links.get(type)?.delete(key)
  for (const { type, key } of plan.drop) state.records.get(type)?.delete(key)
  for (const { space, name, number, bytes } of plan.pages) {
    const spaces = child(state.pages, space, () => new Map())
    const pages = child(spaces, name, () => new Map())
    if (bytes === undefined) pages.delete(number)
    else pages.set(number, { bytes: bytes.slice(), sequence })
  }

  state.sequence = sequence
  state.lastAt = plan.at
  const written = [plan.create, links, plan.set, plan.unset, plan.unlink, plan.drop].flat()
  state.changes.push({ sequence, planId: plan.id, at: plan.at, touched: distinct(written) })
  while (state.changes.length > keepChanges) state.changes.shift()
}

const edit = (
  state: OwnerState,
  { type, key }: Ref,
  by: (before: Attributes) => Attributes,
): void => {
  const record = state.records.get(type)?.get(key)
  if (record !== undefined) {
    state.records.get(type)?.set(key, { ...record, attributes: by(record.attributes) })
  }
  const link = state.links.get(type)?.get(key)
  if (link !== undefined) {
    state.links.get(type)?.set(key, { ...link, attributes: by(link.attributes) })
  }
}

const distinct = (refs: ReadonlyArray<Ref>): ReadonlyArray<Ref> => {
  const sorted = refs.map(({ type, key }) => ({ type, key })).sort(compareRefs)
  return sorted.filter((ref, i) => {
    const before = sorted[i - 1]
    return before === undefined || compareRefs(before, ref) !== 0
  })
}

const child = <K, V>(map: Map<K, V>, key: K, make: () => V): V => {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}
