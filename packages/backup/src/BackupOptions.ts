/**
 * What a backup and a restore can be told, and what they answer.
 *
 * @module
 */
import type { EpochMillis } from "@reminisce/store"
import type * as Effect from "effect/Effect"
import type { Manifest } from "./Manifest.ts"

/** Called with the number of rows that were read or written since it was called last. */
export type Progress = (rows: number) => Effect.Effect<void>

export interface BackupOptions {
  readonly progress?: Progress
  /**
   * Whether to keep, in a file beside the rows, where each owner stood, so that an increment can go on
   * from here. Equal stores have different marks. Default false.
   */
  readonly marks?: boolean
  /** A backup of this store with marks, or an increment: only what changed since is told, with marks. */
  readonly since?: string
}

export interface BackupReport {
  /** The instant at which it was complete: what was committed by then and before each owner was read is in it. */
  readonly at: EpochMillis
  readonly manifest: Manifest
}

export interface RestoreOptions {
  /**
   * What becomes of a memory in which the guard finds a credential. `refuse` (default): nothing is
   * written. `hold`: the memory gets the status `held`, out of recall. Any other row is refused.
   */
  readonly onSecret?: "refuse" | "hold"
  readonly progress?: Progress
}

export interface RestoreReport {
  readonly manifest: Manifest
  /** Memories that were restored held. */
  readonly held: number
}
