/**
 * Words kept under keys that the host holds outside the store, one key a person: what the vocabulary
 * asks of whoever seals, and the opening of records. Nothing is sealed by default.
 *
 * @module
 */
import type { Attributes, Owner, StoreError, StoreRecord } from "@reminisce/store"
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
  /** Destroys a person's key for good. Without one it does nothing. */
  readonly destroy: (person: string) => Effect.Effect<void, StoreError>
}

/** Read by every call. */
export const Sealer: Context.Reference<SealerShape | undefined> = Context.Reference<
  SealerShape | undefined
>("@reminisce/schema/Sealer", { defaultValue: () => undefined })

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
