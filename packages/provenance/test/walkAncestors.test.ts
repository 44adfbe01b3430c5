// Verifies: ME-32, WH-03, WH-09, WH-14
import { assert, describe, it } from "@effect/vitest"
import { Provenance } from "@reminisce/provenance"
import { MemoryStore, type View } from "@reminisce/store"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { makeSight } from "../src/Sight.ts"
import { walkAncestors } from "../src/walkAncestors.ts"
import { alice, derivation, memory, plant, stores, subject, world } from "./support/plant.ts"

const small = (maximum: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum }))
const Graph = Schema.Struct({
  /** Whom each memory concerns: nobody, one of two people, or both. */
  about: Schema.Tuple([
    small(3),
    small(3),
    small(3),
    small(3),
    small(3),
    small(3),
    small(3),
    small(3),
  ]),
  edges: Schema.Array(Schema.Tuple([small(7), small(7)])).check(Schema.isMaxLength(20)),
  audience: small(3),
  depth: small(8),
  most: small(8),
})
type Graph = Schema.Schema.Type<typeof Graph>

const people = (mask: number): ReadonlyArray<string> =>
  ["p0", "p1"].filter((_, i) => (mask & (1 << i)) !== 0)
const name = (node: number): string => `m${node}`

const plantGraph = ({ about, edges }: Graph) => {
  const distinct = new Map(edges.map(([from, to]) => [`${from}-${to}`, [from, to] as const]))
  return plant(alice, {
    create: [
      ...["p0", "p1"].map(subject),
      ...about.map((mask, node) => memory(name(node), {}, people(mask))),
    ],
    link: [...distinct.values()].map(([from, to]) => derivation(name(from), name(to))),
  })
}

/** The same by definition: paths of growing length through what can be seen. */
const naive = ({ about, edges, audience, depth, most }: Graph) => {
  const isSeen = (node: number): boolean => ((about[node] ?? 0) & ~audience) === 0
  const grounds = (node: number): ReadonlyArray<number> =>
    [
      ...new Set(edges.filter(([from, to]) => from === node && isSeen(to)).map(([, to]) => to)),
    ].sort()
  const depths = new Map<number, number>([[0, 0]])
  const ancestors: Array<{ key: string; depth: number; grounds: ReadonlyArray<string> }> = []
  let truncated = false
  for (let step = 1; step <= 8; step++) {
    const level = [...depths].filter(([, at]) => at === step - 1).map(([node]) => node)
    const next = [...new Set(level.flatMap(grounds))].filter((node) => !depths.has(node)).sort()
    if (step > depth && next.length > 0) truncated = true
    if (step > depth || truncated) break
    for (const node of next) {
      if (ancestors.length === most) {
        truncated = true
        break
      }
      depths.set(node, step)
      ancestors.push({ key: name(node), depth: step, grounds: grounds(node).map(name) })
    }
  }
  return { grounds: grounds(0).map(name), ancestors, truncated }
}

/** How many questions a view is asked. */
const counting = (view: View): { readonly view: View; readonly asked: () => number } => {
  let asked = 0
  const counted = new Proxy(view, {
    get: (target, method: keyof View) => {
      const value = target[method]
      if (typeof value === "function") asked++
      return value
    },
  })
  return { view: counted, asked: () => asked }
}

const walk = (key: string, depth: number) =>
  Effect.flatMap(MemoryStore, (store) =>
    store.read(
      alice,
      Effect.fnUntraced(function* (view) {
        const counted = counting(view)
        const sight = yield* makeSight(counted.view, [])
        const found = yield* walkAncestors(sight, key, { depth, most: 20_000 })
        return { ...found, asked: counted.asked() }
      }),
    ),
  )

