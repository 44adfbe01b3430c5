/**
 * Bugs of pages and of the change sequence.
 *
 * @module
 */
import type { PageWrite } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { bug, inView, type PlantedBug } from "../PlantedBug.ts"
import type { Change } from "../relay.ts"

/** Holds pages back until the next plan. */
const lateWriter = (): Change => {
  let held: ReadonlyArray<PageWrite> = []
  return {
    plan: (plan) => {
      const pages = held
      held = plan.pages
      return { ...plan, pages }
    },
  }
}

export const followingBugs: ReadonlyArray<PlantedBug> = [
  inView(
    "forgets what was unset in its changes",
    "changes name each plan's id and instant, and all it touched, once and in order",
    (view) => ({
      changes: (sequence, limit) =>
        Effect.map(view.changes(sequence, limit), (changes) =>
          changes.map((change) => ({
            ...change,
            touched: change.touched.filter(({ key }) => key !== "\uffff"),
          })),
        ),
    }),
    false,
  ),
  inView(
    "is silent about its horizon",
    "changes are kept up to a horizon, and a reader behind it is told where that is",
    (view) => ({
      changes: (sequence, limit) =>
        Effect.catch(view.changes(sequence, limit), () => Effect.succeed([])),
    }),
    false,
  ),
  inView(
    "begins its changes a plan late",
    "changes find a plan whose answer was lost, by its id behind the sequence it was decided on",
    (view) => ({
      changes: (sequence, limit) =>
        view.changes(sequence === 0 ? 0 : Math.max(sequence - 1, 0), limit),
    }),
    false,
  ),
  bug(
    "searches in the order of UTF-16",
    "pages are searched beside everything else, where the store has a way, as views show them",
    () => ({
      searchPages:
        (relayed) =>
        (owner, { space, test, data }) =>
          relayed
            .read(owner, (view) =>
              Effect.flatMap(view.pageNames(space, { limit: 100 }), (names) =>
                view.pages(space, [...names].sort()),
              ),
            )
            .pipe(
              Effect.orDie,
              Effect.map((pages) => {
                // biome-ignore lint/security/noGlobalEval: it is handed over as source.
                const passes = globalThis.eval(`(${test})`)(data)
                const found = pages
                  .flat()
                  .filter(({ name, number, bytes }) => passes(name, number, bytes))
                return { take: Effect.sync(() => found.splice(0)) }
              }),
            ),
    }),
    false,
  ),
  bug("writes pages late", "pages are replaced, removed and read by name and number", lateWriter),
  inView(
    "shows tracked pages a plan too long",
    "pages of a tracked space are found by the plan that wrote them last",
    (view) => ({
      pagesSince: (space, sequence) => view.pagesSince(space, sequence - 1),
    }),
  ),
  inView(
    "keeps the names of removed pages",
    "pages are replaced, removed and read by name and number",
    (view) => ({
      pageNames: (space, options) =>
        Effect.map(view.pageNames(space, options), (names) =>
          options.after === undefined ? ["", ...names.filter((name) => name !== "")] : names,
        ),
    }),
  ),
  bug(
    "gives away its own bytes",
    "pages keep any bytes under any name, and give them away as copies",
    () => {
      const known = new Map<string, ReadonlyArray<Uint8Array | undefined>>()
      return {
        view: (view) => ({
          ...view,
          page: (space, ids) =>
            Effect.map(view.page(space, ids), (pages) => {
              const name = JSON.stringify([view.owner, view.sequence, space, ids])
              const shown = known.get(name) ?? pages
              known.set(name, shown)
              return shown
            }),
        }),
      }
    },
    false,
  ),
]
