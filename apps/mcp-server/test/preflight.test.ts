// Verifies: MC-30, MC-31
import { StoreError, StoreErrorReason } from "@reminisce/store"
import { assert, it } from "vitest"
import { openFault, storeFault } from "../src/preflight.ts"

const place = { owner: "agent:alice", filename: "/data/memory.db" }

/** Every reason there is, with facts that must not be told as they are. */
const reasons = StoreErrorReason.members.map((Reason) => {
  const tag = Reason.fields._tag.schema.literal
  const facts: Record<string, unknown> = {
    what: "zebrafish",
    attempts: 1,
    type: "zebrafish",
    bytes: 1,
    cap: 1,
    horizon: 1,
    stored: 1,
    expected: 2,
    option: "timeout",
    capability: "zebrafish",
    work: "upgrading",
    facts: ["memory.content: text"],
    rule: tag === "NoPlace" ? "permission" : "integer",
  }
  const named = Object.keys(Reason.fields).filter((name) => name in facts)
  return new (Reason as new (fields: object) => StoreErrorReason)(
    Object.fromEntries(named.map((name) => [name, facts[name]])),
  )
})

/** What a person can do, in words that stand in the sentence. */
const ADVICE = /\b(give|try|run|check|update|remove|find|leave|start)\b/i

const servers = [
  { kind: "typedb", url: "http://127.0.0.1:8000", database: "reminisce" },
  { kind: "postgres", url: "postgres://app@127.0.0.1/app" },
] as const

it("says the same of a server, in words that are of a server", () => {
  for (const store of servers)
    for (const reason of reasons) {
      const sentence = storeFault(place, store, new StoreError({ operation: "open", reason }))
      assert.match(sentence, ADVICE, reason._tag)
      assert.notInclude(sentence, "zebrafish")
      if (["Unavailable", "NotAStore", "NoPlace"].includes(reason._tag))
        assert.notMatch(sentence, /sqlite|folder|another process/, reason._tag)
    }
})

it("says for every reason a store can have what to do, and no word of what an engine said", () => {
  assert.isAtLeast(reasons.length, 13)
  for (const reason of reasons) {
    const sentence = openFault(place, new StoreError({ operation: "open", reason }))
    assert.match(sentence, ADVICE, reason._tag)
    assert.notInclude(sentence, "zebrafish")
    assert.notInclude(sentence, "undefined")
  }
  const newer = StoreErrorReason.members.find(
    (Reason) => Reason.fields._tag.schema.literal === "SchemaMismatch",
  )
  assert.isDefined(newer)
  const Mismatch = newer as unknown as new (fields: object) => StoreErrorReason
  const sentenceOf = (stored: number): string =>
    openFault(
      place,
      new StoreError({ operation: "open", reason: new Mismatch({ stored, expected: 2 }) }),
    )
  assert.match(sentenceOf(3), /newer reminisce.*update/)
  assert.match(sentenceOf(1), /older reminisce.*upgrade/)
})
