/**
 * Looks for words in every text of an owner: attributes of all records and links, a page at a time.
 * Case and composition of letters play no part.
 *
 * @module
 */
import { openRecords } from "@reminisce/schema"
import {
  type Attributes,
  formatOwner,
  type MemoryStore,
  type Owner,
  type StoreError,
  type StoreRecord,
} from "@reminisce/store"
import * as Effect from "effect/Effect"
import type { WordsFound } from "../Verification.ts"

/** Records read in one step. */
const STEP = 500
/** Most finds told. */
export const FOUND_MOST = 1_000

type Read = Pick<StoreRecord, "key" | "attributes">

export const foldWords = (text: string): string => text.normalize("NFKC").toLowerCase()

/** `words`: folded, each as it stands in a text. Adds to `found` until it is full. */
export const findWords = Effect.fnUntraced(function* (
  store: MemoryStore["Service"],
  owner: Owner,
  words: ReadonlyArray<string>,
  found: Array<WordsFound>,
): Effect.fn.Return<void, StoreError> {
  const name = formatOwner(owner)
  const kinds = [
    ...Object.keys(store.schema.records).map((type) => ({ type, isLink: false })),
    ...Object.keys(store.schema.links).map((type) => ({ type, isLink: true })),
  ]
  for (const { type, isLink } of kinds) {
    let after: string | undefined
    for (;;) {
      const options = { limit: STEP, ...(after === undefined ? {} : { after }) }
      const page = yield* store.read(
        owner,
        (view): Effect.Effect<ReadonlyArray<Read>, StoreError> =>
          isLink
            ? view.scanLinks(type, options)
            : Effect.flatMap(view.scan(type, options), (records) => openRecords(owner, records)),
      )
      for (const { key, attributes } of page) {
        for (const { word, attribute } of wordsIn(attributes, words)) {
          if (found.length === FOUND_MOST) return
          found.push({ owner: name, word, type, key, attribute })
        }
      }
      if (page.length < STEP) break
      after = page.at(-1)?.key
      yield* Effect.yieldNow
    }
  }
})

const wordsIn = (
  attributes: Attributes,
  words: ReadonlyArray<string>,
): ReadonlyArray<{ readonly word: number; readonly attribute: string }> =>
  Object.entries(attributes).flatMap(([attribute, value]) => {
    const texts = (Array.isArray(value) ? value : [value])
      .filter((each) => typeof each === "string")
      .map(foldWords)
    return words.flatMap((each, word) =>
      texts.some((text) => text.includes(each)) ? [{ word, attribute }] : [],
    )
  })
