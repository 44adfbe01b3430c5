/**
 * Reads all that one owner holds about a person, some hundred memories at a time.
 *
 * @module
 */
import { decodeFacet, openRecords, recordsToMemories, type Status, texts } from "@reminisce/schema"
import {
  allLinked,
  compareText,
  formatOwner,
  type MemoryStore,
  type Owner,
  RANGE_LIMIT,
  type Ref,
  type StoreError,
  type StoreLink,
  type StoreRecord,
  type View,
} from "@reminisce/store"
import * as Effect from "effect/Effect"
import type {
  OwnerReport,
  ReportedMemory,
  ReportedRelation,
  ReportedWithdrawal,
} from "../SubjectReport.ts"
import { memoryRef } from "./Erasable.ts"
import { readPage } from "./findUnredacted.ts"
import { eachClaim, hasNone, linksOf } from "./linksOf.ts"
import { readMoves } from "./readMoves.ts"
import { subjectKey } from "./subjectKey.ts"

export const readReport = Effect.fnUntraced(function* (
  store: MemoryStore["Service"],
  owner: Owner,
  reference: string,
): Effect.fn.Return<OwnerReport, StoreError> {
  const memories: Array<ReportedMemory> = []
  const relations = new Map<string, ReportedRelation>()
  let after: string | undefined
  for (;;) {
    const from = after
    const page = yield* store.read(
      owner,
      Effect.fnUntraced(function* (view) {
        const { records, last, isLast } = yield* readPage(view, reference, from)
        const reported = yield* readMemories(view, reference, records)
        return { reported, relations: yield* readRelations(view, records), last, isLast }
      }),
    )
    memories.push(...page.reported)
    for (const each of page.relations) relations.set(`${each.kind} ${each.id}`, each)
    if (page.isLast) break
    after = page.last
    yield* Effect.yieldNow
  }
  return {
    owner: formatOwner(owner),
    memories,
    relations: [...relations].sort(([a], [b]) => compareText(a, b)).map(([, each]) => each),
    withdrawals: yield* store.read(owner, (view) => readWithdrawals(view, reference)),
  }
})

const readMemories = Effect.fnUntraced(function* (
  view: View,
  reference: string,
  records: ReadonlyArray<StoreRecord>,
): Effect.fn.Return<ReadonlyArray<ReportedMemory>, StoreError> {
  if (records.length === 0) return []
  const refs = records.map(({ key }) => memoryRef(key))
  const subject = yield* subjectKey(view, reference)
  const concerning = new Map(
    (yield* allLinked(view, "concerning", "memory", refs))
      .filter(({ ends }) => ends.subject?.key === subject)
      .map((link) => [link.ends.memory?.key, link]),
  )
  const citations = Map.groupBy(
    yield* linksOf(view, "citation", "citing", refs),
    ({ ends }) => ends.citing?.key,
  )
  const references = yield* readReferences(view, [...citations.values()].flat())
  const moves = yield* readOpenMoves(view, records)
  const replaced = yield* readReplaced(view, refs)
  const memories = yield* recordsToMemories(view, records)
  return memories.map((memory) => ({
    memory,
    consentScope: String(concerning.get(memory.key)?.attributes.consentScope ?? ""),
    inherited: concerning.get(memory.key)?.attributes.inherited === true,
    sources: [...(citations.get(memory.key) ?? [])]
      .sort((a, b) => Number(a.attributes.ordinal) - Number(b.attributes.ordinal))
      .map(({ ends }) => references.get(ends.cited?.key ?? "") ?? ""),
    replaces: replaced.get(memory.key) ?? [],
    history: (moves.get(memory.key) ?? []).map(toStep),
  }))
})

const toStep = ({ attributes }: StoreRecord): ReportedMemory["history"][number] => ({
  status: String(attributes.status) as Status,
  at: Number(attributes.at),
  ...(typeof attributes.reason === "string" ? { reason: attributes.reason } : {}),
  ...(typeof attributes.by === "string" ? { by: attributes.by } : {}),
})

const readOpenMoves = Effect.fnUntraced(function* (
  view: View,
  records: ReadonlyArray<StoreRecord>,
): Effect.fn.Return<ReadonlyMap<string, ReadonlyArray<StoreRecord>>, StoreError> {
  const moves = new Map<string, ReadonlyArray<StoreRecord>>()
  for (const [key, stored] of yield* readMoves(view, records))
    moves.set(key, yield* openRecords(view.owner, stored))
  return moves
})

