/**
 * What the engine is measured against, under the same filter: SQLite's FTS5 and MiniSearch.
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

const K = 8
const isVisible = (memory: BenchMemory): boolean =>
  memory.isActive && !memory.isHidden && !memory.isOver

/** FTS5 with Porter's stemmer, best eight by bm25 of those that are visible. */
export const openFts5 = (filename: string, detail: "full" | "none"): Peer => {
  const db = new DatabaseSync(filename)
  db.exec(`pragma journal_mode=wal; pragma synchronous=normal; pragma cache_size=-65536;
    create table memory(id integer primary key, visible integer not null, content text not null);
    create virtual table words using fts5(content, content='memory', content_rowid='id',
      detail=${detail}, tokenize='porter unicode61')`)
  const memory = db.prepare("insert into memory values (?, ?, ?)")
  const words = db.prepare("insert into words(rowid, content) values (?, ?)")
  const find = db.prepare(`select memory.id, memory.content from words
    join memory on memory.id = words.rowid
    where words match ? and memory.visible = 1 order by rank limit ${K}`)
  let id = 0
  return {
    write: (memories) => {
      db.exec("begin immediate")
      for (const each of memories) {
        memory.run(++id, isVisible(each) ? 1 : 0, each.content)
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
          isShown: isVisible(each),
        })),
      ),
    find: (query) =>
      index.search(query, { filter: ({ isShown }) => isShown === true }).slice(0, K).length,
    close: () => index.removeAll(),
  }
}
