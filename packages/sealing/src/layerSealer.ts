/**
 * Seals the words of memories about people, each under the keys of all whom it concerns: it is
 * readable while every one of these keys is there.
 *
 * @module
 */
import { hash } from "node:crypto"
import { SEALED_TEXT, type SealedPlace, Sealer, type SealerShape } from "@reminisce/schema"
import type { Attributes } from "@reminisce/store"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type Keys, markText, openText, sealText } from "./internal/envelope.ts"
import { fromLetters, toLetters } from "./internal/letters.ts"
import { SubjectKeys, type SubjectKeysShape } from "./SubjectKeys.ts"

export interface SealingOptions {
  /** A memory on one of these consent scopes is sealed. Default: every memory about a person. */
  readonly scopes?: ReadonlyArray<string>
}

/** To be provided to whatever writes, reads or erases. The store needs `sealingTypes` in its schema. */
export const layerSealer = (options: SealingOptions = {}): Layer.Layer<never, never, SubjectKeys> =>
  Layer.effect(
    Sealer,
    Effect.map(Effect.service(SubjectKeys), (keys) => makeSealer(keys, options)),
  )

const makeSealer = (keeper: SubjectKeysShape, { scopes }: SealingOptions): SealerShape => {
  /** Undefined where one of them is gone. */
  const getKeys = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
    const keys: Array<Uint8Array> = []
    for (const id of ids) {
      const key = yield* keeper.get(id)
      if (key === undefined) return undefined
      keys.push(key)
    }
    return { ids, keys }
  })

  const sealFor = Effect.fnUntraced(function* (
    place: SealedPlace,
    ids: ReadonlyArray<string>,
    words: Attributes,
  ) {
    const keys: Keys = { ids, keys: yield* Effect.forEach(ids, keeper.create) }
    const sealed = toLetters(sealText(place, keys, JSON.stringify(words)))
    return ["s1", ...ids, sealed].join(".")
  })

  return {
    seals: (given) =>
      given.length > 0 && (scopes === undefined || given.some((scope) => scopes.includes(scope))),
    seal: (place, people, words) => sealFor(place, idsOf(people), words),
    sealLike: (place, like, words) => sealFor(place, idsIn(like), words),
    open: Effect.fnUntraced(function* (place, sealed) {
      if (!SEALED_TEXT.test(sealed)) return undefined
      const keys = yield* getKeys(idsIn(sealed))
      const bytes = fromLetters(sealed.slice(sealed.lastIndexOf(".") + 1))
      const text = keys === undefined ? undefined : openText(place, keys, bytes)
      return text === undefined ? undefined : (JSON.parse(text) as Attributes)
    }),
    markOf: Effect.fnUntraced(function* (owner, people, fingerprint) {
      const keys = yield* getKeys(idsOf(people))
      return keys === undefined ? undefined : toLetters(markText(owner, keys, fingerprint))
    }),
    destroy: (person) => keeper.destroy(idOf(person)),
  }
}

const ID_BYTES = 16

/** Names nobody by itself. */
const idOf = (person: string): string =>
  toLetters(hash("sha256", `reminisce person ${person}`, "buffer").subarray(0, ID_BYTES))

const idsOf = (people: ReadonlyArray<string>): ReadonlyArray<string> =>
  [...new Set(people.map(idOf))].sort()

const idsIn = (sealed: string): ReadonlyArray<string> => sealed.split(".").slice(1, -1)
