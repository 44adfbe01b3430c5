/**
 * Makes the store, or checks the one that is there, and stops.
 *
 * @module
 */
import { open } from "reminisce"
import type { Place } from "./Command.ts"
import { openFault, say } from "./preflight.ts"

export const initialise = async (place: Place): Promise<number> => {
  const opened = await open({ filename: place.filename })
  if (!opened.ok) {
    say(`reminisce-mcp: ${openFault(place, opened.error)}`)
    return 1
  }
  await opened.value.close()
  say(`reminisce-mcp: the store is ready in ${place.filename}`)
  return 0
}
