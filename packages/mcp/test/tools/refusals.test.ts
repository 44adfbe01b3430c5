import { SecretRefused } from "@reminisce/guard"
import { NotIntention, PolicyFailed } from "@reminisce/lifecycle"
import { Exists, Held, Invalid, NotActive, NotFound, Refused, TooLarge } from "@reminisce/schema"
import { StoreError, StoreErrorReason } from "@reminisce/store"
import { assert, describe, it } from "vitest"
import { type LibraryRefusal, MEMORY_ERRORS, toToolRefusal } from "../../src/tools/refusals.ts"

const examples: {
  readonly [Tag in Exclude<LibraryRefusal["_tag"], "StoreError">]: LibraryRefusal
} = {
  Invalid: new Invalid({ field: "content", rule: "pattern" }),
  TooLarge: new TooLarge({ field: "content", cap: 10 }),
  SecretRefused: new SecretRefused({ field: "content", families: ["a", "b"] }),
  Held: new Held({ rule: "person" }),
  Refused: new Refused({ rule: "reserved-aspect" }),
  PolicyFailed: new PolicyFailed(),
  Exists: new Exists({ key: "zebrafish" }),
  NotFound: new NotFound(),
  NotActive: new NotActive({ status: "forgotten" }),
  NotIntention: new NotIntention(),
}

/** Every reason there is, with the least each can be made of. */
const reasons = StoreErrorReason.members.map((Reason) => {
  const facts: Record<string, unknown> = {
    what: "zebrafish",
    attempts: 1,
    type: "zebrafish",
    bytes: 1,
    cap: 1,
    horizon: 1,
    stored: 1,
    expected: 2,
    option: "zebrafish",
    capability: "zebrafish",
    work: "upgrading",
    facts: ["zebrafish"],
    rule: ["permission", "integer"].at(Reason.fields._tag.schema.literal === "NoPlace" ? 0 : 1),
  }
  const named = Object.keys(Reason.fields).filter((name) => name in facts)
  return new (Reason as new (fields: object) => StoreErrorReason)(
    Object.fromEntries(named.map((name) => [name, facts[name]])),
  )
})

const every = [
  ...Object.values(examples),
  ...reasons.map((reason) => new StoreError({ operation: "read", reason })),
].map((error) => ({ error, refusal: toToolRefusal(error) }))

describe("a library's error", () => {
  it("has a code that the tools declare, and every code is in use", () => {
    assert.lengthOf(reasons, StoreErrorReason.members.length)
    assert.sameMembers([...new Set(every.map(({ refusal }) => refusal.code))], [...MEMORY_ERRORS])
  })

  it("says field and rule where it has them", () => {
    const refusalOf = (error: LibraryRefusal) => ({ ...toToolRefusal(error) })
    assert.deepInclude(refusalOf(examples.Invalid), { field: "content", rule: "pattern" })
    assert.deepInclude(refusalOf(examples.TooLarge), { field: "content", rule: "cap:10" })
    assert.deepInclude(refusalOf(examples.SecretRefused), { field: "content", rule: "a b" })
    assert.deepInclude(refusalOf(examples.NotActive), { rule: "status:forgotten" })
    assert.deepInclude(refusalOf(examples.Exists), { field: "key" })
  })

  it("never hands on a key, a type or what an engine said", () => {
    assert.include(JSON.stringify(every.map(({ error }) => error)), "zebrafish")
    assert.notInclude(JSON.stringify(every.map(({ refusal }) => refusal)), "zebrafish")
  })

  it("tells apart what a retry can help", () => {
    const retried = every.filter(({ refusal }) => refusal.rule === "retry")
    assert.sameMembers(
      retried.map(({ error }) => (error._tag === "StoreError" ? error.reason._tag : error._tag)),
      ["Contended", "Moved", "Unavailable"],
    )
  })
})
