/**
 * Plans a relation: an association is a record with its members, a contradiction a link between two
 * claims. The same relation again is a replay.
 *
 * @module
 */
import {
  decodeFacet,
  Exists,
  encodeFacet,
  NotFound,
  Refused,
  SEALED,
  texts,
} from "@reminisce/schema"
import {
  type Attributes,
  allLinked,
  canonicalSet,
  compareRefs,
  compareText,
  type Decision,
  type EpochMillis,
  eachLinked,
  Identifiers,
  linkKey,
  type Ref,
  type StoreError,
  type StoreLink,
  type StoreRecord,
  type View,
} from "@reminisce/store"
import * as Effect from "effect/Effect"
import { memoryRef } from "./Known.ts"
import type { Claim, NewRelation, Relation } from "./Relation.ts"
import { refuseReserved } from "./reservedAspects.ts"

export const planRelate = Effect.fnUntraced(function* (
  view: View,
  relation: NewRelation,
  at: EpochMillis,
): Effect.fn.Return<Decision<Relation>, Exists | NotFound | Refused | StoreError> {
  yield* requireMembers(view, relation)
  return relation.kind === "association"
    ? yield* planAssociation(view, relation, at)
    : yield* planContradiction(view, relation, at)
})

/** Every memory named exists and takes part in relations, and so does every derivation. */
const requireMembers = Effect.fnUntraced(function* (
  view: View,
  { members, reason, facets }: NewRelation,
): Effect.fn.Return<void, NotFound | Refused | StoreError> {
  const keys = [...new Set(members.flatMap(claimKeys))]
  const records = yield* view.get("memory", keys)
  const derivations = members.flatMap((member) =>
    typeof member === "string" ? [] : claimRef(member).key,
  )
  const links = derivations.length === 0 ? [] : yield* view.getLinks("derivation", derivations)
  if (records.includes(undefined) || links.includes(undefined)) return yield* new NotFound()
  yield* refuseReserved(records.filter((record) => record !== undefined))
  // What is said of a relation would stand in clear beside what is sealed.
  const isSealed = records.some((record) => record?.attributes[SEALED] !== undefined)
  if (isSealed && (reason !== undefined || facets.length > 0))
    return yield* new Refused({ rule: "sealed-memory" })
})

const claimKeys = (claim: Claim): ReadonlyArray<string> =>
  typeof claim === "string" ? [claim] : claim.derivation

const claimRef = (claim: Claim): Ref =>
  typeof claim === "string"
    ? memoryRef(claim)
    : { type: "derivation", key: linkKey(claim.derivation.map(memoryRef)) }

const planContradiction = Effect.fnUntraced(function* (
  view: View,
  relation: NewRelation,
  at: EpochMillis,
): Effect.fn.Return<Decision<Relation>, Exists | StoreError> {
  const members = [...relation.members].sort((a, b) => compareRefs(claimRef(a), claimRef(b)))
  const [left, right] = members.map(claimRef)
  if (left === undefined || right === undefined) return yield* Effect.die("two claims are decoded")
  const id = linkKey([left, right])
  const attributes = attributesOf(relation, at)
  const [stored] = yield* view.getLinks("contradiction", [id])
  if (stored !== undefined) {
    if (stored.attributes.reason !== attributes.reason) return yield* new Exists({ key: id })
    return { answer: toRelation("contradiction", id, members, stored.attributes) }
  }
  return {
    answer: toRelation("contradiction", id, members, attributes),
    draft: { link: [{ type: "contradiction", ends: { left, right }, attributes }] },
  }
})

const planAssociation = Effect.fnUntraced(function* (
  view: View,
  relation: NewRelation,
  at: EpochMillis,
): Effect.fn.Return<Decision<Relation>, StoreError> {
  const members = relation.members.flatMap(claimKeys).sort(compareText)
  const attributes = {
    ...attributesOf(relation, at),
    facets: canonicalSet(relation.facets.map(encodeFacet)),
  }
  const stored = yield* findAssociation(view, members, attributes)
  if (stored !== undefined) {
    return { answer: toRelation("association", stored.key, members, stored.attributes) }
  }
  const key = yield* (yield* Identifiers).key("a_")
  const association: Ref = { type: "association", key }
  return {
    answer: toRelation("association", key, members, attributes),
    draft: {
      create: [{ ...association, attributes }],
      link: members.map((member) => ({
        type: "membership",
        ends: { association, member: memoryRef(member) },
        attributes: {},
      })),
    },
  }
})

/** An association of exactly these members with the same words. */
const findAssociation = Effect.fnUntraced(function* (
  view: View,
  members: ReadonlyArray<string>,
  attributes: Attributes,
): Effect.fn.Return<StoreRecord | undefined, StoreError> {
  const first = members.slice(0, 1).map(memoryRef)
  const wanted = JSON.stringify(members)
  let found: StoreRecord | undefined
  yield* eachLinked(view, "membership", "member", first, (around) =>
    Effect.map(findAmong(view, around, wanted, attributes), (record) => {
      found = record
      return found === undefined
    }),
  )
  return found
})

const findAmong = Effect.fnUntraced(function* (
  view: View,
  around: ReadonlyArray<StoreLink>,
  wanted: string,
  attributes: Attributes,
): Effect.fn.Return<StoreRecord | undefined, StoreError> {
  if (around.length === 0) return undefined
  const keys = around.flatMap(({ ends }) => ends.association?.key ?? [])
  const alike = (yield* view.get("association", keys))
    .filter((record) => record !== undefined)
    .filter((record) => words(record.attributes) === words(attributes))
  const membersOf = new Map(alike.map(({ key }) => [key, [] as Array<string>]))
  for (const { ends } of yield* allLinked(view, "membership", "association", alike)) {
    membersOf.get(ends.association?.key ?? "")?.push(ends.member?.key ?? "")
  }
  return alike.find(({ key }) => JSON.stringify(membersOf.get(key)) === wanted)
})

const words = ({ facets, reason }: Attributes): string =>
  JSON.stringify([texts(facets), reason ?? null])

const attributesOf = ({ reason }: NewRelation, at: EpochMillis): Attributes => ({
  recordedAt: at,
  ...(reason === undefined ? {} : { reason }),
})

const toRelation = (
  kind: Relation["kind"],
  id: string,
  members: ReadonlyArray<Claim>,
  { facets, reason, recordedAt }: Attributes,
): Relation => ({
  id,
  kind,
  members,
  ...(typeof reason === "string" ? { reason } : {}),
  facets: texts(facets)
    .map(decodeFacet)
    .sort((a, b) => compareText(a[0], b[0]) || compareText(a[1], b[1])),
  recordedAt: Number(recordedAt),
})
