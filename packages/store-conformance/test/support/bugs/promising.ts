/**
 * Bugs of what a store promises: that owners are apart, that failures tell nothing, that claims are
 * true and erasure is.
 *
 * @module
 */
import { appendFileSync } from "node:fs"
import { StoreError, Unavailable } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { losing } from "../losing.ts"
import { bug, inView, type PlantedBug } from "../PlantedBug.ts"
import { paper, paperCapabilities } from "../paper.ts"

export const promisingBugs: ReadonlyArray<PlantedBug> = [
  bug(
    "does not keep the case of an owner's name",
    "owners see their own and nothing else, however alike their names are",
    () => ({
      owner: ({ kind, name }) => ({ kind, name: name.toLowerCase() }),
    }),
    false,
  ),
  inView(
    "leaks another owner's record",
    "owners are refused another's keys as keys that nobody has",
    (view) => ({
      get: (type, keys) =>
        Effect.map(view.get(type, keys), (found) =>
          found.map((record) =>
            view.owner.name === "bob" && type === "item" && record === undefined
              ? { type, key: "a", slot: 0, attributes: { label: "a", rank: 0, at: 0, live: true } }
              : record,
          ),
        ),
    }),
    false,
  ),
  bug(
    "lets its failures tell what was asked",
    "failures are StoreErrors that name a rule and never words, and the store works on",
    () => ({
      attempt: (relayed) => (owner, propose) =>
        Effect.catch(relayed.attempt(owner, propose), () =>
          Effect.fail(
            new StoreError({
              operation: "update",
              reason: new Unavailable({ what: `tongue of newt ${owner.name}` }),
            }),
          ),
        ),
    }),
  ),
  bug(
    "names owners out of order",
    "owners are named in the order of UTF-8, any number at a time, each once",
    () => ({
      admin: (admin) => ({
        ...admin,
        owners: (options) => Effect.map(admin.owners(options), (owners) => owners.toReversed()),
      }),
    }),
  ),
  bug(
    "finds owners by an index whatever is in it",
    "owners are found by an index no longer than they have an entry in it",
    () => ({
      admin: (admin) => ({
        ...admin,
        ownersWith: (_index, _prefix, options) => admin.owners(options),
      }),
    }),
    false,
  ),
  bug(
    "claims more than it can do",
    "claims declares in its port value what the suite was told it can do",
    () => ({
      options: () => ({ capabilities: { physicalErasure: true } }),
    }),
    false,
  ),
  bug(
    "pretends to compact",
    "erasure of the very bytes is Unsupported",
    () => ({
      admin: (admin) => ({ ...admin, compact: () => Effect.succeed("done" as const) }),
    }),
    false,
  ),
  {
    name: "compacts without erasing",
    caughtBy: "erasure leaves no word in the files either, once the store is compacted",
    byProperties: false,
    capabilities: paperCapabilities,
    layer: paper((file) => appendFileSync(file, "compacted")),
  },
  {
    name: "repeats a plan whose answer was lost",
    caughtBy: "lost answers are found again, and no plan is carried out twice",
    byProperties: false,
    layer: losing(true),
  },
]
