/**
 * The writers of new memories: remember, rememberMany, supersede.
 *
 * @module
 */
import {
  decodeNewMemory,
  decodeOwner,
  fingerprintOf,
  Invalid,
  Limits,
  type Memory,
  type RememberRequest,
  TooLarge,
  withSealer,
} from "@reminisce/schema"
import { type MemoryStore, type Owner, quietSpan } from "@reminisce/store"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { decodeKey, decodeSupersedeOptions } from "./ActOptions.ts"
import type { AdmissionRefusal, Admit } from "./Admission.ts"
import { actFields, memoryFields } from "./guardedFields.ts"
import type { Candidate } from "./Known.ts"
import type { LifecycleSettings } from "./LifecycleOptions.ts"
import type { LifecycleService, RememberAnswer, RememberRefusal } from "./LifecycleService.ts"
import { linkedText } from "./linkedText.ts"
import { planRemember } from "./planRemember.ts"
import { planSupersede } from "./planSupersede.ts"
import { saidAttributes } from "./saidAttributes.ts"

/** Requests looked at from one turn of everything else to the next. */
const REQUESTS = 50

export const makeRemember = (
  store: MemoryStore["Service"],
  admit: Admit,
  { aspects }: LifecycleSettings,
): Pick<LifecycleService, "remember" | "rememberMany" | "supersede"> => {
  const accept = Effect.fnUntraced(function* (
    owner: Owner,
    request: RememberRequest,
  ): Effect.fn.Return<Candidate, AdmissionRefusal | Invalid | TooLarge> {
    const memory = yield* decodeNewMemory(request, aspects)
    const fields = memoryFields(memory)
    const status = yield* admit(owner, fields, { operation: "remember", ...memory })
    return {
      memory,
      fingerprint: fingerprintOf(saidAttributes(memory), linkedText(memory)),
      status,
    }
  })

  const write: MemoryStore["Service"]["update"] = (owner, decide) =>
    withSealer(store, store.update(owner, decide))

  return {
    remember: Effect.fnUntraced(function* (owner, request) {
      const who = yield* decodeOwner(owner)
      const item = Result.succeed(yield* accept(who, request))
      const [answer] = yield* write(who, (view, at) => planRemember(view, [item], at))
      if (answer === undefined) return yield* Effect.die("an answer for each candidate")
      return yield* Effect.fromResult(answer)
    }, quietSpan("Lifecycle.remember")),

    rememberMany: Effect.fnUntraced(function* (owner, requests) {
      const who = yield* decodeOwner(owner)
      if (!Array.isArray(requests)) return yield* new Invalid({ field: "memories", rule: "type" })
      if (requests.length > Limits.many) {
        return yield* new TooLarge({ field: "memories", cap: Limits.many })
      }
      const accepted = yield* Effect.forEach(requests, (request, i) =>
        Effect.andThen(
          (i + 1) % REQUESTS === 0 ? Effect.yieldNow : Effect.void,
          Effect.result(accept(who, request)),
        ),
      )
      const kept = yield* write(who, (view, at) => planRemember(view, accepted, at))
      return kept.map(toAnswer)
    }, quietSpan("Lifecycle.rememberMany")),

    supersede: Effect.fnUntraced(function* (owner, key, request, options) {
      const who = yield* decodeOwner(owner)
      const old = yield* decodeKey(key)
      const { reason } = yield* decodeSupersedeOptions(options ?? {})
      const memory = yield* decodeNewMemory(request, aspects)
      const fields = [...memoryFields(memory), ...actFields({ reason })]
      const status = yield* admit(who, fields, {
        operation: "supersede",
        ...memory,
        supersedes: old,
        reason,
      })
      const candidate: Candidate = {
        memory,
        fingerprint: fingerprintOf(saidAttributes(memory), linkedText(memory)),
        status,
      }
      const note = { reason, by: memory.reviewedBy }
      return yield* write(who, (view, at) => planSupersede(view, old, candidate, note, at))
    }, quietSpan("Lifecycle.supersede")),
  }
}

const toAnswer = (result: Result.Result<Memory, RememberRefusal>): RememberAnswer =>
  Result.isSuccess(result) ? { ok: result.success } : { refusal: result.failure }
