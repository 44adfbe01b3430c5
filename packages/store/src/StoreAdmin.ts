/**
 * What concerns a whole store rather than one owner: who its owners are, and how it is.
 *
 * @module
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { limitFault, prefixFault } from "./internal/questionFault.ts"
import { type Owner, ownerFault } from "./Owner.ts"
import { QuestionRefused, StoreError } from "./StoreError.ts"
import type { StoreSchema } from "./StoreSchema.ts"
import type { Value } from "./Value.ts"

/** Work on a whole store that nobody may meet half-done. */
export type StoreWork = "restoring" | "upgrading"

/** Whoever reads the oldest state: what has been replaced since then is kept for them. */
export interface OldestReader {
  /** Its number on the machine of the store. */
  readonly process?: number
  /** For how long, in milliseconds. */
  readonly millis?: number
  /** Bytes of the log that are kept for it. */
  readonly heldBytes?: number
}

export interface StoreHealth {
  /** What the engine calls itself, with its version. */
  readonly engine: string
  readonly schemaVersion: number
  /** Bytes on disk, where the store can tell. */
  readonly bytes?: number
  /** The same by part, by the engine's names for them. */
  readonly parts?: { readonly [name: string]: number }
  /** Absent where nobody else reads just now, or the store cannot tell. */
  readonly oldestReader?: OldestReader
  /** Whether an acknowledged write survives a power loss, read back from the engine. */
  readonly durable: boolean
}

export class StoreAdmin extends Context.Service<
  StoreAdmin,
  {
    /** Owners that were ever written to, by their formatted name in UTF-8 bytes, behind `after`. `limit`: 1 to `RANGE_LIMIT`. */
    readonly owners: (options: {
      readonly after?: Owner
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<Owner>, StoreError>
    /** Owners with an entry under `prefix` in a declared index, such as a subject's reference. Same order and limit. */
    readonly ownersWith: (
      index: string,
      prefix: ReadonlyArray<Value>,
      options: { readonly after?: Owner; readonly limit: number },
    ) => Effect.Effect<ReadonlyArray<Owner>, StoreError>
    readonly health: Effect.Effect<StoreHealth, StoreError>
    /**
     * Rewrites the store so that no byte of removed data is left in its files, or fails with
     * `Unsupported`. `pending` means another reader held it up until the deadline; call again.
     */
    readonly compact: (options: {
      readonly deadlineMillis: number
    }) => Effect.Effect<"done" | "pending", StoreError>
    /**
     * What the engine finds wrong with its own files, in its own words for tables and places, never in
     * stored ones; empty when nothing. Reads only, all of it. `Unsupported` where it has no such check.
     */
    readonly verify: Effect.Effect<ReadonlyArray<string>, StoreError>
    /**
     * Marks the store, for longer than this process lives: every other instance, and every opening
     * that does not name the work, fails with `Unfinished` until `finish`. Work that is under way goes
     * on. `restoring` needs a store that has no owner, else `QuestionRefused` with `not-empty`.
     */
    readonly begin: (work: StoreWork) => Effect.Effect<void, StoreError>
    /** Takes the mark away. With `version` the store is of that schema version from then on, and has to be opened anew. */
    readonly finish: (options?: { readonly version?: number }) => Effect.Effect<void, StoreError>
  }
>()("@reminisce/store/StoreAdmin") {}

/**
 * The service of an adapter with its questions checked: the same rules for all stores. A schema that
 * can grow while the store is open is given as a function, and asked anew for every question.
 */
export const makeAdmin = (
  schema: StoreSchema | (() => StoreSchema),
  admin: StoreAdmin["Service"],
): StoreAdmin["Service"] => ({
  owners: (options) => asked("owners", optionsFault(options), admin.owners(options)),
  ownersWith: (index, prefix, options) =>
    asked(
      "ownersWith",
      prefixFault(typeof schema === "function" ? schema() : schema, index, prefix) ??
        optionsFault(options),
      admin.ownersWith(index, prefix, options),
    ),
  health: admin.health,
  compact: admin.compact,
  verify: admin.verify,
  begin: admin.begin,
  finish: admin.finish,
})

const optionsFault = ({ after, limit }: { readonly after?: Owner; readonly limit: number }) =>
  (after && ownerFault(after)) ?? limitFault(limit)

const asked = <A>(
  operation: string,
  rule: string | undefined,
  answer: Effect.Effect<A, StoreError>,
): Effect.Effect<A, StoreError> =>
  rule === undefined
    ? answer
    : Effect.fail(new StoreError({ operation, reason: new QuestionRefused({ rule }) }))
