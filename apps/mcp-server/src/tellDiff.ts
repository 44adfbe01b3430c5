/**
 * Tells what became of an owner's memories between two moments, by their keys.
 *
 * @module
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type Diff, Provenance, parseOwner } from "reminisce"
import { runOver } from "./backup/runOver.ts"
import type { Place } from "./Command.ts"
import { say } from "./preflight.ts"
import { plain } from "./show.ts"
import { type MemoryPlace, memoryLayer } from "./stores/memoryLayer.ts"

interface Asked {
  readonly from: string
  readonly to: string | undefined
  /** References of people whose memories are shown as well. */
  readonly subject: ReadonlyArray<string>
  readonly json: boolean
}

export const tellDiff = async (place: Place & MemoryPlace, asked: Asked): Promise<number> => {
  const memory = await memoryLayer(place, false)
  if (typeof memory === "string") {
    say(`reminisce-mcp: ${memory}`)
    return 1
  }
  const owner = Option.getOrThrow(parseOwner(place.owner))
  return runOver(
    place,
    Effect.gen(function* () {
      const { diff } = yield* Provenance
      const to = asked.to ?? (yield* Clock.currentTimeMillis)
      const found = yield* diff(owner, asked.from, to, { subject: asked.subject })
      process.stdout.write(asked.json ? `${JSON.stringify(found, undefined, 2)}\n` : show(found))
      return 0
    }).pipe(Effect.provide(memory)),
  )
}

const show = ({ added, forgotten, otherwise, superseded, withdrawn }: Diff): string => {
  const lines = [
    ...added.map(({ key, status }) => `added ${key}${status === "active" ? "" : ` (${status})`}`),
    ...superseded.map((key) => `superseded ${key}`),
    ...forgotten.map((key) => `forgotten ${key}`),
    ...withdrawn.map((key) => `withdrawn ${key}`),
    ...otherwise.map(({ from, key, to }) => `${from} to ${to} ${key}`),
  ]
  return lines.length === 0 ? "nothing\n" : `${lines.map(plain).join("\n")}\n`
}
