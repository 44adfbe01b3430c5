/**
 * A store with a row of every type there is: several owners, a host's own types, a withdrawn stub, a
 * contradiction that claims a derivation, and links on links.
 *
 * @module
 */
import { memorySchema } from "@reminisce/schema"
import {
  type AttributeType,
  type Draft,
  extendSchema,
  type LinkWrite,
  linkKey,
  type MemoryStore,
  type Owner,
  type RecordWrite,
  type Ref,
  type StoreError,
  type StoreSchema,
} from "@reminisce/store"
import * as Effect from "effect/Effect"

const one = (kind: AttributeType["kind"]): AttributeType => ({ kind, cardinality: "one" })
const optional = (kind: AttributeType["kind"]): AttributeType => ({ kind, cardinality: "optional" })

/** The library's schema with attributes, a type, a link on links and an index of a host's own. */
export const hostSchema: StoreSchema = extendSchema(memorySchema, {
  records: {
    memory: {
      attributes: { mood: optional("text"), scores: { kind: "integer", cardinality: "many" } },
    },
    ticket: {
      slotted: true,
      droppable: true,
      attributes: { title: one("text"), open: one("boolean") },
    },
  },
  links: {
    about: {
      roles: [
        { name: "ticket", players: ["ticket"] },
        { name: "what", players: ["memory", "about", "derivation"] },
      ],
      attributes: { since: one("instant") },
    },
  },
  indexes: { ticketByTitle: { type: "ticket", attributes: ["title"] } },
})

export const alice: Owner = { kind: "agent", name: "alice" }
export const zoe: Owner = { kind: "user", name: "zoë 🦋" }

export const memoryOf = (key: string, attributes: RecordWrite["attributes"] = {}): RecordWrite => ({
  type: "memory",
  key,
  attributes: {
    content: `what ${key} says`,
    aspects: ["semantic"],
    basis: "told",
    confidence: 1_000,
    salience: 1_000_000,
    status: "active",
    recordedAt: 1_000,
    recallCount: 0,
    outside: false,
    ...attributes,
  },
})

const record = (type: string, key: string, attributes: RecordWrite["attributes"]): RecordWrite => ({
  type,
  key,
  attributes,
})
const memory = (key: string): Ref => ({ type: "memory", key })
const link = (
  type: string,
  ends: LinkWrite["ends"],
  attributes: LinkWrite["attributes"] = {},
): LinkWrite => ({ type, ends, attributes })

/** Five words of a text that no line may break at. */
export const ODD_TEXT =
  'tab\there, quote " and \\, line\nfeed, nel \u0085, sep \u2028, last \u{10FFFF}'

const derivationKey = linkKey([memory("m_b"), memory("m_a")])
const aboutKey = linkKey([{ type: "ticket", key: "t1" }, memory("m_a")])

export const records: ReadonlyArray<RecordWrite> = [
  memoryOf("m_a", {
    content: ODD_TEXT,
    mood: "calm",
    scores: [3, -1, 20],
    facets: ["place=harbour"],
  }),
  memoryOf("m_b", { basis: "inferred", trail: "t", ordinal: 2, validFrom: -5, dueAt: 9 }),
  memoryOf("m_c", { concerns: ["s1"], cues: ["event:x", "term:y"], outcome: "fulfilled" }),
  memoryOf("m_strand", { aspects: ["persona"], strandKind: "value", strandName: "candour" }),
  memoryOf("m_affect", { aspects: ["affective"], valence: -300, arousal: 10, feltBy: "owner" }),
  {
    ...memoryOf("m_gone"),
    attributes: {
      aspects: [],
      basis: "told",
      confidence: 0,
      salience: 0,
      status: "withdrawn",
      recordedAt: 3,
      recallCount: 7,
      outside: true,
    },
  },
  record("statusChange", "m_gone#1", { memory: "m_gone", ordinal: 1, status: "withdrawn", at: 5 }),
  record("source", "src1", { reference: "doc:gates" }),
  record("subject", "s1", { reference: "person-1" }),
  record("withdrawal", "w1", { subject: "s1", reason: "asked", startedAt: 4, redacted: 1 }),
  record("association", "a1", { facets: ["kind=trip"], recordedAt: 6 }),
  record("personaVersion", "p1", { number: 1, status: "adopted", basis: "told", recordedAt: 8 }),
  record("reading", "r1", {
    statement: "m_a",
    strand: "m_strand",
    stance: "holds",
    basis: "observed",
    recordedAt: 9,
  }),
  record("pass", "pass1", { intervalEnd: 1, recordedAt: 2, inactivated: 0, expired: 0, erased: 0 }),
  record("ticket", "t1", { title: "fix the gate", open: true }),
]

export const links: ReadonlyArray<LinkWrite> = [
  link("derivation", { conclusion: memory("m_b"), ground: memory("m_a") }, { recordedAt: 1 }),
  link("supersession", { older: memory("m_a"), newer: memory("m_c") }, { recordedAt: 2 }),
  link(
    "contradiction",
    { left: memory("m_c"), right: { type: "derivation", key: derivationKey } },
    { recordedAt: 3, reason: "cannot both hold" },
  ),
  link(
    "citation",
    { citing: memory("m_a"), cited: { type: "source", key: "src1" } },
    { ordinal: 0 },
  ),
  link(
    "concerning",
    { memory: memory("m_c"), subject: { type: "subject", key: "s1" } },
    { consentScope: "care", inherited: false },
  ),
  link("membership", { association: { type: "association", key: "a1" }, member: memory("m_a") }),
  link("feeling", { affect: memory("m_affect"), object: memory("m_a") }, { recordedAt: 5 }),
  link("fulfilment", { intention: memory("m_c"), act: memory("m_a") }, { recordedAt: 6 }),
  link(
    "composition",
    { version: { type: "personaVersion", key: "p1" }, strand: memory("m_strand") },
    { ordinal: 0 },
  ),
  link("about", { ticket: { type: "ticket", key: "t1" }, what: memory("m_a") }, { since: 7 }),
  link(
    "about",
    { ticket: { type: "ticket", key: "t1" }, what: { type: "about", key: aboutKey } },
    { since: 8 },
  ),
]

export const write = (
  store: MemoryStore["Service"],
  draft: Draft,
  owner: Owner = alice,
): Effect.Effect<void, StoreError> =>
  store.update(owner, () => Effect.succeed({ answer: undefined, draft }))

/** The rows in the order given, a plan each, links behind all records. */
export const fill = Effect.fnUntraced(function* (
  store: MemoryStore["Service"],
  order: ReadonlyArray<RecordWrite> = records,
) {
  for (const each of order) yield* write(store, { create: [each] })
  for (const each of links) yield* write(store, { link: [each] })
  yield* write(store, { create: [memoryOf("m_z", { content: "zoë's" })] }, zoe)
})
