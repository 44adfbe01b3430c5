// What a host has added, what a withdrawal is limited to, what is held about a person, and what a
// check finds.
// Verifies: ER-06, ER-10, ER-12, HO-03, HO-04, AF-28, AF-29, LM-18
import { assert, describe, it } from "@effect/vitest"
import { Erasure, ErasureOptions, isReceiptIntact, renderReport } from "@reminisce/erasure"
import { Lifecycle } from "@reminisce/lifecycle"
import { memorySchema } from "@reminisce/schema"
import { type Attributes, type Draft, MemoryStore, type StoreSchema } from "@reminisce/store"
import * as Effect from "effect/Effect"
import {
  about,
  alice,
  everything,
  person,
  record,
  secretWords,
  stores,
  story,
  told,
  world,
} from "./support/world.ts"

const write = (draft: Draft) =>
  Effect.flatMap(MemoryStore, (store) =>
    store.update(alice, () => Effect.succeed({ answer: undefined, draft })),
  )

const memory = (key: string, attributes: Attributes) => ({
  type: "memory",
  key,
  attributes: {
    aspects: ["semantic"],
    basis: "told",
    confidence: 1_000,
    salience: 1_000_000,
    status: "active",
    recordedAt: 0,
    recallCount: 0,
    outside: false,
    concerns: ["p_1"],
    ...attributes,
  },
})

const concerning = (key: string, scopes: Attributes = {}) => ({
  type: "concerning",
  ends: { memory: { type: "memory", key }, subject: { type: "subject", key: "p_1" } },
  attributes: { consentScope: "care", inherited: false, ...scopes },
})

const subject = { type: "subject", key: "p_1", attributes: { reference: person } }

/** An affect, a strand and a plain memory about her, with what a later release writes. */
const plant = write({
  create: [
    subject,
    memory("m_1", { content: "plain zanzibar" }),
    memory("m_2", {
      content: "felt quicksilver",
      aspects: ["affective"],
      valence: -300,
      arousal: 700,
      feltBy: "p_1",
    }),
    memory("m_3", {
      content: "is marzipan",
      aspects: ["persona"],
      strandKind: "value",
      strandName: "xylophone",
    }),
  ],
  link: [
    concerning("m_1", { affectScope: "scope one" }),
    concerning("m_2", { affectScope: "scope two" }),
    concerning("m_3", { personaScope: "scope three" }),
  ],
})

const scopeOf = (key: string) =>
  Effect.flatMap(MemoryStore, (store) =>
    Effect.map(
      store.read(alice, (view) =>
        view.linked("concerning", "memory", [{ type: "memory", key }], { limit: 1 }),
      ),
      ([link]) => link?.attributes,
    ),
  )

/** With attributes, and links, of the host's own. */
const hostSchema = (more: StoreSchema["records"]["memory"]["attributes"] = {}): StoreSchema => ({
  ...memorySchema,
  records: {
    ...memorySchema.records,
    memory: {
      slotted: true,
      attributes: {
        ...memorySchema.records.memory?.attributes,
        tenant: { kind: "text", cardinality: "optional" },
        nickname: { kind: "text", cardinality: "optional" },
        ...more,
      },
    },
    association: {
      attributes: {
        ...memorySchema.records.association?.attributes,
        ticket: { kind: "text", cardinality: "optional" },
        topic: { kind: "text", cardinality: "optional" },
      },
    },
  },
  links: {
    ...memorySchema.links,
    quoting: {
      roles: [
        { name: "quoter", players: ["memory"] },
        { name: "quoted", players: ["memory"] },
      ],
      attributes: { passage: { kind: "text", cardinality: "optional" } },
    },
    acquaintance: {
      roles: [
        { name: "knowing", players: ["subject"] },
        { name: "known", players: ["subject"] },
      ],
      attributes: {},
    },
  },
})

