/**
 * The memory vocabulary in the store: what all of this is for.
 *
 * @module
 */
import { memorySchema, readMemories } from "@reminisce/schema"
import { allLinked } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { ref } from "../internal/drafts.ts"
import { expectEqual } from "../internal/expectations.ts"
import { group } from "../internal/group.ts"
import { alice, read, write } from "../internal/opened.ts"

const { onNew } = group("vocabulary")

const memory = (key: string, recordedAt: number, concerns: ReadonlyArray<string>) => ({
  type: "memory",
  key,
  attributes: {
    content: `The gate of ${key} opens at dawn.`,
    aspects: ["semantic", "episodic"],
    basis: "observed",
    confidence: 1_000,
    salience: 1_000_000,
    status: "active",
    recordedAt,
    facets: ["place=gate"],
    concerns,
    recallCount: 0,
    outside: true,
  },
})

export const vocabularyChecks = [
  onNew(
    "holds memories, with their subjects, links and ways to be found",
    (opened) =>
      Effect.gen(function* () {
        yield* write(opened, {
          create: [
            memory("m_1", 10, ["p_1"]),
            memory("m_2", 20, []),
            { type: "subject", key: "p_1", attributes: { reference: "user:7" } },
          ],
          link: [
            {
              type: "concerning",
              ends: { memory: ref("memory", "m_1"), subject: ref("subject", "p_1") },
              attributes: { consentScope: "care", inherited: false },
            },
            {
              type: "derivation",
              ends: { conclusion: ref("memory", "m_2"), ground: ref("memory", "m_1") },
              attributes: { recordedAt: 20 },
            },
          ],
        })
        yield* write(opened, {
          set: [{ ...ref("memory", "m_1"), attributes: { status: "forgotten" } }],
        })
        yield* read(opened, (view) =>
          Effect.gen(function* () {
            const [first, none] = yield* readMemories(view, ["m_1", "m_0"])
            expectEqual(
              [first?.subjects, first?.status, none],
              [["user:7"], "forgotten", undefined],
            )
            expectEqual(first?.aspects, ["episodic", "semantic"])
            const active = yield* view.range("memoryByStatus", { prefix: ["active"], limit: 9 })
            expectEqual(active, [{ values: ["active", 20], key: "m_2" }])
            expectEqual(yield* view.count("memoryByConcern", ["p_1"]), 1)
            const grounds = yield* allLinked(view, "derivation", "conclusion", [
              ref("memory", "m_2"),
            ])
            expectEqual(
              grounds.map(({ ends }) => ends.ground?.key),
              ["m_1"],
            )
          }),
        )
        const owners = yield* opened.admin.ownersWith("subjectByReference", ["user:7"], {
          limit: 9,
        })
        expectEqual(owners, [alice])
      }),
    { schema: memorySchema },
  ),
]