/** What each of them replaced, and why: told in the history of the older. */
const readReplaced = Effect.fnUntraced(function* (
  view: View,
  refs: ReadonlyArray<Ref>,
): Effect.fn.Return<ReadonlyMap<string, ReportedMemory["replaces"]>, StoreError> {
  const links = yield* linksOf(view, "supersession", "newer", refs)
  const older = links.flatMap(({ ends }) => ends.older?.key ?? [])
  const records = older.length === 0 ? [] : yield* view.get("memory", older)
  const moves = yield* readOpenMoves(
    view,
    records.filter((record) => record !== undefined),
  )
  const byNewer = Map.groupBy(links, ({ ends }) => ends.newer?.key ?? "")
  return new Map(
    [...byNewer].map(([newer, replacing]) => [
      newer,
      replacing.map(({ ends }) => {
        const key = ends.older?.key ?? ""
        const move = moves.get(key)?.find(({ attributes }) => attributes.status === "superseded")
        const reason = move?.attributes.reason
        return { key, ...(typeof reason === "string" ? { reason } : {}) }
      }),
    ]),
  )
})

const readReferences = Effect.fnUntraced(function* (
  view: View,
  citations: ReadonlyArray<StoreLink>,
): Effect.fn.Return<ReadonlyMap<string, string>, StoreError> {
  const keys = [...new Set(citations.flatMap(({ ends }) => ends.cited?.key ?? []))]
  const sources = keys.length === 0 ? [] : yield* view.get("source", keys)
  return new Map(
    sources
      .filter((source) => source !== undefined)
      .map(({ key, attributes }) => [key, String(attributes.reference)]),
  )
})

const readRelations = Effect.fnUntraced(function* (
  view: View,
  records: ReadonlyArray<StoreRecord>,
): Effect.fn.Return<ReadonlyArray<ReportedRelation>, StoreError> {
  const refs = records.map(({ key }) => memoryRef(key))
  if (refs.length === 0) return []
  const memberships = yield* linksOf(view, "membership", "member", refs)
  const keys = [...new Set(memberships.flatMap(({ ends }) => ends.association?.key ?? []))]
  const associations = keys.length === 0 ? [] : yield* view.get("association", keys)
  const contradictions: Array<StoreLink> = []
  if (!(yield* hasNone(view, "contradiction"))) {
    yield* eachClaim(
      view,
      refs,
      Effect.fnUntraced(function* (claims) {
        for (const side of ["left", "right"])
          contradictions.push(...(yield* allLinked(view, "contradiction", side, claims)))
      }),
    )
  }
  return [
    ...associations
      .filter((record) => record !== undefined)
      .map((record) => toRelation("association", record)),
    ...contradictions.map((link) => toRelation("contradiction", link)),
  ]
})

const toRelation = (
  kind: ReportedRelation["kind"],
  { key, attributes }: Pick<StoreRecord, "key" | "attributes">,
): ReportedRelation => ({
  kind,
  id: key,
  ...(typeof attributes.reason === "string" ? { reason: attributes.reason } : {}),
  facets: texts(attributes.facets).map(decodeFacet),
  recordedAt: Number(attributes.recordedAt),
})

const readWithdrawals = Effect.fnUntraced(function* (
  view: View,
  reference: string,
): Effect.fn.Return<ReadonlyArray<ReportedWithdrawal>, StoreError> {
  const subject = yield* subjectKey(view, reference)
  if (subject === undefined) return []
  const entries = yield* view.range("withdrawalBySubject", {
    prefix: [subject],
    limit: RANGE_LIMIT,
  })
  const records = yield* view.get(
    "withdrawal",
    entries.map(({ key }) => key),
  )
  return records
    .filter((record) => record !== undefined)
    .map(({ attributes }) => ({
      reason: String(attributes.reason),
      ...(typeof attributes.only === "string" ? { only: attributes.only } : {}),
      startedAt: Number(attributes.startedAt),
      ...(typeof attributes.completedAt === "number"
        ? { completedAt: attributes.completedAt }
        : {}),
      redacted: Number(attributes.redacted),
    }))
})
