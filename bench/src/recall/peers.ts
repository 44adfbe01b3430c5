/**
 * What the engine is measured against, under the same filter and with as many answers: SQLite's FTS5
 * and MiniSearch. No query has a stop word, so none needs taking out.
 *
 * @module
 */
import { DatabaseSync } from "node:sqlite"
import MiniSearch from "minisearch"
import type { BenchMemory } from "./corpus.ts"

export interface Peer {
  readonly write: (memories: ReadonlyArray<BenchMemory>) => void
  readonly find: (query: string) => number
  readonly close: () => void
}

/** Answers of everybody. */
export const K = 10
const isShown = (memory: BenchMemory): boolean => !memory.isHidden && !memory.isOver
const OWNER = 1

/** FTS5 with Porter's stemmer, the best by bm25 of those an owner may see; pages and cache as the store has them. */
export const openFts5 = (filename: string, detail: "full" | "none"): Peer => {
  const db = new DatabaseSync(filename)
  db.exec(`pragma page_size=4096; pragma journal_mode=wal; pragma synchronous=normal;
    pragma cache_size=-16384;
    create table memory(id integer primary key, owner integer not null, status text not null,
      shown integer not null, content text not null);
    create virtual table words using fts5(content, content='memory', content_rowid='id',
      detail=${detail}, tokenize='porter unicode61')`)
  const memory = db.prepare("insert into memory values (?, ?, ?, ?, ?)")
  const words = db.prepare("insert into words(rowid, content) values (?, ?)")
  const find = db.prepare(`select memory.id, memory.content from words
    join memory on memory.id = words.rowid
    where words match ? and memory.owner = ${OWNER} and memory.status = 'active' and memory.shown = 1
    order by rank limit ${K}`)
  let id = 0
  return {
    write: (memories) => {
      db.exec("begin immediate")
      for (const each of memories) {
        const status = each.isActive ? "active" : "forgotten"
        memory.run(++id, OWNER, status, isShown(each) ? 1 : 0, each.content)
        words.run(id, each.content)
      }
      db.exec("commit")
    },
    find: (query) => find.all(query.split(" ").join(" OR ")).length,
    close: () => db.close(),
  }
}

export const openMiniSearch = (): Peer => {
  const index = new MiniSearch({ fields: ["content"], storeFields: ["isShown"] })
  return {
    write: (memories) =>
      index.addAll(
        memories.map((each) => ({
          id: each.key,
          content: each.content,
          isShown: each.isActive && isShown(each),
        })),
      ),
    find: (query) =>
      index.search(query, { filter: (found) => found.isShown === true }).slice(0, K).length,
    close: () => index.removeAll(),
  }
}
