// The texts that are sent: which labels they use, and that they hold nothing a caller sent.
// Verifies: ST-05, HO-05
import { assert, describe, it } from "@effect/vitest"
import { memorySchema } from "@reminisce/schema"
import { extendSchema, linkKey, type Plan, type Ref, type StoreSchema } from "@reminisce/store"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { defineText } from "../src/internal/defineText.ts"
import type { OneShot } from "../src/internal/GivenRowsDriver.ts"
import { assignLabels, NO_LABELS } from "../src/internal/Labels.ts"
import { compileLayout } from "../src/internal/Layout.ts"
import { endsOf } from "../src/internal/linkEnds.ts"
import type { OwnerHead } from "../src/internal/OwnerHead.ts"
import { planQueries } from "../src/internal/planQueries.ts"
import { makeTypeDbView } from "../src/internal/TypeDbView.ts"

const labels = assignLabels(NO_LABELS, memorySchema)
const layout = compileLayout(memorySchema, labels)
const head: OwnerHead = {
  owner: "AAAAAAAAAAAAAAAA",
  exists: true,
  sequence: 3,
  lastAt: 1,
  floor: 0,
  slots: { memory: 5 },
}

/** A plan of every kind of write, with the same text in every place that takes one. */
const planWith = (text: string): Plan => {
  const memory = (key: string): Ref => ({ type: "memory", key: key + text })
  const derivation = { conclusion: memory("m"), ground: memory("n") }
  return {
    base: 3,
    id: "p",
    at: 5,
    create: [
      { type: "subject", key: `s${text}`, attributes: { reference: text } },
      {
        type: "association",
        key: `a${text}`,
        attributes: { facets: [text, "x"], recordedAt: 3, reason: text },
      },
    ],
    set: [{ ...memory("m"), attributes: { status: text, cues: [text] } }],
    unset: [{ ...memory("n"), attributes: ["content"] }],
    drop: [{ type: "source", key: text }],
    link: [{ type: "derivation", ends: derivation, attributes: { recordedAt: 3 } }],
    unlink: [
      { type: "citation", key: linkKey([memory("m"), { type: "source", key: text }]) },
      {
        type: "contradiction",
        key: linkKey([
          { type: "derivation", key: linkKey([memory("x"), memory("y")]) },
          memory("z"),
        ]),
      },
    ],
    pages: [],
  }
}

const oneQuery = (queries: ReadonlyArray<OneShot>): OneShot => {
  const [only] = queries
  if (only === undefined || queries.length > 1) throw new Error("not one query")
  return only
}

const planText = (text: string): OneShot =>
  oneQuery(
    planQueries(
      { layout, revision: 1 },
      head,
      planWith(text),
      () => ({ status: `old${text}`, content: text }),
      0,
    ),
  )

/** Every question of a view about the text. */
const questions = (text: string): ReadonlyArray<string> => {
  const texts: Array<string> = []
  const db = {
    version: Effect.void,
    hasDatabase: Effect.succeed(true),
    write: () => Effect.succeed(true),
    createDatabase: Effect.void,
    ask: ({ query }: OneShot) =>
      Effect.sync(() => {
        texts.push(query)
        return []
      }),
  }
  const { view } = makeTypeDbView(db, layout, { kind: "agent", name: text }, head)
  const asked: ReadonlyArray<Effect.Effect<unknown, unknown>> = [
    view.get("memory", [text]),
    view.atSlots("memory", [1]),
    view.scan("memory", { after: text, limit: 10 }),
    view.range("memoryByStatus", { prefix: [text], from: 1, to: 2, limit: 10 }),
    view.range("memoryByTrail", {
      prefix: [],
      from: text,
      after: { values: [text, 1], key: text },
      limit: 10,
      order: "descending",
    }),
    view.count("memoryByCue", [text]),
    view.linked("derivation", "ground", [{ type: "memory", key: text }], { limit: 10 }),
    view.getLinks("derivation", [text]),
    view.scanLinks("derivation", { after: text, limit: 10 }),
    view.changes(1, 10),
  ]
  for (const one of asked) Effect.runSync(Effect.exit(one))
  return texts
}

