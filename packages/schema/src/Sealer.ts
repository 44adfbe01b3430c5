/**
 * Words kept under keys that the host holds outside the store, one key a person: what the vocabulary
 * asks of whoever seals, and the opening of records. Nothing is sealed by default.
 *
 * @module
 */
import {
  type Attributes,
  type Owner,
  StoreError,
  type StoreRecord,
  type StoreSchema,
  Unavailable,
} from "@reminisce/store"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** The attribute that holds the sealed ones of its record. */
export const SEALED = "sealed"

/**
 * What sealed words look like: who they are sealed for, and the rest, in sixteen letters. No
 * credential does.
 */
export const SEALED_TEXT = /^s1(\.[a-p]{32})+\.[a-p]{96,}$/
/** What stands for the fingerprint of sealed words. */
export const SEALED_MARK = /^[a-p]{32}$/

/** Where sealed words stand; moved elsewhere they cannot be opened. */
export interface SealedPlace {
  readonly owner: Owner
  readonly type: string
  readonly key: string
}

/** All of it is asked inside a view, and so waits for nothing. */
export interface SealerShape {
  /** Whether a memory kept on these consent scopes is to be sealed. */
  readonly seals: (scopes: ReadonlyArray<string>) => boolean
  /** Seals under the keys of all these people, by reference; whoever has none gets one. */
  readonly seal: (
    place: SealedPlace,
    people: ReadonlyArray<string>,
    words: Attributes,
  ) => Effect.Effect<string, StoreError>
  /** Undefined where a key is gone, or what is sealed is not as it was. */
  readonly open: (
    place: SealedPlace,
    sealed: string,
  ) => Effect.Effect<Attributes | undefined, StoreError>
  /** Seals under the same keys as `like` is. */
  readonly sealLike: (
    place: SealedPlace,
    like: string,
    words: Attributes,
  ) => Effect.Effect<string, StoreError>
  /** Stands for a fingerprint, and tells nothing of it without the keys; undefined where one is gone. */
  readonly markOf: (
    owner: Owner,
    people: ReadonlyArray<string>,
    fingerprint: string,
  ) => Effect.Effect<string | undefined, StoreError>
  /** Destroys a person's key for good. False: there was none. */
  readonly destroy: (person: string) => Effect.Effect<boolean, StoreError>
}

/** Read by every call. */
export const Sealer: Context.Reference<SealerShape | undefined> = Context.Reference<
  SealerShape | undefined
>("@reminisce/schema/Sealer", { defaultValue: () => undefined })

const withoutKeys = Effect.fail(
  new StoreError({ operation: "seal", reason: new Unavailable({ what: "keys" }) }),
)

/** Of a store whose words are to be sealed, in a process without the keys: nothing about a person is written. */
const KEYLESS: SealerShape = {
  seals: (scopes) => scopes.length > 0,
  seal: () => withoutKeys,
  sealLike: () => withoutKeys,
  open: () => Effect.succeed(undefined),
  markOf: () => Effect.succeed(undefined),
  destroy: () => withoutKeys,
}

const isMadeForSealing = ({ records }: StoreSchema): boolean =>
  records.memory?.attributes[SEALED] !== undefined

/** Writes with the sealer there is; where a store is made for one and there is none, words about people are refused. */
export const withSealer = <A, E, R>(
  { schema }: { readonly schema: StoreSchema },
  write: Effect.Effect<A, E, R>,
): Effect.Effect<A, E, R> =>
  Effect.flatMap(Sealer, (sealer) =>
    sealer === undefined && isMadeForSealing(schema)
      ? Effect.provideService(write, Sealer, KEYLESS)
      : write,
  )

/** Fails where a store is made for one and there is none: `Unavailable`, "keys". */
export const requireSealer = ({
  schema,
}: {
  readonly schema: StoreSchema
}): Effect.Effect<SealerShape | undefined, StoreError> =>
  Effect.flatMap(Sealer, (sealer) =>
    sealer === undefined && isMadeForSealing(schema) ? withoutKeys : Effect.succeed(sealer),
  )

/** The records of one owner with what is sealed in them opened; where it cannot be, as they are stored. */
export const openRecords = <R extends StoreRecord | undefined>(
  owner: Owner,
  records: ReadonlyArray<R>,
): Effect.Effect<ReadonlyArray<R>, StoreError> =>
  records.every((record) => record?.attributes[SEALED] === undefined)
    ? Effect.succeed(records)
    : Effect.flatMap(Sealer, (sealer) =>
        sealer === undefined
          ? Effect.succeed(records)
          : Effect.forEach(records, (record) => openRecord(sealer, owner, record)),
      )

const openRecord = <R extends StoreRecord | undefined>(
  sealer: SealerShape,
  owner: Owner,
  record: R,
): Effect.Effect<R, StoreError> => {
  const sealed = record?.attributes[SEALED]
  if (record === undefined || typeof sealed !== "string") return Effect.succeed(record)
  const { type, key, attributes } = record
  return Effect.map(sealer.open({ owner, type, key }, sealed), (words) =>
    words === undefined ? record : { ...record, attributes: { ...attributes, ...words } },
  )
}
