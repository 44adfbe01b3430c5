/**
 * What the parts of a view share: where an owner stands, what its types are called, and how to ask.
 *
 * @module
 */
import type { StoreError } from "@reminisce/store"
import type * as Effect from "effect/Effect"
import type { Layout } from "./Layout.ts"
import type { OwnerHead } from "./OwnerHead.ts"
import type { Found, Question } from "./ownerQuestion.ts"

export interface ViewSource {
  readonly layout: Layout
  readonly head: OwnerHead
  /** What was found for each row of the question, in the order of the rows. */
  readonly ask: (
    operation: string,
    question: Question,
  ) => Effect.Effect<ReadonlyArray<ReadonlyArray<Found>>, StoreError>
}
