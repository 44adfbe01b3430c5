/**
 * The operations that change nothing of a memory: preview, report, verification.
 *
 * @module
 */
import { decodeOwner, NotFound } from "@reminisce/schema"
import { formatOwner, type Owner, quietSpan, RANGE_LIMIT, type StoreError } from "@reminisce/store"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import {
  decodeEraseOptions,
  decodeKey,
  decodeSubject,
  decodeWithdrawOptions,
  decodeWords,
} from "../EraseOptions.ts"
import type { ErasureService } from "../ErasureService.ts"
import type { OwnerVerification, WordsFound } from "../Verification.ts"
import { auditIndexes } from "./auditIndex.ts"
import { checkErased } from "./checkErased.ts"
import { compactStore, WAIT_MILLIS } from "./compactStore.ts"
import { type ErasureTools, erasableNow } from "./ErasureTools.ts"
import { isRedactable, readPage } from "./findUnredacted.ts"
import { findWords, foldWords } from "./findWords.ts"
import { planRedact } from "./planRedact.ts"
import { readReport } from "./readReport.ts"
import { ownersOf } from "./subjectKey.ts"
import type { Only } from "./withdrawOwner.ts"

export const makeReads = (
  tools: ErasureTools,
): Pick<ErasureService, "preview" | "previewRedact" | "subjectReport" | "verifyErasure"> => {
  const { store, admin } = tools

  const countWords = Effect.fnUntraced(function* (
    owner: Owner,
    reference: string,
    only: Only,
  ): Effect.fn.Return<number, StoreError> {
    let memories = 0
    let after: string | undefined
    for (;;) {
      const from = after
      const page = yield* store.read(owner, (view) => readPage(view, reference, from))
      memories += page.records.filter((record) => isRedactable(record, only)).length
      if (page.isLast) return memories
      after = page.last
      yield* Effect.yieldNow
    }
  })

  return {
    preview: Effect.fnUntraced(function* (subject, options) {
      const reference = yield* decodeSubject(subject)
      const { only } = yield* decodeWithdrawOptions(options ?? {})
      yield* erasableNow(tools)
      const owners = yield* ownersOf(admin, reference)
      if (owners.length === 0) return yield* new NotFound()
      return yield* Effect.forEach(owners, (owner) =>
        Effect.map(countWords(owner, reference, only), (memories) => ({
          owner: formatOwner(owner),
          memories,
        })),
      )
    }, quietSpan("Erasure.preview")),

    previewRedact: Effect.fnUntraced(function* (owner, key) {
      const who = yield* decodeOwner(owner)
      const target = yield* decodeKey(key)
      const erasable = yield* erasableNow(tools)
      const { answer } = yield* store.read(who, (view) =>
        planRedact(view, erasable, target, { reason: "", by: undefined }, 0),
      )
      return answer
    }, quietSpan("Erasure.previewRedact")),

    subjectReport: Effect.fnUntraced(function* (subject) {
      const reference = yield* decodeSubject(subject)
      const owners = yield* ownersOf(admin, reference)
      if (owners.length === 0) return yield* new NotFound()
      return {
        subject: reference,
        at: yield* Clock.currentTimeMillis,
        owners: yield* Effect.forEach(owners, (owner) => readReport(store, owner, reference)),
      }
    }, quietSpan("Erasure.subjectReport")),

    verifyErasure: Effect.fnUntraced(function* (subject, words, options) {
      const reference = yield* decodeSubject(subject)
      const asked = (yield* decodeWords(words ?? [])).map(foldWords)
      const { waitMillis } = yield* decodeEraseOptions(options ?? {})
      const erasable = yield* erasableNow(tools)
      const owners: Array<OwnerVerification> = []
      for (const owner of yield* ownersOf(admin, reference)) {
        const { memories, leftovers, withWords } = yield* checkErased(
          store,
          owner,
          erasable,
          reference,
          undefined,
        )
        owners.push({
          owner: formatOwner(owner),
          withdrawn: memories,
          leftovers,
          withWords,
        })
      }
      const found: Array<WordsFound> = []
      if (asked.length > 0) yield* eachOwner((owner) => findWords(store, owner, asked, found))
      const index = yield* auditIndexes(store, admin)
      const bytes = yield* compactStore(store, admin, waitMillis ?? WAIT_MILLIS)
      const isClean =
        found.length === 0 &&
        bytes !== "pending" &&
        (index?.stray ?? 0) === 0 &&
        owners.every(({ leftovers }) => leftovers === 0)
      return {
        subject: reference,
        owners,
        words: found,
        ...(index === undefined ? {} : { index }),
        bytes,
        isClean,
      }
    }, quietSpan("Erasure.verifyErasure")),
  }

  function eachOwner(use: (owner: Owner) => Effect.Effect<void, StoreError>) {
    return Effect.gen(function* () {
      let after: Owner | undefined
      for (;;) {
        const page = yield* admin.owners({
          limit: RANGE_LIMIT,
          ...(after === undefined ? {} : { after }),
        })
        for (const owner of page) yield* use(owner)
        if (page.length < RANGE_LIMIT) return
        after = page.at(-1)
      }
    })
  }
}
