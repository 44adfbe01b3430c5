/**
 * The schema the suite writes by: every kind, cardinality, link shape and index shape once, under
 * names that an engine may want for itself.
 *
 * @module
 */
import type { AttributeType, StoreSchema, ValueKind } from "@reminisce/store"

const one = (kind: ValueKind): AttributeType => ({ kind, cardinality: "one" })
const optional = (kind: ValueKind): AttributeType => ({ kind, cardinality: "optional" })
const many = (kind: ValueKind): AttributeType => ({ kind, cardinality: "many" })

export const suiteSchema: StoreSchema = {
  version: 3,
  records: {
    /** Everything that can be said of a record. */
    item: {
      slotted: true,
      attributes: {
        label: one("text"),
        rank: one("integer"),
        at: one("instant"),
        live: one("boolean"),
        note: optional("text"),
        size: optional("integer"),
        due: optional("instant"),
        seen: optional("boolean"),
        tags: many("text"),
        sizes: many("integer"),
        dates: many("instant"),
        flags: many("boolean"),
      },
    },
    part: { slotted: true, droppable: true, attributes: { note: optional("text") } },
    mark: { droppable: true, attributes: { text: one("text") } },
    /** Names an engine may have given its own columns and tables, and a pair that differs in case. */
    table: {
      droppable: true,
      attributes: {
        key: one("text"),
        owner: optional("text"),
        slot: optional("integer"),
        type: optional("text"),
        rowid: optional("integer"),
        select: optional("boolean"),
        order: many("text"),
        constructor: optional("text"),
        dueAt: optional("instant"),
        dueat: optional("text"),
      },
    },
    tAble: { droppable: true, attributes: { key: one("integer") } },
  },
  links: {
    holds: {
      roles: [
        { name: "whole", players: ["item"] },
        { name: "part", players: ["part", "item"] },
      ],
      attributes: { since: one("instant"), weight: optional("integer"), notes: many("text") },
    },
    /** Symmetric, and open to links. */
    likes: {
      symmetric: true,
      roles: [
        { name: "left", players: ["item", "part", "holds"] },
        { name: "right", players: ["item", "part", "holds"] },
      ],
      attributes: { reason: optional("text") },
    },
    group: {
      roles: [
        { name: "from", players: ["item"] },
        { name: "to", players: ["item"] },
        { name: "by", players: ["mark", "likes"] },
        { name: "where", players: ["table", "tAble"] },
      ],
      attributes: {},
    },
  },
  indexes: {
    itemByLabel: { type: "item", attributes: ["label"] },
    itemByRank: { type: "item", attributes: ["rank", "at"] },
    itemByLive: { type: "item", attributes: ["live", "rank", "label"] },
    itemByNote: { type: "item", attributes: ["note"] },
    itemByDue: { type: "item", attributes: ["due", "size"] },
    itemBySeen: { type: "item", attributes: ["seen"] },
    itemByTag: { type: "item", attributes: ["tags", "rank"] },
    itemByRankAndSize: { type: "item", attributes: ["rank", "sizes"] },
    itemByDate: { type: "item", attributes: ["dates"] },
    itemByFlag: { type: "item", attributes: ["flags", "note"] },
    markByText: { type: "mark", attributes: ["text"] },
    order: { type: "table", attributes: ["key", "rowid"] },
    tableByOrder: { type: "table", attributes: ["order"] },
    tableByDue: { type: "table", attributes: ["dueat", "dueAt"] },
  },
  spaces: { loose: { tracked: false }, followed: { tracked: true } },
}
