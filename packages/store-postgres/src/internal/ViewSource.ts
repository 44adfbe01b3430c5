/**
 * What the parts of a view share: where an owner stands, where its rows are, and how to ask.
 *
 * @module
 */
import type { StoreError } from "@reminisce/store"
import type * as Effect from "effect/Effect"
import type { Layout } from "./Layout.ts"
import type { OwnerHead } from "./OwnerHead.ts"
import type { Row, Statement } from "./Sessions.ts"

export interface ViewSource {
  readonly layout: Layout
  readonly head: OwnerHead
  /** One statement on behalf of the View method named. */
  readonly ask: (
    operation: string,
    statement: Statement,
  ) => Effect.Effect<ReadonlyArray<Row>, StoreError>
}
