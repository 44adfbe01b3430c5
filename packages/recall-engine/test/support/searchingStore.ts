/**
 * A store that has a way of its own to search pages: here the test is run on what a view shows when
 * the search begins, a few pages at a time.
 *
 * @module
 */
import type { MemoryStore, Page } from "@reminisce/store"
import * as Effect from "effect/Effect"

export interface SearchLog {
  /** Pages handed over. */
  taken: number
  /** Pages to hand over before the search is lost; all, where absent. */
  lostAfter?: number
}

const TOGETHER = 7

export const searchingStore = (
  store: MemoryStore["Service"],
  log: SearchLog,
): MemoryStore["Service"] => ({
  ...store,
  schema: store.schema,
  searchPages: (owner, { space, test, data }) =>
    Effect.gen(function* () {
      // biome-ignore lint/security/noGlobalEval: it is handed over as source.
      const passes = globalThis.eval(`(${test})`)(structuredClone(data))
      const found: ReadonlyArray<Page> = yield* store.read(
        owner,
        Effect.fnUntraced(function* (view) {
          const names = yield* view.pageNames(space, { limit: 10_000 })
          const pages = (yield* view.pages(space, names)).flat()
          return pages.filter(({ name, number, bytes }) => passes(name, number, bytes))
        }),
      )
      let at = 0
      return {
        take: Effect.sync(() => {
          if (at >= (log.lostAfter ?? Number.POSITIVE_INFINITY)) return undefined
          const some = found.slice(at, at + TOGETHER)
          at += some.length
          log.taken += some.length
          return some
        }),
      }
    }),
})