for (const { name, layer } of stores) {
  describe(`an erasure over ${name}`, () => {
    it.effect("takes a host's attributes, but for those it keeps, and those of its links", () =>
      Effect.gen(function* () {
        yield* write({
          create: [
            subject,
            memory("m_1", { content: "x", tenant: "t-9", nickname: "obsidian" }),
            memory("m_2", { content: "y", concerns: [] }),
            { type: "subject", key: "p_2", attributes: { reference: "person-2" } },
            {
              type: "association",
              key: "a_1",
              attributes: { recordedAt: 0, ticket: "no-7", topic: "vermilion" },
            },
          ],
          link: [
            concerning("m_1"),
            {
              type: "quoting",
              ends: {
                quoter: { type: "memory", key: "m_2" },
                quoted: { type: "memory", key: "m_1" },
              },
              attributes: { passage: "pomegranate" },
            },
            {
              type: "membership",
              ends: {
                member: { type: "memory", key: "m_1" },
                association: { type: "association", key: "a_1" },
              },
              attributes: {},
            },
            {
              type: "acquaintance",
              ends: {
                knowing: { type: "subject", key: "p_2" },
                known: { type: "subject", key: "p_1" },
              },
              attributes: {},
            },
          ],
        })
        const { purge, withdraw } = yield* Erasure
        yield* withdraw(person, "asked")
        const left = yield* record(alice, "memory", "m_1")
        assert.strictEqual(left?.attributes.tenant, "t-9")
        const text = yield* everything
        assert.notInclude(text, "obsidian")
        assert.notInclude(text, "pomegranate")
        const group = yield* record(alice, "association", "a_1")
        assert.deepInclude(group?.attributes, { ticket: "no-7" })
        assert.notInclude(text, "vermilion")
        // Who knows them is known until a purge.
        assert.include(text, "acquaintance")
        const receipt = yield* purge(person, { confirm: true })
        assert.strictEqual(receipt.total.subjectLinks, 2)
        assert.notInclude(yield* everything, "acquaintance")
      }).pipe(
        Effect.provide(world(layer(hostSchema()))),
        Effect.provideService(ErasureOptions, {
          withdrawBatch: 500,
          withdrawKeep: ["tenant", "ticket"],
        }),
      ),
    )

    it.effect("is refused up front where a host's required attribute is not kept", () =>
      Effect.gen(function* () {
        yield* write({
          create: [subject, memory("m_1", { content: "zanzibar", region: "north" })],
          link: [concerning("m_1")],
        })
        const { preview, purge, redact, withdraw } = yield* Erasure
        for (const refused of [
          Effect.asVoid(withdraw(person, "asked")),
          Effect.asVoid(purge(person, { confirm: true })),
          Effect.asVoid(redact(alice, "m_1", "asked")),
          Effect.asVoid(preview(person)),
        ]) {
          const error = yield* Effect.flip(Effect.mapError(refused, (each): object => each))
          assert.containSubset(error, {
            _tag: "KeepRequired",
            type: "memory",
            attribute: "region",
          })
        }
        assert.include(yield* everything, "zanzibar")
      }).pipe(
        Effect.provide(world(layer(hostSchema({ region: { kind: "text", cardinality: "one" } })))),
      ),
    )

    it.effect("of affects or of strands alone leaves all else as it is", () =>
      Effect.gen(function* () {
        yield* plant
        const { withdraw } = yield* Erasure
        const first = yield* withdraw(person, "asked", { only: "affect" })
        assert.strictEqual(first.total.memories, 1)
        const affect = (yield* record(alice, "memory", "m_2"))?.attributes ?? {}
        assert.doesNotHaveAnyKeys(affect, ["content", "valence", "arousal", "feltBy"])
        assert.deepStrictEqual(yield* scopeOf("m_2"), { consentScope: "care", inherited: false })
        assert.strictEqual((yield* scopeOf("m_1"))?.affectScope, "scope one")
        const text = yield* everything
        assert.include(text, "zanzibar")
        assert.include(text, "marzipan")
        yield* withdraw(person, "asked", { only: "persona" })
        const strand = (yield* record(alice, "memory", "m_3"))?.attributes ?? {}
        assert.doesNotHaveAnyKeys(strand, ["content", "strandKind", "strandName"])
        assert.isUndefined((yield* scopeOf("m_3"))?.personaScope)
        assert.include(yield* everything, "zanzibar")
        const last = yield* withdraw(person, "asked")
        assert.strictEqual(last.total.memories, 1)
        assert.notInclude(yield* everything, "scope one")
      }).pipe(Effect.provide(world(layer()))),
    )

    it.effect("says in its receipt what it did not reach, and the receipt cannot be altered", () =>
      Effect.gen(function* () {
        yield* story
        const { withdraw } = yield* Erasure
        const receipt = yield* withdraw(person, "asked", {
          backups: [{ name: "nightly-12", takenAt: "2026-11-28T00:00:00Z" }],
        })
        const missed = receipt.notReached.map(({ what }) => what)
        assert.notInclude(missed, "index-beside")
        assert.includeMembers(missed, [
          "keys",
          "unlinked-memories",
          "shared-sources",
          "withdrawal-reason",
          "backup",
          "other-backups",
          "copies-outside",
          "running-processes",
        ])
        assert.deepInclude(receipt.notReached, {
          what: "backup",
          name: "nightly-12",
          takenAt: Date.UTC(2026, 10, 28),
        })
        const { capabilities } = yield* MemoryStore
        assert.deepStrictEqual(
          [receipt.bytes, missed.includes("bytes-on-disk")],
          capabilities.physicalErasure ? ["done", false] : ["unsupported", true],
        )
        assert.isFalse(isReceiptIntact({ ...receipt, total: { ...receipt.total, memories: 8 } }))
        for (const name of Object.keys(receipt))
          assert.isFalse(isReceiptIntact({ ...receipt, [name]: "another" }), name)
        assert.isTrue(isReceiptIntact(JSON.parse(JSON.stringify(receipt))))
      }).pipe(Effect.provide(world(layer()))),
    )

    it.effect("says of a store without an index of its own that one may lie beside it", () =>
      Effect.gen(function* () {
        yield* story
        const { verifyErasure, withdraw } = yield* Erasure
        assert.deepInclude((yield* withdraw(person, "asked")).notReached, { what: "index-beside" })
        assert.notProperty(yield* verifyErasure(person), "index")
      }).pipe(
        Effect.provide(
          world(layer(), (store) => ({
            ...store,
            schema: store.schema,
            capabilities: { ...store.capabilities, transactionalPages: false },
          })),
        ),
      ),
    )

    it.effect("is previewed without changing anything, and reported in full", () =>
      Effect.gen(function* () {
        yield* story
        const before = yield* everything
        const { preview, subjectReport, withdraw } = yield* Erasure
        assert.deepStrictEqual(yield* preview(person), [
          { owner: "agent:alice", memories: 6 },
          { owner: "agent:bob", memories: 1 },
        ])
        assert.deepStrictEqual(
          (yield* preview(person, { only: "affect" })).map(({ memories }) => memories),
          [0, 0],
        )
        const report = yield* subjectReport(person)
        const text = JSON.stringify(report)
        assert.deepStrictEqual(
          secretWords.filter((word) => text.includes(word)),
          secretWords,
        )
        assert.notInclude(text, "tide is high")
        assert.deepStrictEqual(
          report.owners.map(({ owner, memories }) => [owner, memories.length]),
          [
            ["agent:alice", 6],
            ["agent:bob", 1],
          ],
        )
        assert.containSubset(report.owners[0]?.memories, [
          { memory: { key: "m_1" }, consentScope: "care", sources: ["web:marzipan", "web:shared"] },
          { memory: { key: "m_3" }, inherited: true },
        ])
        assert.strictEqual(yield* everything, before)
        yield* withdraw(person, "asked")
        const emptied = yield* subjectReport(person)
        assert.match(renderReport(emptied), /withdrawal of \S+Z: 6 memories, completed; asked$/m)
        const after = JSON.stringify(emptied)
        assert.deepStrictEqual(
          secretWords.filter((word) => after.includes(word)),
          [],
        )
      }).pipe(Effect.provide(world(layer()))),
    )

    it.effect("is found wanting by a check where something was put back or never linked", () =>
      Effect.gen(function* () {
        yield* story
        const { verifyErasure, withdraw } = yield* Erasure
        yield* withdraw(person, "asked")
        const clean = yield* verifyErasure(person, secretWords)
        assert.deepStrictEqual([clean.words, clean.index?.stray], [[], 0])
        const isClean = (...words: ReadonlyArray<string>) =>
          Effect.map(verifyErasure(person, words), (found) => found.isClean)
        assert.isTrue(yield* isClean("zanzibar"))
        yield* write({
          create: [memory("m_20", { content: "Somebody saw ZANZIBAR", concerns: [] })],
        })
        // Each of these by itself is enough.
        assert.isFalse(yield* isClean("zanzibar"))
        assert.isTrue(yield* isClean("marzipan"))
        yield* write({
          set: [{ type: "memory", key: "m_1", attributes: { trail: "put back" } }],
        })
        assert.isFalse(yield* isClean("marzipan"))
        const { relate, remember } = yield* Lifecycle
        // Written as letters and marks, and looked for as one letter each.
        yield* relate(alice, "contradiction", ["m_6", "m_7"], { reason: "zoe\u0308 said so" })
        yield* remember(alice, told("She is back", { key: "m_21", ...about(person) }))
        const found = yield* verifyErasure(person, ["zanzibar", "ZO\u00cb"])
        const contradiction = found.words[1]?.key ?? ""
        assert.deepStrictEqual(found.words, [
          { owner: "agent:alice", word: 0, type: "memory", key: "m_20", attribute: "content" },
          {
            owner: "agent:alice",
            word: 1,
            type: "contradiction",
            key: contradiction,
            attribute: "reason",
          },
        ])
        assert.strictEqual(found.owners[0]?.leftovers, 1)
        assert.strictEqual(found.owners[0]?.withWords, 1)
        assert.isFalse(found.isClean)
      }).pipe(Effect.provide(world(layer()))),
    )
  })
}
