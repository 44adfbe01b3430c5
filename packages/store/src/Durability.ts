/**
 * How firmly a commit is to stand when it is acknowledged. One step of a series that is repeated
 * when it was interrupted need not be on the disk before the next begins.
 *
 * @module
 */
import * as Context from "effect/Context"

/**
 * `kept` (default): as the store was opened. `repeatable`: a loss of power may take the commit away,
 * and all of the store that followed it, up to the next commit that is kept; nothing else can. A
 * store that gains nothing by it keeps every commit.
 */
export type Durability = "kept" | "repeatable"

/** Read by every `update`. Whoever sets it does the whole series again when it was not seen to end. */
export const Durability: Context.Reference<Durability> = Context.Reference(
  "@reminisce/store/Durability",
  { defaultValue: (): Durability => "kept" },
)
