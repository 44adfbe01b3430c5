// Which sources go with the memories that cite them, against a count of every citation.
import { assert, describe, it } from "@effect/vitest"
import type { Ref, StoreLink, View } from "@reminisce/store"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { planSources } from "../src/internal/planSources.ts"

const citation = (memory: number, source: number): StoreLink => ({
  type: "citation",
  key: `m${String(memory).padStart(4, "0")} s${source}`,
  ends: {
    citing: { type: "memory", key: `m${memory}` },
    cited: { type: "source", key: `s${source}` },
  },
  attributes: { ordinal: 0 },
})

/** As a store answers: by key, no more than the limit. */
const viewOf = (links: ReadonlyArray<StoreLink>): Pick<View, "linked" | "scanLinks"> => ({
  scanLinks: () => Effect.succeed(links.slice(0, 1)),
  linked: (_, role, players, { after = "", limit }) =>
    Effect.succeed(
      links
        .filter(
          ({ key, ends }) => key > after && players.some((each) => each.key === ends[role]?.key),
        )
        .slice(0, limit),
    ),
})

const keys = (refs: ReadonlyArray<Ref>): ReadonlyArray<string> => refs.map(({ key }) => key).sort()

describe("planSources", () => {
  it.effect.prop(
    "drops those that nobody else cites, however often the others are cited",
    { going: Schema.Int, popular: Schema.Int },
    ({ going, popular }) =>
      Effect.gen(function* () {
        const leaving = 1 + (Math.abs(going) % 130)
        const others = Math.abs(popular) % 400
        const links = [
          // Each has a source of its own, and every third one of two that others cite, too.
          ...Array.from({ length: leaving }, (_, i) => citation(i, i)),
          ...Array.from({ length: leaving }, (_, i) => citation(i, 1_000 + (i % 2))).filter(
            (_, i) => i % 3 === 0,
          ),
          ...Array.from({ length: others }, (_, i) => citation(2_000 + i, 1_000)),
          citation(9_000, 1_001),
        ].sort((a, b) => (a.key < b.key ? -1 : 1))
        const memories = Array.from({ length: leaving }, (_, i) => ({
          type: "memory",
          key: `m${i}`,
        }))
        const planned = yield* planSources(viewOf(links) as View, memories)
        const isTheirs = ({ ends }: StoreLink): boolean =>
          memories.some(({ key }) => key === ends.citing?.key)
        const stays = (key: string): boolean =>
          links.some((link) => link.ends.cited?.key === key && !isTheirs(link))
        const cited = [
          ...new Set(links.filter(isTheirs).flatMap(({ ends }) => ends.cited?.key ?? [])),
        ]
        assert.deepStrictEqual(keys(planned.unlink), keys(links.filter(isTheirs)))
        assert.deepStrictEqual(keys(planned.drop), cited.filter((key) => !stays(key)).sort())
        assert.deepStrictEqual([...planned.shared].sort(), cited.filter(stays).sort())
      }),
  )
})
