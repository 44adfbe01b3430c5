/**
 * Carries out retention, or says what it would reach; the days are among the place's settings.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import { type ErasePlace, type Giving, issuing, over, type Showing, writePreview } from "./erase.ts"

interface Asked {
  readonly until?: string
}

export const retaining = (place: ErasePlace, giving: Giving, asked: Asked): Promise<number> =>
  issuing(place, giving, (erasure, told) => erasure.retain({ ...told, ...asked }))

export const previewingRetention = (
  place: ErasePlace,
  showing: Showing,
  asked: Asked,
): Promise<number> =>
  over(place, (erasure) =>
    Effect.map(erasure.previewRetention(asked), (owners) => writePreview(owners, showing)),
  )
