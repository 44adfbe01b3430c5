/**
 * Links by key, by a player of a role, and in order.
 *
 * @module
 */
import { compareText, type StoreLink, type StoreSchema, type View } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { fetchAttributes, readAttributes } from "./attributes.ts"
import { findThings } from "./findThings.ts"
import { type LinkRelation, OWN } from "./Layout.ts"
import { endsOf } from "./linkEnds.ts"
import { type Found, textLimit } from "./ownerQuestion.ts"
import { thingKey } from "./thingKey.ts"
import type { ViewSource } from "./ViewSource.ts"

type Reads = Pick<View, "linked" | "getLinks" | "scanLinks">

export const linkReads = ({ layout, head, ask }: ViewSource): Reads => ({
  linked: (type, role, players, { after, limit }) => {
    const relation = layout.links.get(type)
    const played = relation?.roles.find((each) => each.role === role)
    if (relation === undefined || played === undefined) return Effect.succeed([])
    const asked = new Set(
      players
        .filter((player) => played.players.has(player.type))
        .map((player) => thingKey(head.owner, player)),
    )
    const question = {
      given: { player: "string" as const, after: "string" as const },
      rows: [...asked].map((player) => ({ player, after: after ?? "" })),
      // For each player as many as may be the first of all.
      stages: `${findThings([{ variable: "$thing", key: "$player" }])}
        match $link isa ${relation.label}, links (${played.label}: $thing),
        has ${OWN.linkKey} $order; $order > $after;
        sort $order; limit ${textLimit(limit)}; ${fetchLink(relation)}`,
    }
    return Effect.map(ask("linked", question), (found) =>
      found
        .flat()
        .map((each) => linkOf(layout.schema, relation, each))
        .sort((a, b) => compareText(a.key, b.key))
        .slice(0, limit),
    )
  },
  getLinks: (type, keys) => {
    const relation = layout.links.get(type)
    if (relation === undefined) return Effect.succeed(keys.map(() => undefined))
    const question = {
      given: { key: "string" as const },
      rows: [...new Set(keys)].map((key) => ({ key: thingKey(head.owner, { type, key }) })),
      stages: `${findThings([{ variable: "$link", label: relation.label, key: "$key" }])} ${fetchLink(relation)}`,
    }
    return Effect.map(ask("getLinks", question), (found) => {
      const links = new Map<string, StoreLink>()
      for (const each of found.flat()) {
        const link = linkOf(layout.schema, relation, each)
        links.set(link.key, link)
      }
      return keys.map((key) => links.get(key))
    })
  },
  scanLinks: (type, { after, limit }) => {
    const relation = layout.links.get(type)
    if (relation === undefined) return Effect.succeed([])
    const question = {
      given: { after: "string" as const },
      rows: [{ after: after ?? "" }],
      stages: `match $link isa ${relation.label}, has ${OWN.ownerKey} == $owner,
        has ${OWN.linkKey} $order; $order > $after;
        sort $order; limit ${textLimit(limit)}; ${fetchLink(relation)}`,
    }
    return Effect.map(ask("scanLinks", question), (found) =>
      found
        .flat()
        .slice(0, limit)
        .map((each) => linkOf(layout.schema, relation, each)),
    )
  },
})

const fetchLink = ({ attributes }: LinkRelation): string =>
  `fetch { "key": $link.${OWN.linkKey}${fetchAttributes("$link", attributes)} };`

const linkOf = (
  schema: StoreSchema,
  { type, attributes }: LinkRelation,
  found: Found,
): StoreLink => {
  const key = String(found.key)
  return {
    type,
    key,
    ends: endsOf(schema, type, key),
    attributes: readAttributes(attributes, found),
  }
}
