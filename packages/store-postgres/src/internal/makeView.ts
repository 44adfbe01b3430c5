/**
 * One owner as PostgreSQL shows it inside a transaction. Each question is one statement.
 *
 * @module
 */
import type { Owner, View } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { changeReads } from "./changeReads.ts"
import { failAs } from "./EngineFailure.ts"
import { indexReads } from "./indexReads.ts"
import type { Layout } from "./Layout.ts"
import { linkReads } from "./linkReads.ts"
import type { OwnerHead } from "./OwnerHead.ts"
import { pageReads } from "./pageReads.ts"
import { recordReads } from "./recordReads.ts"
import type { Session } from "./Sessions.ts"
import type { ViewSource } from "./ViewSource.ts"

export const makeView = (layout: Layout, session: Session, owner: Owner, head: OwnerHead): View => {
  const ask: ViewSource["ask"] = (operation, statement) =>
    Effect.catchTag(
      Effect.map(session.ask(statement), ([answer]) => answer?.rows ?? []),
      "EngineFailure",
      failAs(operation),
    )
  const source: ViewSource = { layout, head, ask }
  return {
    owner,
    sequence: head.sequence,
    lastAt: head.lastAt,
    ...recordReads(source),
    ...indexReads(source),
    ...linkReads(source),
    ...pageReads(source),
    ...changeReads(source),
  }
}
