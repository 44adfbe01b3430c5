// Verifies: ME-20, ST-16
import { assert, describe, it } from "@effect/vitest"
import { ASPECTS, decodeNewMemory, fingerprintOf } from "@reminisce/schema"
import { countingIdentifiers, Identifiers } from "@reminisce/store"
import * as Effect from "effect/Effect"
import type { Known } from "../src/Known.ts"
import { linkedText } from "../src/linkedText.ts"
import { planMemory } from "../src/planMemory.ts"
import { saidAttributes } from "../src/saidAttributes.ts"
import { note } from "./support/world.ts"

const known = (): Known => ({
  owner: { kind: "agent", name: "alice" },
  memories: new Map([
    [
      "ground",
      {
        record: {
          type: "memory",
          key: "ground",
          attributes: { status: "active", aspects: [], outside: true, concerns: ["p_1"] },
        },
        scopes: new Map([["p_1", "theirs"]]),
        linked: undefined,
      },
    ],
  ]),
  alike: new Map(),
  sources: new Map([["doc:known", "s_1"]]),
  subjects: new Map(),
  references: new Map([["p_1", "person-1"]]),
})

const key = (n: number): string => n.toString(16).padStart(32, "0")

describe("planMemory", () => {
  it.effect("turns what is known and what is said into a draft, without a store", () =>
    Effect.gen(function* () {
      const request = note("New.", {
        derivedFrom: ["ground"],
        sources: ["doc:new", "doc:known"],
        subjects: [{ ref: "person-2", consentScope: "ours" }],
      })
      const memory = yield* decodeNewMemory(request, ASPECTS)
      const fingerprint = fingerprintOf(saidAttributes(memory), linkedText(memory))
      const board = known()
      const planned = yield* planMemory(board, { memory, fingerprint, status: "active" }, 7)
      const fresh = { type: "memory", key: `m_${key(2)}` }
      const person = { type: "subject", key: `p_${key(0)}` }
      const source = { type: "source", key: `s_${key(1)}` }
      assert.deepStrictEqual(planned.draft, {
        create: [
          { ...person, attributes: { reference: "person-2" } },
          { ...source, attributes: { reference: "doc:new" } },
          {
            ...fresh,
            attributes: {
              content: "New.",
              aspects: ["semantic"],
              basis: "told",
              confidence: 1_000,
              salience: 1_000_000,
              status: "active",
              recordedAt: 7,
              facets: [],
              cues: [],
              concerns: ["p_1", person.key].sort(),
              recallCount: 0,
              outside: true,
              fingerprint,
            },
          },
        ],
        link: [
          {
            type: "derivation",
            ends: { conclusion: fresh, ground: { type: "memory", key: "ground" } },
            attributes: { recordedAt: 7 },
          },
          { type: "citation", ends: { citing: fresh, cited: source }, attributes: { ordinal: 0 } },
          {
            type: "citation",
            ends: { citing: fresh, cited: { type: "source", key: "s_1" } },
            attributes: { ordinal: 1 },
          },
          {
            type: "concerning",
            ends: { memory: fresh, subject: person },
            attributes: { consentScope: "ours", inherited: false },
          },
          {
            type: "concerning",
            ends: { memory: fresh, subject: { type: "subject", key: "p_1" } },
            attributes: { consentScope: "theirs", inherited: true },
          },
        ],
      })
      assert.deepStrictEqual(planned.memory.subjects, ["person-1", "person-2"])
      const again = yield* planMemory(board, { memory, fingerprint, status: "active" }, 8)
      assert.deepStrictEqual(again, { memory: planned.memory, draft: {} })
    }).pipe(Effect.provideService(Identifiers, countingIdentifiers())),
  )
})
