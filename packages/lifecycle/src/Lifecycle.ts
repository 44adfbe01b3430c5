/**
 * THE WRITE PATH. Everything that is remembered, replaced, related or put away passes here: caps
 * first, then the secret guard, then the host's policy, then one transaction of the store. Writers
 * are the owner's own acts and take no audience; only what is answered to others is filtered by one.
 *
 * @module
 */

import { Guard } from "@reminisce/guard"
import type { Invalid } from "@reminisce/schema"
import { MemoryStore } from "@reminisce/store"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { makeAdmission } from "./Admission.ts"
import { guardSchema } from "./guardSchema.ts"
import { checkSettings, LifecycleOptions } from "./LifecycleOptions.ts"
import type { LifecycleService } from "./LifecycleService.ts"
import { makeActs } from "./makeActs.ts"
import { makeRemember } from "./makeRemember.ts"
import { Policy } from "./Policy.ts"

export class Lifecycle extends Context.Service<Lifecycle, LifecycleService>()(
  "@reminisce/lifecycle/Lifecycle",
) {
  /**
   * Fails with `Invalid` naming the option of `LifecycleOptions` that is out of its range, or `schema` when a
   * name a host gave there holds what looks like a credential.
   */
  static readonly layer: Layer.Layer<Lifecycle, Invalid, MemoryStore | Guard> = Layer.effect(
    Lifecycle,
    Effect.gen(function* () {
      const store = yield* MemoryStore
      const settings = yield* checkSettings(yield* LifecycleOptions)
      const guard = yield* Guard
      yield* guardSchema(guard, store.schema)
      const admit = makeAdmission(guard, yield* Policy, settings)
      return Lifecycle.of({
        ...makeRemember(store, admit, settings),
        ...makeActs(store, admit),
      })
    }),
  )
}
