/**
 * Tells whether the index still knows an emptied memory by words it no longer has: reads every page
 * of postings, a stretch at a time, and changes nothing.
 *
 * @module
 */
import type { StoreError, StoreRecord, View } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { POSTINGS_SPACE } from "./internal/IndexHead.ts"
import { KEYS_NAME } from "./internal/KeyPage.ts"
import { decodeLost, LOST_NAME, makeLost } from "./internal/Lost.ts"
import { wordlessTerms } from "./internal/memoryTerms.ts"
import { BLOCK_SLOTS, decodeWhole } from "./internal/PostingBlock.ts"

/** Page names looked at in one step. */
const STEP = 250

export interface AuditStep {
  /** Entries of the memories under audit that their records do not account for. */
  readonly stray: number
  /** Where to go on; undefined at the end. */
  readonly after: string | undefined
}

export interface IndexAudit {
  /** Takes memories without words under audit. */
  readonly add: (records: ReadonlyArray<StoreRecord>) => void
  /** One stretch of the index, behind `after`. The store must keep pages. */
  readonly step: (view: View, after: string | undefined) => Effect.Effect<AuditStep, StoreError>
}

export const makeIndexAudit = (): IndexAudit => {
  const audited = new Set<number>()
  const expected = new Map<string, Set<number>>()
  const slots = new Uint32Array(BLOCK_SLOTS)

  const strayIn = (term: string, number: number, bytes: Uint8Array): number => {
    const count = decodeWhole(bytes, number, slots, 0)
    const known = expected.get(term)
    let stray = 0
    for (let i = 0; i < count; i++) {
      const slot = slots[i] as number
      if (audited.has(slot) && known?.has(slot) !== true) stray++
    }
    return stray
  }

  return {
    add: (records) => {
      for (const { slot, attributes } of records) {
        if (slot === undefined) continue
        audited.add(slot)
        for (const term of wordlessTerms(attributes)) {
          const known = expected.get(term)
          if (known === undefined) expected.set(term, new Set([slot]))
          else known.add(slot)
        }
      }
    },
    step: Effect.fnUntraced(function* (view, after) {
      const names = yield* view.pageNames(POSTINGS_SPACE, {
        limit: STEP,
        ...(after === undefined ? {} : { after }),
      })
      const pages = yield* view.pages(POSTINGS_SPACE, names)
      let stray = 0
      for (const { name, number, bytes } of pages.flat()) {
        if (name === LOST_NAME) stray += decodeLost(bytes, makeLost()) ?? 1
        else if (name !== KEYS_NAME) stray += strayIn(name, number, bytes)
      }
      return { stray, after: names.length < STEP ? undefined : names.at(-1) }
    }),
  }
}