describe("texts", () => {
  it("are the same whatever a caller sends, for writes and for questions", () => {
    const plain = planText("t")
    const asked = questions("t")
    assert.strictEqual(asked.length, 10)
    fc.assert(
      fc.property(fc.oneof(fc.constant('"; delete $head; #'), fc.string()), (text) => {
        assert.strictEqual(planText(`${text}!`).query, plain.query)
        assert.deepStrictEqual(questions(text), asked)
      }),
    )
  })

  it("of a write carry every value in rows, and the constants in each of them", () => {
    const { givenRows = [] } = planText("Ω")
    for (const row of givenRows) assert.deepInclude(row, { b: 3, a: 5 })
    const values = givenRows.flatMap((row) => Object.values(row))
    for (const value of ["oldΩ", "Ω", "x", "sΩ", "aΩ"]) assert.include(values, value)
  })

  it("of a large plan are several, each of few rows, and only the first looks at the owner and moves it", () => {
    const create = Array.from({ length: 2_500 }, (_, i) => ({
      type: "subject",
      key: String(i),
      attributes: { reference: String(i) },
    }))
    const queries = planQueries(
      { layout, revision: 1 },
      head,
      { ...planWith("t"), create },
      () => ({}),
      0,
    )
    for (const { givenRows = [] } of queries) assert.isAtMost(givenRows.length, 1_000)
    for (const part of ["update $head", "match $store", "$b"])
      assert.deepStrictEqual(
        queries.map(({ query }) => query.includes(part)),
        queries.map((_, i) => i === 0),
        part,
      )
    // Every row takes part, so that nothing is tried.
    for (const { query } of queries) assert.notInclude(query, "try {")
  })

  it("of a plan with long texts are several, each far below what a server takes", () => {
    const note = "\u0001".repeat(60_000)
    const create = Array.from({ length: 8 }, (_, i) => ({
      type: "subject",
      key: String(i),
      attributes: { reference: note },
    }))
    const plan = { ...planWith("t"), create }
    const queries = planQueries({ layout, revision: 1 }, head, plan, () => ({}), 0)
    assert.isAbove(queries.length, 2)
    for (const query of queries) assert.isBelow(JSON.stringify(query).length, 1_100_000)
    const made = queries.flatMap(({ givenRows = [] }) =>
      givenRows.filter((row) => Object.values(row).includes(note)),
    )
    assert.strictEqual(made.length, 8)
  })

  it("do not depend on the order of a plan's writes", () => {
    const plan = planWith("t")
    const turned: Plan = { ...plan, create: [...plan.create].reverse() }
    const query = (of: Plan) =>
      oneQuery(
        planQueries({ layout, revision: 1 }, head, of, () => ({ status: "s", content: "c" }), 0),
      ).query
    assert.strictEqual(query(turned), query(plan))
  })
})

describe("labels", () => {
  it("of the vocabulary are its plain names, but for attributes called like a type", () => {
    assert.deepInclude(labels.types, { memory: "memory", subject: "subject" })
    const { attributes } = labels
    assert.strictEqual(attributes["content:text"], "content")
    assert.strictEqual(attributes["recordedAt:instant"], "recordedAt")
    assert.strictEqual(attributes["subject:text"], "subject-text")
    assert.include(defineText(layout), "entity memory sub stored-record")
  })

  const name = fc.stringMatching(/^[a-z][A-Za-z0-9]{0,3}$/)
  const attributesOf = fc.dictionary(
    fc.oneof(name, fc.constantFrom("from", "isa", "label")),
    fc.record({
      kind: fc.constantFrom("text" as const, "integer" as const, "boolean" as const),
      cardinality: fc.constantFrom("optional" as const, "many" as const),
    }),
    { maxKeys: 4 },
  )
  const records = fc.dictionary(
    fc.oneof(name, fc.constantFrom("match", "entity", "not")),
    fc.record({ attributes: attributesOf }),
    { maxKeys: 4 },
  )
  const schemaOf = (types: StoreSchema["records"]): StoreSchema => ({
    version: 1,
    records: types,
    links: {},
    indexes: {},
    spaces: {},
  })

  it("are different for different things, are no words of the language, and stay once given", () => {
    fc.assert(
      fc.property(records, records, (some, more) => {
        const first = assignLabels(NO_LABELS, schemaOf(some))
        const second = assignLabels(first, schemaOf({ ...more, ...some }))
        const all = [...Object.values(second.types), ...Object.values(second.attributes)]
        assert.strictEqual(new Set(all).size, all.length)
        for (const word of ["from", "isa", "match", "entity", "not"]) assert.notInclude(all, word)
        assert.deepInclude(second.types, first.types)
        assert.deepInclude(second.attributes, first.attributes)
      }),
    )
  })
})

describe("ends", () => {
  const nested = extendSchema(memorySchema, {
    links: {
      note: {
        roles: [
          { name: "on", players: ["contradiction"] },
          { name: "by", players: ["subject"] },
        ],
        attributes: {},
      },
    },
  })
  const key = fc.string({ minLength: 1 }).filter((text) => !/\p{Cc}/u.test(text))

  it("of a link are read back from its key, links among them", () => {
    fc.assert(
      fc.property(key, key, key, key, (a, b, c, d) => {
        const memory = (of: string): Ref => ({ type: "memory", key: of })
        const derivation = { type: "derivation", key: linkKey([memory(a), memory(b)]) }
        const contradiction = { type: "contradiction", key: linkKey([derivation, memory(c)]) }
        const by = { type: "subject", key: d }
        assert.deepStrictEqual(endsOf(nested, "note", linkKey([contradiction, by])), {
          on: contradiction,
          by,
        })
        assert.deepStrictEqual(endsOf(nested, "contradiction", contradiction.key), {
          left: derivation,
          right: memory(c),
        })
      }),
    )
  })
})
