/**
 * All pages of an owner's index, as text to compare.
 *
 * @module
 */
import { MemoryStore, type Owner } from "@reminisce/store"
import * as Effect from "effect/Effect"

/** Every page but the head, which also tells how often the owner was written: `space name number` to hexadecimal. */
export const indexPages = (owner: Owner) =>
  Effect.flatMap(MemoryStore, (store) =>
    store.read(owner, (view) =>
      Effect.gen(function* () {
        const found = new Map<string, string>()
        for (const space of ["postings", "columns"]) {
          const names = yield* view.pageNames(space, { limit: 10_000 })
          for (const page of (yield* view.pages(space, names)).flat()) {
            if (page.name === "head") continue
            const name = `${space} ${page.name} ${page.number}`
            found.set(name, Buffer.from(page.bytes).toString("hex"))
          }
        }
        return found
      }),
    ),
  )