describe.each(stores)("walkAncestors over $name", ({ layer, sparing }) => {
  it.effect.prop(
    "finds what a walk by definition finds, in any graph, for any audience and bounds",
    [Graph],
    ([graph]) =>
      Effect.gen(function* () {
        yield* plantGraph(graph)
        const store = yield* MemoryStore
        const audience = people(graph.audience).map((key) => `ref-${key}`)
        const found = yield* store.read(
          alice,
          Effect.fnUntraced(function* (view) {
            return yield* walkAncestors(yield* makeSight(view, audience), name(0), graph)
          }),
        )
        assert.deepStrictEqual(
          {
            ...found,
            ancestors: found.ancestors.map((each) => ({
              key: each.memory.key,
              depth: each.depth,
              grounds: each.grounds,
            })),
          },
          naive(graph),
        )
      }).pipe(Effect.provide(world(layer))),
    { timeout: 240_000, arbitrary: { runs: Math.ceil(300 / sparing), size: 20 } },
  )

  const length = 10_000
  const chain = (isClosed: boolean) =>
    plant(alice, {
      create: Array.from({ length }, (_, i) => memory(name(i))),
      link: Array.from({ length: isClosed ? length : length - 1 }, (_, i) =>
        derivation(name(i), name((i + 1) % length)),
      ),
    })

  it.effect("follows a chain of 10,000 to the depth asked for and no further", () =>
    Effect.gen(function* () {
      yield* chain(false)
      const { why } = yield* Provenance
      const told = yield* why(alice, name(0), { depth: 64 })
      assert.deepStrictEqual(
        told.ancestors.map((each) => each.memory.key),
        Array.from({ length: 64 }, (_, i) => name(i + 1)),
      )
      assert.isTrue(told.truncated)
      assert.strictEqual((yield* why(alice, name(0))).ancestors.length, 5)
      const end = yield* why(alice, name(length - 5), { depth: 4 })
      assert.deepStrictEqual([end.ancestors.length, end.truncated], [4, false])
    }).pipe(Effect.provide(world(layer))),
  )

  it.effect("ends a cycle where it began, however long", () =>
    Effect.gen(function* () {
      yield* plant(alice, {
        create: ["a", "b", "c", "self"].map((key) => memory(key)),
        link: [
          derivation("a", "b"),
          derivation("b", "c"),
          derivation("c", "a"),
          derivation("self", "self"),
        ],
      })
      const { why } = yield* Provenance
      const told = yield* why(alice, "a", { depth: 64 })
      assert.deepStrictEqual(
        told.ancestors.map((each) => [each.memory.key, each.depth, each.grounds]),
        [
          ["b", 1, ["c"]],
          ["c", 2, ["a"]],
        ],
      )
      assert.isFalse(told.truncated)
      const alone = yield* why(alice, "self")
      assert.deepStrictEqual(
        [alone.ancestors, alone.grounds, alone.truncated],
        [[], ["self"], false],
      )
      yield* chain(true)
      assert.strictEqual((yield* why(alice, name(9_990), { depth: 64 })).ancestors.length, 64)
    }).pipe(Effect.provide(world(layer))),
  )

  it.effect("asks two questions a level of some hundred memories, as of one", () =>
    Effect.gen(function* () {
      const wide = Array.from({ length: 20 }, (_, i) => `w${i}`)
      const wider = wide.flatMap((above) =>
        Array.from({ length: 20 }, (_, i) => [above, `${above}-${i}`] as const),
      )
      yield* plant(alice, {
        create: [
          memory("narrow-0"),
          memory("narrow-1"),
          memory("narrow-2"),
          memory("top"),
          ...wide.map((key) => memory(key)),
          ...wider.map(([, key]) => memory(key)),
        ],
        link: [
          derivation("narrow-0", "narrow-1"),
          derivation("narrow-1", "narrow-2"),
          ...wide.map((key) => derivation("top", key)),
          ...wider.map(([above, key]) => derivation(above, key)),
        ],
      })
      const narrow = yield* walk("narrow-0", 64)
      const broad = yield* walk("top", 64)
      assert.deepStrictEqual([narrow.ancestors.length, broad.ancestors.length], [2, 420])
      assert.strictEqual(broad.asked, narrow.asked)
    }).pipe(Effect.provide(world(layer))),
  )
})
