/**
 * Where a host keeps the keys that people's words are sealed under: outside the store, one for each
 * person, found by an id that does not name them. A key that is destroyed is gone for good.
 *
 * @module
 */
import { StoreError, Unavailable } from "@reminisce/store"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { makeFolderKeys } from "./internal/folderKeys.ts"
import { newKey } from "./internal/newKey.ts"

/** `id`: 32 letters of `a` to `p`. Everything is answered at once: a keeper that is far away is asked beforehand. */
export interface SubjectKeysShape {
  /** 32 bytes; undefined where there never was a key, or it was destroyed. */
  readonly get: (id: string) => Effect.Effect<Uint8Array | undefined, StoreError>
  /** The key there is, or a new one, kept for good before it is answered. */
  readonly create: (id: string) => Effect.Effect<Uint8Array, StoreError>
  /** False: there was none. */
  readonly destroy: (id: string) => Effect.Effect<boolean, StoreError>
}

export class SubjectKeys extends Context.Service<SubjectKeys, SubjectKeysShape>()(
  "@reminisce/sealing/SubjectKeys",
) {
  /** Keys that end with the layer, and with them everything sealed. For tests. */
  static readonly layerMemory: Layer.Layer<SubjectKeys> = Layer.sync(SubjectKeys, () => {
    const keys = new Map<string, Uint8Array>()
    return SubjectKeys.of({
      get: (id) => Effect.sync(() => keys.get(id)),
      create: (id) =>
        Effect.sync(() => {
          const key = keys.get(id) ?? newKey()
          keys.set(id, key)
          return key
        }),
      destroy: (id) => Effect.sync(() => keys.delete(id)),
    })
  })

  /**
   * One file a key in a folder, made when absent, for this user only; shared by processes of one
   * machine. It must not be copied together with the store: a copy is a key that is not destroyed.
   */
  static readonly layerFolder = (folder: string): Layer.Layer<SubjectKeys> =>
    Layer.sync(SubjectKeys, () => {
      const keys = makeFolderKeys(folder)
      return SubjectKeys.of({
        get: (id) => attempt("openKey", () => keys.get(id)),
        create: (id) => attempt("createKey", () => keys.create(id)),
        destroy: (id) => attempt("destroyKey", () => keys.destroy(id)),
      })
    })
}

const attempt = <A>(operation: string, work: () => A): Effect.Effect<A, StoreError> =>
  Effect.try({
    try: work,
    catch: () => new StoreError({ operation, reason: new Unavailable({ what: "keys" }) }),
  })
