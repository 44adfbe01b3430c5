/**
 * The operations of the write path, and what each can be refused with.
 *
 * @module
 */

import type { SecretRefused } from "@reminisce/guard"
import type {
  Exists,
  Held,
  Invalid,
  Memory,
  NotActive,
  NotFound,
  Refused,
  RememberRequest,
  TooLarge,
} from "@reminisce/schema"
import type { Owner, StoreError } from "@reminisce/store"
import type * as Effect from "effect/Effect"
import type { ActOptions, FulfilOptions, SupersedeOptions } from "./ActOptions.ts"
import type { NotIntention } from "./NotIntention.ts"
import type { PolicyFailed } from "./Policy.ts"
import type { Claim, RelateOptions, Relation, RelationKind } from "./Relation.ts"

/** What any write can be refused with before the store is asked. Nothing is written. */
export type WriteRefusal = Invalid | TooLarge | SecretRefused | Held | Refused | PolicyFailed

/** Why one new memory was not kept. */
export type RememberRefusal = WriteRefusal | Exists | NotFound

export type RememberAnswer = { readonly ok: Memory } | { readonly refusal: RememberRefusal }

export interface LifecycleService {
  /**
   * Keeps one memory with all it carries. One that the guard's policy holds is kept as `held`, out of
   * recall, until `unforget` with a reviewer. Safe to repeat: the same attributes under the same key, or
   * without a key while an equal memory is active, answer the memory that is there. It concerns the
   * subjects named and all those its grounds concern, 16 at most together.
   */
  readonly remember: (
    owner: Owner,
    request: RememberRequest,
  ) => Effect.Effect<Memory, RememberRefusal | StoreError>
  /**
   * Keeps up to 1,000 memories in one transaction, in their order. Each is kept or refused on its own,
   * and a later one may name the key of an earlier one. Fails as a whole only for the owner, the number
   * of requests or the store; the answers are aligned with the requests.
   */
  readonly rememberMany: (
    owner: Owner,
    requests: ReadonlyArray<RememberRequest>,
  ) => Effect.Effect<ReadonlyArray<RememberAnswer>, Invalid | TooLarge | StoreError>
  /**
   * Replaces the memory `key`: the new one takes over its subjects, the old one becomes `superseded`
   * and keeps its validity. What replaces may be a current memory that `remember` would answer as a
   * replay, if it concerns everyone the old one does. Safe to repeat.
   */
  readonly supersede: (
    owner: Owner,
    key: string,
    request: RememberRequest,
    options?: SupersedeOptions,
  ) => Effect.Effect<Memory, RememberRefusal | NotActive | StoreError>
  /** Hides a current memory from recall and keeps its words. Forgetting again is `NotActive`. */
  readonly forget: (
    owner: Owner,
    key: string,
    options?: ActOptions,
  ) => Effect.Effect<Memory, WriteRefusal | NotFound | NotActive | StoreError>
  /**
   * Makes a forgotten memory active again, or, with `reviewedBy`, one that the guard holds. Any other
   * memory is `NotActive`.
   */
  readonly unforget: (
    owner: Owner,
    key: string,
    options?: ActOptions,
  ) => Effect.Effect<Memory, WriteRefusal | NotFound | NotActive | StoreError>
  /** Closes an active intention: `archived`, with outcome `fulfilled`. Closing again is `NotActive`. */
  readonly fulfil: (
    owner: Owner,
    key: string,
    options?: FulfilOptions,
  ) => Effect.Effect<Memory, WriteRefusal | NotFound | NotActive | NotIntention | StoreError>
  /**
   * Relates 2 to 128 memories as an association, or two claims as a contradiction, for which a reason
   * is required. The same relation with the same words is a replay; a contradiction of the same claims
   * with another reason is `Exists`.
   */
  readonly relate: (
    owner: Owner,
    kind: RelationKind,
    members: ReadonlyArray<Claim>,
    options?: RelateOptions,
  ) => Effect.Effect<Relation, WriteRefusal | NotFound | Exists | StoreError>
  /**
   * Counts one recall of each of up to 1,000 memories, of whatever status, and makes inactive ones
   * active. All or none; answers how many were marked, which leaves out withdrawn ones. Not idempotent.
   */
  readonly markRecalled: (
    owner: Owner,
    keys: ReadonlyArray<string>,
  ) => Effect.Effect<number, WriteRefusal | NotFound | StoreError>
}
