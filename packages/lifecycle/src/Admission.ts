/**
 * The door every write passes after its caps were checked: the secret guard, then the aspects that
 * want a reviewer, then the host's policy. The first refusal ends it, before the store is touched.
 *
 * @module
 */

import type { Guard, GuardField, SecretRefused } from "@reminisce/guard"
import { Held, type Refused } from "@reminisce/schema"
import type { Owner } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { ownerFields } from "./guardedFields.ts"
import type { LifecycleSettings } from "./LifecycleOptions.ts"
import {
  askPolicy,
  type HostPolicy,
  isReviewed,
  type PolicyAttributes,
  type PolicyFailed,
} from "./Policy.ts"

/** How a new memory enters: `held` when the guard holds it, and nobody has reviewed it. */
export type EntryStatus = "active" | "held"

/**
 * Why a write did not pass the door. `Held`: `secret` by the guard, where there is no new memory that
 * could be held instead; `review` by an aspect or the policy.
 */
export type AdmissionRefusal = SecretRefused | Held | Refused | PolicyFailed

export type Admit = (
  owner: Owner,
  fields: ReadonlyArray<GuardField>,
  attributes: PolicyAttributes,
) => Effect.Effect<EntryStatus, AdmissionRefusal>

export const makeAdmission = (
  guard: Guard["Service"],
  policy: HostPolicy,
  settings: LifecycleSettings,
): Admit =>
  Effect.fnUntraced(function* (owner, fields, attributes) {
    const reviewed = isReviewed(attributes)
    const verdict = yield* guard.check([...ownerFields(owner), ...fields])
    const isHeld = verdict !== "clear" && !reviewed
    if (isHeld && attributes.operation !== "remember") return yield* new Held({ rule: "secret" })
    const wantsReview =
      "aspects" in attributes &&
      attributes.aspects.some((aspect) => settings.reviewAspects.includes(aspect))
    if (wantsReview && !reviewed) return yield* new Held({ rule: "review" })
    yield* askPolicy(policy, owner, attributes)
    return isHeld ? "held" : "active"
  })
