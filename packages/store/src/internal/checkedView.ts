/**
 * What stands between every store's view and those who ask it: questions are checked here once, so
 * that no adapter has to, and the view ends with the read or update that it was made for.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import type { StoreCapabilities } from "../MemoryStore.ts"
import { QuestionRefused, StoreError, Unsupported } from "../StoreError.ts"
import { type StoreSchema, typeNamed } from "../StoreSchema.ts"
import type { View } from "../View.ts"
import { limitFault, pageFault, prefixFault, rangeFault, spaceFault } from "./questionFault.ts"
import { isStorable, storableOnly } from "./storableOnly.ts"

interface CheckedView {
  readonly view: View
  /** Whoever asks from now on dies. */
  readonly end: () => void
}

export const checkedView = (
  store: { readonly schema: StoreSchema; readonly capabilities: StoreCapabilities },
  view: View,
): CheckedView => {
  const { schema } = store
  let hasEnded = false

  /** Asks when no rule is broken and the view is still of use. */
  const ask = <A>(
    operation: string,
    brokenRule: string | undefined,
    answer: () => Effect.Effect<A, StoreError>,
  ): Effect.Effect<A, StoreError> =>
    Effect.suspend(() => {
      if (hasEnded) return Effect.die(new Error("the view has ended"))
      return brokenRule === undefined ? answer() : refuse(operation, brokenRule)
    })

  const askPages: typeof ask = (operation, brokenRule, answer) =>
    ask(operation, brokenRule, () =>
      store.capabilities.transactionalPages ? answer() : Effect.fail(withoutPages(operation)),
    )

  return {
    end: () => {
      hasEnded = true
    },
    view: {
      owner: view.owner,
      sequence: view.sequence,
      lastAt: view.lastAt,
      get: (type, keys) =>
        ask("get", recordRule(schema, type), () =>
          storableOnly(keys, itself, undefined, (storable) => view.get(type, storable)),
        ),
      atSlots: (type, slots) =>
        ask("atSlots", slotRule(schema, type), () => view.atSlots(type, slots)),
      slots: (type) => ask("slots", slotRule(schema, type), () => view.slots(type)),
      scan: (type, options) =>
        ask("scan", recordRule(schema, type) ?? pageFault(options), () => view.scan(type, options)),
      range: (index, options) =>
        ask("range", rangeFault(schema, index, options), () => view.range(index, options)),
      count: (index, prefix) =>
        ask("count", prefixFault(schema, index, prefix), () => view.count(index, prefix)),
      linked: (type, role, players, options) =>
        ask("linked", roleRule(schema, type, role) ?? pageFault(options), () => {
          const storable = players.filter(({ key }) => isStorable(key))
          return view.linked(type, role, storable, options)
        }),
      getLinks: (type, keys) =>
        ask("getLinks", linkRule(schema, type), () =>
          storableOnly(keys, itself, undefined, (storable) => view.getLinks(type, storable)),
        ),
      scanLinks: (type, options) =>
        ask("scanLinks", linkRule(schema, type) ?? pageFault(options), () =>
          view.scanLinks(type, options),
        ),
      page: (space, ids) =>
        askPages("page", spaceFault(schema, space), () =>
          storableOnly(
            ids,
            ({ name }) => name,
            undefined,
            (storable) => view.page(space, storable),
          ),
        ),
      pages: (space, names) =>
        askPages("pages", spaceFault(schema, space), () =>
          storableOnly(names, itself, [], (storable) => view.pages(space, storable)),
        ),
      pagesSince: (space, sequence) =>
        askPages("pagesSince", trackedRule(schema, space), () => view.pagesSince(space, sequence)),
      pageNames: (space, options) =>
        askPages("pageNames", spaceFault(schema, space) ?? pageFault(options), () =>
          view.pageNames(space, options),
        ),
      changes: (sequence, limit) =>
        ask("changes", limitFault(limit), () => view.changes(sequence, limit)),
    },
  }
}

const itself = (key: string): string => key

const recordRule = (schema: StoreSchema, type: string): string | undefined =>
  typeNamed(schema.records, type) === undefined ? "unknown-type" : undefined

const slotRule = (schema: StoreSchema, type: string): string | undefined =>
  recordRule(schema, type) ?? (schema.records[type]?.slotted === true ? undefined : "not-slotted")

const linkRule = (schema: StoreSchema, type: string): string | undefined =>
  typeNamed(schema.links, type) === undefined ? "unknown-type" : undefined

const roleRule = (schema: StoreSchema, type: string, role: string): string | undefined => {
  const link = typeNamed(schema.links, type)
  if (link === undefined) return "unknown-type"
  return link.roles.some(({ name }) => name === role) ? undefined : "unknown-role"
}

const trackedRule = (schema: StoreSchema, space: string): string | undefined =>
  spaceFault(schema, space) ?? (schema.spaces[space]?.tracked === true ? undefined : "not-tracked")

const refuse = (operation: string, rule: string): Effect.Effect<never, StoreError> =>
  Effect.fail(new StoreError({ operation, reason: new QuestionRefused({ rule }) }))

/** Why a store that keeps no pages in its commits has none to show. */
export const withoutPages = (operation: string): StoreError =>
  new StoreError({ operation, reason: new Unsupported({ capability: "transactionalPages" }) })
