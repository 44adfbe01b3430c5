/**
 * The writers of what happens to memories that exist: forget, unforget, fulfil, relate, markRecalled.
 *
 * @module
 */
import { decodeOwner, KeyInput, Limits, list, makeDecoder } from "@reminisce/schema"
import { type MemoryStore, quietSpan } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { decodeActOptions, decodeFulfilOptions, decodeKey } from "./ActOptions.ts"
import type { Admit } from "./Admission.ts"
import { actFields, relationFields } from "./guardedFields.ts"
import type { LifecycleService } from "./LifecycleService.ts"
import { planForget, planFulfil, planUnforget } from "./planAct.ts"
import { planRecalled } from "./planRecalled.ts"
import { planRelate } from "./planRelate.ts"
import { decodeNewRelation } from "./Relation.ts"

const decodeKeys = makeDecoder(list(KeyInput, Limits.many), "keys")

export const makeActs = (
  store: MemoryStore["Service"],
  admit: Admit,
): Omit<LifecycleService, "remember" | "rememberMany" | "supersede"> => ({
  forget: Effect.fnUntraced(function* (owner, key, options) {
    const who = yield* decodeOwner(owner)
    const target = yield* decodeKey(key)
    const { reason, reviewedBy } = yield* decodeActOptions(options ?? {})
    const act = { key: target, reason, reviewedBy }
    yield* admit(who, actFields(act), { operation: "forget", ...act })
    return yield* store.update(who, (view, at) =>
      planForget(view, target, { reason, by: reviewedBy }, at),
    )
  }, quietSpan("Lifecycle.forget")),

  unforget: Effect.fnUntraced(function* (owner, key, options) {
    const who = yield* decodeOwner(owner)
    const target = yield* decodeKey(key)
    const { reason, reviewedBy } = yield* decodeActOptions(options ?? {})
    const act = { key: target, reason, reviewedBy }
    yield* admit(who, actFields(act), { operation: "unforget", ...act })
    return yield* store.update(who, (view, at) =>
      planUnforget(view, target, { reason, by: reviewedBy }, at),
    )
  }, quietSpan("Lifecycle.unforget")),

  fulfil: Effect.fnUntraced(function* (owner, key, options) {
    const who = yield* decodeOwner(owner)
    const target = yield* decodeKey(key)
    const { reason, reviewedBy, by } = yield* decodeFulfilOptions(options ?? {})
    const act = { key: target, by, reason, reviewedBy }
    yield* admit(who, actFields(act), { operation: "fulfil", ...act })
    return yield* store.update(who, (view, at) =>
      planFulfil(view, target, by, { reason, by: reviewedBy }, at),
    )
  }, quietSpan("Lifecycle.fulfil")),

  relate: Effect.fnUntraced(function* (owner, kind, members, options) {
    const who = yield* decodeOwner(owner)
    const relation = yield* decodeNewRelation({ ...options, kind, members })
    yield* admit(who, relationFields(relation), { operation: "relate", ...relation })
    return yield* store.update(who, (view, at) => planRelate(view, relation, at))
  }, quietSpan("Lifecycle.relate")),

  markRecalled: Effect.fnUntraced(function* (owner, keys) {
    const who = yield* decodeOwner(owner)
    const targets = [...new Set(yield* decodeKeys(keys))]
    yield* admit(who, [], { operation: "markRecalled", keys: targets })
    if (targets.length === 0) return 0
    return yield* store.update(who, (view, at) => planRecalled(view, targets, at))
  }, quietSpan("Lifecycle.markRecalled")),
})
