/**
 * Takes in a directory of memories and says which lines were not kept.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Invalid, importRecords, parseOwner } from "reminisce"
import { runOver } from "./backup/runOver.ts"
import type { Place } from "./Command.ts"
import { say } from "./preflight.ts"
import { plain } from "./show.ts"
import { type MemoryPlace, memoryLayer } from "./stores/memoryLayer.ts"

/** Lines named; the rest are counted. */
const NAMED = 100
/** What could be kept was; not all could. */
const SOME_REFUSED = 4

export const takeIn = async (place: Place & MemoryPlace, directory: string): Promise<number> => {
  const memory = await memoryLayer(place, true)
  if (typeof memory === "string") {
    say(`reminisce-mcp: ${memory}`)
    return 1
  }
  return runOver(
    place,
    Effect.gen(function* () {
      const owner = parseOwner(place.owner)
      if (Option.isNone(owner)) return yield* new Invalid({ field: "owner", rule: "kind:name" })
      const report = yield* Effect.catchIf(
        importRecords(owner.value, directory),
        (error) => error._tag === "Invalid" && error.field === "directory",
        () => Effect.succeed(undefined),
      )
      if (report === undefined) {
        say("reminisce-mcp: that directory, or a file in it, cannot be read")
        return 1
      }
      const { files, kept, refusals } = report
      for (const { file, line, refusal } of refusals.slice(0, NAMED))
        say(`${plain(file)}:${line}: not kept: ${refusal._tag} ${refusal.message}`.trimEnd())
      if (refusals.length > NAMED) say(`and ${refusals.length - NAMED} lines more`)
      say(`kept ${kept} lines of ${files} files, now or before; ${refusals.length} not kept`)
      return refusals.length === 0 ? 0 : SOME_REFUSED
    }).pipe(Effect.provide(memory)),
  )
}
