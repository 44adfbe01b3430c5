/**
 * The reference with everything it is told written down in a file as well, word for word, until it is
 * compacted: what erasure looks like where there are bytes to be found.
 *
 * @module
 */
import { appendFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Plan, StoreCapabilities } from "@reminisce/store"
import * as Effect from "effect/Effect"
import type { OpenStore } from "../../src/index.ts"
import { relay } from "./relay.ts"

export const paperCapabilities: StoreCapabilities = {
  transactionalPages: true,
  physicalErasure: true,
  hostTypes: true,
  persistent: false,
  maxPlanBytes: 256 * 1024 * 1024,
}

/** The words of a plan as its pages and attributes have them. */
const wordsOf = ({ create, link, pages }: Plan): string =>
  JSON.stringify([create, link, pages.map(({ bytes }) => Buffer.from(bytes ?? []).toString())])

/** `compact`: what is done to the file's path in place of tearing the paper up. */
export const paper = (
  compact: (file: string) => void = (file) => writeFileSync(file, ""),
): OpenStore =>
  relay(({ place }) => {
    const file = join(place, "paper.txt")
    return {
      options: () => ({ capabilities: paperCapabilities }),
      plan: (plan) => {
        appendFileSync(file, wordsOf(plan))
        return plan
      },
      admin: (admin) => ({
        ...admin,
        compact: () =>
          Effect.sync(() => {
            compact(file)
            return "done" as const
          }),
      }),
    }
  })
