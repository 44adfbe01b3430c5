/**
 * Focuses by handle: a client carries 22 characters instead of the value. A handle names its
 * content, so the same focus of the same owner and audience always has the same one. They live in
 * this process only, are bounded in number and age, and are never logged.
 *
 * @module
 */
import { createHash } from "node:crypto"
import type { Focus } from "@reminisce/recall-engine"
import { formatOwner, type Owner } from "@reminisce/store"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

export interface FocusHandles {
  /** Keeps a focus and answers its handle: 22 characters of base64url, 132 bits of SHA-256. */
  readonly keep: (
    owner: Owner,
    audience: ReadonlyArray<string>,
    focus: Focus,
  ) => Effect.Effect<string>
  /** Undefined when the handle is unknown here, or has expired. */
  readonly find: (handle: string) => Effect.Effect<Focus | undefined>
}

export interface FocusHandlesOptions {
  /** Most focuses kept; the one used longest ago goes first. Default 1,024. */
  readonly capacity?: number
  /** How long one is kept after its last use, in milliseconds. Default 24 hours. */
  readonly lifeMillis?: number
}

export const makeFocusHandles = ({
  capacity = 1_024,
  lifeMillis = 86_400_000,
}: FocusHandlesOptions = {}): FocusHandles => {
  const kept = new Map<string, { readonly focus: Focus; readonly usedAt: number }>()
  const use = (handle: string, focus: Focus, now: number): void => {
    kept.delete(handle)
    kept.set(handle, { focus, usedAt: now })
    for (const [oldest] of kept) {
      if (kept.size <= capacity) break
      kept.delete(oldest)
    }
  }
  return {
    keep: (owner, audience, focus) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const named = JSON.stringify([formatOwner(owner), audience, focus])
        const handle = createHash("sha256").update(named).digest("base64url").slice(0, 22)
        use(handle, focus, now)
        return handle
      }),
    find: (handle) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const found = kept.get(handle)
        if (found === undefined) return undefined
        if (now - found.usedAt > lifeMillis) {
          kept.delete(handle)
          return undefined
        }
        use(handle, found.focus, now)
        return found.focus
      }),
  }
}
