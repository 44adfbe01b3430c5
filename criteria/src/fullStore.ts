/**
 * A store with a row of every type: the tour's memories as the library writes them, and what no
 * writer of it makes yet, with a host's own types and attributes.
 *
 * @module
 */
import { memorySchema } from "@reminisce/schema"
import {
  type Draft,
  extendSchema,
  linkKey,
  MemoryStore,
  type RecordWrite,
  type Ref,
  type StoreSchema,
} from "@reminisce/store"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import {
  Lifecycle,
  type Owner,
  Provenance,
  parseOwner,
  Recall,
  type RememberRequest,
} from "reminisce"
import tour from "../../fixtures/tour.json" with { type: "json" }

export const owner: Owner = Option.getOrThrow(parseOwner(tour.owner))
const other: Owner = { kind: "user", name: "zoë" }

/** With a host's attribute on memory, a type, and a link that may hang on links. */
export const hostSchema: StoreSchema = extendSchema(memorySchema, {
  records: {
    memory: { attributes: { mood: { kind: "text", cardinality: "optional" } } },
    ticket: { attributes: { title: { kind: "text", cardinality: "one" } } },
  },
  links: {
    about: {
      roles: [
        { name: "ticket", players: ["ticket"] },
        { name: "what", players: ["memory", "derivation"] },
      ],
      attributes: { since: { kind: "instant", cardinality: "one" } },
    },
  },
  indexes: { memoryByMood: { type: "memory", attributes: ["mood"] } },
})

type Told = Omit<(typeof tour.memories)[number], "at"> & {
  readonly at: string
  readonly key?: string
}

const toRequest = ({ at, ...rest }: Told): RememberRequest =>
  ({ ...rest, occurredAt: at }) as unknown as RememberRequest

const tourRequests = tour.memories.map((told: Told, i) => toRequest({ key: `m_t${i}`, ...told }))

const memory = (key: string): Ref => ({ type: "memory", key })
const record = (type: string, key: string, attributes: RecordWrite["attributes"]): RecordWrite => ({
  type,
  key,
  attributes,
})

const MEMORY = {
  aspects: [],
  basis: "told",
  confidence: 1_000,
  salience: 1_000_000,
  status: "active",
  recordedAt: 0,
  recallCount: 0,
  outside: false,
} as const

/** The key of the tour's one derivation, which a contradiction claims. */
const [conclusion, ground] = ["m_claim", "m_t0"]
const derivation: Ref = { type: "derivation", key: linkKey([memory(conclusion), memory(ground)]) }

const rows: Draft = {
  create: [
    record("memory", "m_gone", { ...MEMORY, status: "withdrawn", outside: true }),
    record("statusChange", "m_gone#1", {
      memory: "m_gone",
      ordinal: 1,
      status: "withdrawn",
      at: 5,
    }),
    record("withdrawal", "w_1", { subject: "s_gone", reason: "asked", startedAt: 4, redacted: 1 }),
    record("memory", "m_strand", {
      ...MEMORY,
      content: "Candour before comfort.",
      aspects: ["persona"],
      strandKind: "value",
      strandName: "candour",
    }),
    record("memory", "m_affect", {
      ...MEMORY,
      aspects: ["affective"],
      valence: -300,
      arousal: 10,
      feltBy: "owner",
    }),
    record("personaVersion", "p_1", { number: 1, status: "adopted", basis: "told", recordedAt: 8 }),
    record("reading", "r_1", {
      statement: "m_t0",
      strand: "m_strand",
      stance: "holds",
      basis: "observed",
      recordedAt: 9,
    }),
    record("pass", "pass_1", {
      intervalEnd: 1,
      recordedAt: 2,
      inactivated: 0,
      expired: 0,
      erased: 0,
    }),
    record("ticket", "t_1", { title: "oil the crane" }),
  ],
  set: [{ ...memory("m_t1"), attributes: { mood: "calm, \u2028 and \u{1F98B}" } }],
  link: [
    {
      type: "feeling",
      ends: { affect: memory("m_affect"), object: memory("m_t1") },
      attributes: { recordedAt: 1 },
    },
    {
      type: "composition",
      ends: { version: { type: "personaVersion", key: "p_1" }, strand: memory("m_strand") },
      attributes: { ordinal: 0 },
    },
    {
      type: "about",
      ends: { ticket: { type: "ticket", key: "t_1" }, what: derivation },
      attributes: { since: -1 },
    },
  ],
}

/** Needs a store of `hostSchema`. */
export const fill = Effect.gen(function* () {
  const { remember, rememberMany, supersede, forget, relate, fulfil } = yield* Lifecycle
  const store = yield* MemoryStore
  yield* rememberMany(owner, tourRequests)
  const { replaces, memory: newer, reason } = tour.changeOfMind
  yield* supersede(owner, replaces, toRequest(newer), { reason })
  yield* remember(owner, {
    key: conclusion,
    content: "So the crew can leave at dawn.",
    aspects: ["semantic"],
    basis: "inferred",
    derivedFrom: [ground],
  })
  yield* remember(owner, {
    key: "m_private",
    content: "Ana prefers the early crane.",
    aspects: ["episodic"],
    basis: "told",
    subjects: [{ ref: "person:ana", consentScope: "work" }],
    sources: ["web:harbour", "doc:crane"],
  })
  yield* remember(owner, {
    key: "m_plan",
    content: "Remind the crew of the walnuts.",
    aspects: ["prospective"],
    basis: "told",
    dueAt: 9,
    cues: [{ event: "breakfast" }],
  })
  yield* fulfil(owner, "m_plan", { by: "m_t2" })
  yield* forget(owner, "m_t3", { reason: "settled" })
  yield* relate(owner, "association", ["m_t0", "m_t1"], { facets: [["kind", "harbour"]] })
  yield* relate(owner, "contradiction", ["m_t4", { derivation: [conclusion, ground] }], {
    reason: "the tide says otherwise",
  })
  yield* store.update(owner, () => Effect.succeed({ answer: undefined, draft: rows }))
  yield* remember(other, {
    key: "m_other",
    content: "Zoë keeps bees.",
    aspects: ["semantic"],
    basis: "told",
  })
})

/** What an agent is answered: the first of every question, with their scores, and why for some. */
export const answers = Effect.gen(function* () {
  const { recall, listMemories } = yield* Recall
  const { why } = yield* Provenance
  const found = yield* Effect.forEach(tour.questions, ({ ask }) =>
    Effect.map(recall(owner, ask, { k: 3 }), ({ memories, scores }) => ({
      ask,
      keys: memories.map(({ key }) => key),
      scores,
    })),
  )
  const explained = yield* Effect.forEach(["m_t0", conclusion, "m_plan"], (key) => why(owner, key))
  const listed = yield* listMemories(owner, { limit: 100 })
  return { found, explained, listed }
})
