/**
 * How large an update is, and how large one may be that is made in one step.
 *
 * @module
 */
import type { Plan } from "@reminisce/store"

/** What an update of one step may ask for: some 40 memories with their index pages, 20 milliseconds. */
export const BRIEF = { rows: 160, pagesPerRow: 8 } as const
/** And what it may write, as `sizeOf` counts: of a plan that asked for little, such as one of pages alone. */
export const BRIEF_PLAN = 2 * BRIEF.rows

/** Writes of a plan; of pages as many count as one as when they are read. */
export const sizeOf = ({ create, set, unset, drop, link, unlink, pages }: Plan): number =>
  create.length +
  set.length +
  unset.length +
  drop.length +
  link.length +
  unlink.length +
  pages.length / BRIEF.pagesPerRow

/** Size of the plan of one memory. */
export const USUAL_SIZE = 4
