/**
 * A search of pages as its thread does it, on a connection of its own. The function is handed over as
 * source, as that of `upkeepThread.ts` is, and uses nothing but its arguments.
 *
 * @module
 */
import type * as sqlite from "node:sqlite"
import type * as threads from "node:worker_threads"

export interface SearchTask {
  readonly file: string
  /** As `formatOwner` names it. */
  readonly owner: string
  readonly table: string
  readonly test: string
  readonly data: unknown
  /** Pages read at a time, pages found that are handed over at a time, and most found in all. */
  readonly limits: { readonly read: number; readonly together: number; readonly most: number }
  /** [0] is 1 when nobody wants the answer any more. */
  readonly words: Int32Array<SharedArrayBuffer>
}

/** Pages of `bytes`, each up to its end. The last message is `done`; without it the search was not carried through. */
export type SearchMessage =
  | {
      readonly _tag: "found"
      readonly names: ReadonlyArray<string>
      readonly numbers: ReadonlyArray<number>
      readonly ends: ReadonlyArray<number>
      readonly bytes: Uint8Array
    }
  | { readonly _tag: "done" }

type Test = (name: string, number: number, bytes: Uint8Array) => boolean

export const searchInThread = (
  DatabaseSync: typeof sqlite.DatabaseSync,
  port: typeof threads.parentPort,
  evaluate: (source: string) => (data: unknown) => Test,
  { file, owner, table, test, data, limits, words }: SearchTask,
): void => {
  let names: Array<string> = []
  let numbers: Array<number> = []
  let ends: Array<number> = []
  let parts: Array<Uint8Array> = []
  let found = 0

  const hand = (): void => {
    const bytes = new Uint8Array(ends.at(-1) ?? 0)
    for (const [i, part] of parts.entries()) bytes.set(part, ends[i - 1] ?? 0)
    port?.postMessage({ _tag: "found", names, numbers, ends, bytes }, [bytes.buffer])
    found += names.length
    names = []
    numbers = []
    ends = []
    parts = []
  }

  const search = (database: sqlite.DatabaseSync): boolean => {
    const passes = evaluate(test)(data)
    database.exec("BEGIN")
    const id = database.prepare("SELECT id FROM owner WHERE name = ?").get(owner)?.id
    if (id === undefined) return true
    // Digits cost less to hand over than small blobs.
    const page = "name, number, iif(length(bytes) < 32, hex(bytes), bytes)"
    const some = database.prepare(
      `SELECT ${page} FROM ${table} WHERE owner = ? AND (name, number) > (?, ?) ORDER BY name, number LIMIT ?`,
    )
    some.setReturnArrays(true)
    for (let name = "", number = -1; ; ) {
      const rows = some.all(id, name, number, limits.read) as unknown as ReadonlyArray<
        readonly [string, number, string | Uint8Array]
      >
      for (const [ofName, at, cell] of rows) {
        const bytes = typeof cell === "string" ? Buffer.from(cell, "hex") : cell
        if (!passes(ofName, at, bytes)) continue
        names.push(ofName)
        numbers.push(at)
        ends.push((ends.at(-1) ?? 0) + bytes.length)
        parts.push(bytes)
      }
      const [last] = rows.slice(-1)
      const isLast = last === undefined || rows.length < limits.read
      if (names.length >= limits.together || (isLast && names.length > 0)) hand()
      if (isLast) return true
      if (found > limits.most || Atomics.load(words, 0) === 1) return false
      name = last[0]
      number = last[1]
    }
  }

  const database = new DatabaseSync(file, { readOnly: true, timeout: 0 })
  try {
    if (search(database)) port?.postMessage({ _tag: "done" })
  } finally {
    database.close()
  }
}

/** What a worker evaluates. */
export const searchSource = `(${searchInThread.toString()})(
  require("node:sqlite").DatabaseSync,
  require("node:worker_threads").parentPort,
  (source) => (0, eval)("(" + source + ")"),
  require("node:worker_threads").workerData,
)`
