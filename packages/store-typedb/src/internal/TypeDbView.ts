/**
 * One owner as TypeDB shows it. Each question is a request with a snapshot of its own, so that each
 * answer carries the owner's sequence, and one of another sequence ends the view.
 *
 * @module
 */
import { Moved, type Owner, StoreError, Unsupported, type View } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { changeReads } from "./changeReads.ts"
import { indexReads } from "./indexReads.ts"
import type { Layout } from "./Layout.ts"
import { linkReads } from "./linkReads.ts"
import type { OwnerHead } from "./OwnerHead.ts"
import { type Found, ownerQuestion } from "./ownerQuestion.ts"
import { recordReads } from "./recordReads.ts"
import type { TypeDb } from "./TypeDb.ts"
import { failAs, type TypeDbFailure } from "./TypeDbFailure.ts"
import type { ViewSource } from "./ViewSource.ts"

export interface TypeDbView {
  readonly view: View
  /** Whether an answer came from another sequence. */
  readonly hasMoved: () => boolean
  /** The first failure met. */
  readonly failure: () => TypeDbFailure | undefined
}

export const makeTypeDbView = (
  db: TypeDb,
  layout: Layout,
  owner: Owner,
  head: OwnerHead,
): TypeDbView => {
  let moved = false
  let failure: TypeDbFailure | undefined
  const ask: ViewSource["ask"] = (operation, question) => {
    // Nobody has written to such an owner, and nobody's write has a place in this view.
    if (!head.exists) return Effect.succeed(question.rows.map((): ReadonlyArray<Found> => []))
    const parts = chunksOf(question.rows, MOST_ROWS)
    return Effect.map(
      Effect.forEach(parts, (rows) => askPart(operation, { ...question, rows })),
      (found) => found.flat(),
    )
  }
  const askPart: ViewSource["ask"] = (operation, question) =>
    Effect.matchEffect(db.ask(ownerQuestion(head.owner, question)), {
      onFailure: (met) => {
        failure ??= met
        return failAs(operation)(met)
      },
      onSuccess: (answers) => {
        const documents = answers as ReadonlyArray<OwnerDocument>
        const isSame =
          documents.length === question.rows.length &&
          documents.every(({ sequence }) => sequence === head.sequence)
        if (isSame) return Effect.succeed(documents.map(({ found }) => found))
        moved = true
        return Effect.fail(new StoreError({ operation, reason: new Moved() }))
      },
    })
  const source: ViewSource = { layout, head, ask }
  const noPages = (operation: string) => (): Effect.Effect<never, StoreError> =>
    Effect.fail(
      new StoreError({ operation, reason: new Unsupported({ capability: "transactionalPages" }) }),
    )
  return {
    hasMoved: () => moved,
    failure: () => failure,
    view: {
      owner,
      sequence: head.sequence,
      lastAt: head.lastAt,
      ...recordReads(source),
      ...indexReads(source),
      ...linkReads(source),
      ...changeReads(source),
      page: noPages("page"),
      pages: noPages("pages"),
      pagesSince: noPages("pagesSince"),
      pageNames: noPages("pageNames"),
    },
  }
}

/** So many rows fit a request, whatever the question. */
const MOST_ROWS = 5_000

const chunksOf = <T>(items: ReadonlyArray<T>, size: number): ReadonlyArray<ReadonlyArray<T>> =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, i) =>
    items.slice(i * size, (i + 1) * size),
  )

interface OwnerDocument {
  readonly sequence: number
  readonly found: ReadonlyArray<Found>
}
