/**
 * A random step as a draft, made by looking at the view it is decided on, so that most plans are
 * possible. The same step on equal stores is the same draft.
 *
 * @module
 */
import {
  type AttributeRemoval,
  allLinked,
  type Draft,
  type LinkWrite,
  type PageWrite,
  type RecordWrite,
  type Ref,
  type StoreError,
  type View,
} from "@reminisce/store"
import * as Effect from "effect/Effect"
import { holds, item, likes, mark, part, ref } from "./drafts.ts"
import type { Linking, Write } from "./steps.ts"

/** What is there to be chosen from. */
interface Stock {
  readonly items: ReadonlyArray<Ref>
  readonly droppable: ReadonlyArray<Ref>
  readonly holds: ReadonlyArray<Ref>
  readonly links: ReadonlyArray<Ref>
  readonly likable: ReadonlyArray<Ref>
}

const chosen = <T>(from: ReadonlyArray<T>, pick: number): T | undefined => from[pick % from.length]

export const draftOf = (
  view: View,
  writes: ReadonlyArray<Write>,
): Effect.Effect<Draft, StoreError> =>
  Effect.gen(function* () {
    const stock = yield* takeStock(view)
    const draft = {
      create: [] as Array<RecordWrite>,
      set: [] as Array<RecordWrite>,
      unset: [] as Array<AttributeRemoval>,
      drop: [] as Array<Ref>,
      link: [] as Array<LinkWrite>,
      unlink: [] as Array<Ref>,
      pages: [] as Array<PageWrite>,
    }
    for (const each of writes) {
      switch (each._tag) {
        case "item":
          draft.create.push(item(each.key, each.attributes))
          break
        case "part":
          draft.create.push(part(each.key, each.attributes))
          break
        case "mark":
          draft.create.push({ ...mark(each.key), attributes: each.attributes })
          break
        case "table":
          draft.create.push({
            type: "table",
            key: each.key,
            attributes: { key: each.key, ...each.attributes },
          })
          break
        case "set": {
          const of = chosen(stock.items, each.pick)
          if (of !== undefined) draft.set.push({ ...of, attributes: each.attributes })
          break
        }
        case "unset": {
          const of = chosen(stock.items, each.pick)
          if (of !== undefined) draft.unset.push({ ...of, attributes: each.names })
          break
        }
        case "drop": {
          const of = chosen(stock.droppable, each.pick)
          if (of === undefined) break
          draft.drop.push(of)
          if (each.unlinked) draft.unlink.push(...(yield* linksOn(view, of)))
          break
        }
        case "relink": {
          const of = chosen(stock.holds, each.pick)
          if (of !== undefined) draft.set.push({ ...of, attributes: each.attributes })
          break
        }
        case "unlink": {
          const of = chosen(stock.links, each.pick)
          if (of === undefined) break
          draft.unlink.push(of, ...(yield* linksOn(view, of)))
          break
        }
        case "page":
          draft.pages.push(each.page)
          break
        default:
          draft.link.push(...linksFor(stock, each))
      }
    }
    return draft
  })

/** The link a step asks for, where there is something to link, and what it needs to be. */
const linksFor = (stock: Stock, { _tag, pick, other, attributes }: Linking): Array<LinkWrite> => {
  const from = chosen(stock.items, pick)
  const to = chosen(stock.items, other)
  if (from === undefined || to === undefined) return []
  switch (_tag) {
    case "holds":
      return [holds(from.key, chosen(stock.droppable.filter(isPart), other) ?? to, attributes)]
    case "likes":
      return [
        likes(chosen(stock.likable, pick) ?? from, chosen(stock.likable, other) ?? to, attributes),
      ]
    case "group": {
      const by = chosen(stock.droppable.filter(isMark), pick)
      const where = chosen(stock.droppable.filter(isTable), other)
      return by === undefined || where === undefined
        ? []
        : [{ type: "group", ends: { from, to, by, where }, attributes: {} }]
    }
  }
}

const isPart = (each: Ref): boolean => each.type === "part"
const isMark = (each: Ref): boolean => each.type === "mark"
const isTable = (each: Ref): boolean => each.type === "table"

const takeStock = (view: View): Effect.Effect<Stock, StoreError> =>
  Effect.gen(function* () {
    const refs = { limit: 1_000 }
    const of = (type: string) =>
      Effect.map(view.scan(type, refs), (all) => all.map((each) => ref(type, each.key)))
    const ofLink = (type: string) =>
      Effect.map(view.scanLinks(type, refs), (all) => all.map((each) => ref(type, each.key)))
    const items = yield* of("item")
    const parts = yield* of("part")
    const held = yield* ofLink("holds")
    return {
      items,
      droppable: [...parts, ...(yield* of("mark")), ...(yield* of("table"))],
      holds: held,
      links: [...held, ...(yield* ofLink("likes")), ...(yield* ofLink("group"))],
      likable: [...items, ...parts, ...held],
    }
  })

/** The links on a record or link, and the links on those. */
const linksOn = (view: View, on: Ref): Effect.Effect<ReadonlyArray<Ref>, StoreError> =>
  Effect.gen(function* () {
    const found: Array<Ref> = []
    const roles: ReadonlyArray<readonly [string, string, ReadonlyArray<string>]> = [
      ["holds", "part", ["part", "item"]],
      ["likes", "left", ["item", "part", "holds"]],
      ["likes", "right", ["item", "part", "holds"]],
      ["group", "by", ["mark", "likes"]],
      ["group", "where", ["table", "tAble"]],
    ]
    let at: ReadonlyArray<Ref> = [on]
    while (at.length > 0) {
      const next: Array<Ref> = []
      for (const [type, role, players] of roles) {
        const concerned = at.filter((each) => players.includes(each.type))
        if (concerned.length === 0) continue
        for (const link of yield* allLinked(view, type, role, concerned))
          next.push(ref(type, link.key))
      }
      found.push(...next)
      at = next
    }
    return [...new Map(found.map((each) => [`${each.type}\u0000${each.key}`, each])).values()]
  })
