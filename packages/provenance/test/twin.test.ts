// Verifies: ME-32, WH-05, WH-13
import { assert, describe, it } from "@effect/vitest"
import { Provenance } from "@reminisce/provenance"
import { type Draft, type LinkWrite, linkKey, type MemoryStore, type Ref } from "@reminisce/store"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import {
  alice,
  contradiction,
  derivation,
  membership,
  memory,
  plant,
  ref,
  stores,
  subject,
  supersession,
  world,
} from "./support/plant.ts"

const node = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 5 }))
const pairs = Schema.Array(Schema.Tuple([node, node])).check(Schema.isMaxLength(8))
const Web = Schema.Struct({
  /** Whether each memory concerns the person. */
  about: Schema.Tuple([
    Schema.Boolean,
    Schema.Boolean,
    Schema.Boolean,
    Schema.Boolean,
    Schema.Boolean,
    Schema.Boolean,
  ]),
  derivations: pairs,
  /** Newer by older. */
  supersessions: pairs,
  /** Between the first memory and the derivation of that place, or the second if there is none. */
  contradictions: Schema.Array(Schema.Tuple([node, node])).check(Schema.isMaxLength(4)),
  associations: Schema.Array(
    Schema.Array(node).check(Schema.isMinLength(2), Schema.isMaxLength(4)),
  ).check(Schema.isMaxLength(3)),
})
type Web = Schema.Schema.Type<typeof Web>

const name = (index: number): string => `m${index}`

/** The web as a draft, keeping only what rests on memories of `kept`. */
const draftOf = (web: Web, kept: (index: number) => boolean): Draft => {
  const links = new Map<string, LinkWrite>()
  const add = (mark: string, link: LinkWrite, ...nodes: ReadonlyArray<number>) => {
    if (nodes.every(kept)) links.set(mark, link)
  }
  for (const [a, b] of web.derivations) add(`d${a}-${b}`, derivation(name(a), name(b)), a, b)
  for (const [a, b] of web.supersessions) add(`s${a}-${b}`, supersession(name(a), name(b)), a, b)
  for (const [a, place] of web.contradictions) {
    const pair = web.derivations[place]
    const claim: Ref =
      pair === undefined
        ? ref(name(place))
        : { type: "derivation", key: linkKey([ref(name(pair[0])), ref(name(pair[1]))]) }
    const sides = [`${claim.type} ${claim.key}`, `memory ${name(a)}`].sort()
    if (sides[0] !== sides[1])
      add(`c${sides.join()}`, contradiction(ref(name(a)), claim), a, ...(pair ?? [place]))
  }
  const associations = web.associations.flatMap((members, i) =>
    members.every(kept)
      ? [{ type: "association", key: `a_${i}`, attributes: { recordedAt: 0, facets: [`n=${i}`] } }]
      : [],
  )
  for (const [i, members] of web.associations.entries()) {
    for (const member of members)
      add(`m${i}-${member}`, membership(`a_${i}`, name(member)), ...members)
  }
  return {
    create: [
      ...(kept(-1) ? [subject("p0")] : []),
      ...web.about.flatMap((isAbout, i) =>
        kept(i) ? [memory(name(i), {}, isAbout ? ["p0"] : [])] : [],
      ),
      ...associations,
    ],
    link: [...links.values()],
  }
}

const explain = (
  layer: () => Layer.Layer<MemoryStore>,
  draft: Draft,
  keys: ReadonlyArray<string>,
) =>
  Effect.gen(function* () {
    yield* plant(alice, draft)
    const { why } = yield* Provenance
    return yield* Effect.forEach(keys, (key) => why(alice, key, { depth: 64 }))
  }).pipe(Effect.provide(world(layer)))

describe.each(stores)("why over $name", ({ layer, sparing }) => {
  it.effect.prop(
    "answers those who may not see a person's memories as a store without them would",
    [Web],
    ([web]) =>
      Effect.gen(function* () {
        const open = web.about.flatMap((isAbout, i) => (isAbout ? [] : [i]))
        const full = yield* explain(
          layer,
          draftOf(web, () => true),
          open.map(name),
        )
        const twin = yield* explain(
          layer,
          draftOf(web, (i) => open.includes(i)),
          open.map(name),
        )
        assert.deepStrictEqual(full, twin)
      }),
    { timeout: 240_000, arbitrary: { runs: Math.ceil(200 / sparing), size: 12 } },
  )
})
