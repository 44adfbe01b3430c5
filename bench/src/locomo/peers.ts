/**
 * Peers, as their documentation sets them up: each turn as `Speaker: words` with its date as text.
 *
 * @module
 */
import { DatabaseSync } from "node:sqlite"
import { create, insertMultiple, search } from "@orama/orama"
import MiniSearch from "minisearch"
import type { Turn } from "./conversations.ts"
import type { System } from "./System.ts"

const textOf = (turn: Turn): string => `${turn.speaker}: ${turn.text} (${turn.date})`

/** Words of a query, quoted, any of them. */
const matchAny = (query: string, isStop: (word: string) => boolean): string =>
  (query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((word) => !isStop(word))
    .map((word) => `"${word}"`)
    .join(" OR ")

/** SQLite's FTS5 with bm25; `stopWords` are taken out of the query. */
export const fts5 =
  (tokenizer: string, stopWords: ReadonlySet<string>): System =>
  async (turns) => {
    const db = new DatabaseSync(":memory:")
    db.exec(`create virtual table turn using fts5(id unindexed, words, tokenize='${tokenizer}')`)
    const insert = db.prepare("insert into turn values (?, ?)")
    for (const turn of turns) insert.run(turn.id, textOf(turn))
    const find = db.prepare("select id, rank from turn where turn match ? order by rank limit ?")
    return {
      rank: async (query, k) => {
        const match = matchAny(query, (word) => stopWords.has(word))
        return match === ""
          ? []
          : find.all(match, k).map(({ id, rank }) => ({ id: String(id), score: -Number(rank) }))
      },
      close: async () => db.close(),
    }
  }

export const miniSearch: System = async (turns) => {
  const index = new MiniSearch({ fields: ["words"] })
  index.addAll(turns.map((turn) => ({ id: turn.id, words: textOf(turn) })))
  return {
    rank: async (query, k) =>
      index
        .search(query)
        .slice(0, k)
        .map(({ id, score }) => ({ id: String(id), score })),
    close: async () => undefined,
  }
}

export const orama: System = async (turns) => {
  const index = create({ schema: { words: "string" } })
  await insertMultiple(
    index,
    turns.map((turn) => ({ id: turn.id, words: textOf(turn) })),
  )
  return {
    rank: async (query, k) => {
      const { hits } = await search(index, { term: query, limit: k })
      return hits.map(({ id, score }) => ({ id, score }))
    },
    close: async () => undefined,
  }
}
