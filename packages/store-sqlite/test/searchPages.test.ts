// Pages are searched in a thread: the same ones a view shows, of one state, all of them or none.
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { DatabaseSync } from "node:sqlite"
import type { MessagePort } from "node:worker_threads"
import { assert, describe, it } from "@effect/vitest"
import { compareText, type FoundPages, type Page, type PageWrite } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { afterAll } from "vitest"
import { type SearchMessage, searchInThread } from "../src/internal/searchThread.ts"
import { alice, openStore } from "./support/place.ts"

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "reminisce-search-"))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))
let files = 0
const fileName = (): string => path.join(folder, `${files++}.db`)

/** Those whose number or first byte is one of `data`. */
const test = `(wanted) => {
  const known = new Set(wanted)
  return (name, number, bytes) => name !== "not" && (known.has(number) || known.has(bytes[0]))
}`
const isWanted = ({ name, number, bytes }: Page, wanted: ReadonlyArray<number>): boolean =>
  name !== "not" && (wanted.includes(number) || wanted.includes(bytes[0] ?? -1))

/** Names that UTF-16 puts elsewhere than UTF-8, blobs of all sizes, empty ones too. */
const pages: ReadonlyArray<PageWrite & Page> = Array.from({ length: 5_000 }, (_, i) => ({
  space: "pages",
  name: ["", "a", "not", "\u{ffff}", "\u{1f600}", `n${i % 900}`][i % 6] ?? "",
  number: i,
  bytes: Uint8Array.from({ length: i % 70 }, (_b, at) => (i * 31 + at) % 256),
}))

const filled = Effect.gen(function* () {
  const filename = fileName()
  const { store } = yield* openStore({ filename })
  const write = (some: ReadonlyArray<PageWrite>) =>
    store.update(alice, () => Effect.succeed({ answer: undefined, draft: { pages: some } }))
  yield* write(pages)
  return { filename, store, write }
})

const allOf = Effect.fnUntraced(function* ({ take }: FoundPages) {
  const all: Array<Page> = []
  for (;;) {
    const some = yield* take
    if (some === undefined) return undefined
    if (some.length === 0) return all
    all.push(...some)
  }
})
const plain = (some: ReadonlyArray<Page> | undefined) =>
  some?.map(({ name, number, bytes }) => [name, number, [...bytes]])

const inOrder = (some: ReadonlyArray<Page>): ReadonlyArray<Page> =>
  [...some].sort((a, b) => compareText(a.name, b.name) || a.number - b.number)

describe("a search of pages", () => {
  it.live("finds what views show, in their order", () =>
    Effect.gen(function* () {
      const { store } = yield* filled
      for (const data of [[7], [], Array.from({ length: 256 }, (_, i) => i)]) {
        const found = yield* store.searchPages(alice, { space: "pages", test, data })
        const expected = inOrder(pages.filter((page) => isWanted(page, data)))
        assert.deepStrictEqual(plain(found && (yield* allOf(found))), plain(expected))
      }
    }).pipe(Effect.scoped),
  )

  it.live("finds nothing of an owner nobody wrote to", () =>
    Effect.gen(function* () {
      const { store } = yield* filled
      const nobody = { kind: "agent", name: "nobody" }
      const found = yield* store.searchPages(nobody, { space: "pages", test, data: [7] })
      assert.deepStrictEqual(found && (yield* allOf(found)), [])
    }).pipe(Effect.scoped),
  )

  it.live("goes on beside writers, of the state it began with", () =>
    Effect.gen(function* () {
      const { store, write } = yield* filled
      const found = yield* store.searchPages(alice, { space: "pages", test, data: [7, 8, 9] })
      const first = found && (yield* found.take)
      yield* write(
        pages.map(({ space, name, number }) => ({ space, name, number, bytes: undefined })),
      )
      const rest = found && (yield* allOf(found))
      const expected = inOrder(pages.filter((page) => isWanted(page, [7, 8, 9])))
      assert.deepStrictEqual(plain([...(first ?? []), ...(rest ?? [])]), plain(expected))
    }).pipe(Effect.scoped),
  )

  it.live("says so where it cannot be carried through", () =>
    Effect.gen(function* () {
      const { store } = yield* filled
      for (const broken of [
        "() => () => { throw new Error() }",
        "no function",
        "() => undefined",
      ]) {
        const found = yield* store.searchPages(alice, { space: "pages", test: broken, data: [] })
        assert.isDefined(found)
        assert.isUndefined(found && (yield* allOf(found)))
        // And says it again.
        assert.isUndefined(found && (yield* found.take))
      }
    }).pipe(Effect.scoped),
  )

  it.live("leaves no file open for each, taken or not", () =>
    Effect.gen(function* () {
      const { filename, store } = yield* filled
      const search = store.searchPages(alice, { space: "pages", test, data: [1] })
      for (let i = 0; i < 6; i++) {
        yield* Effect.scoped(search)
        const found = yield* Effect.scoped(
          Effect.flatMap(search, (some) => (some ? allOf(some) : Effect.succeed([]))),
        )
        assert.isNotEmpty(found)
      }
      // SQLite keeps those of a file that is locked, and uses them again: one of each kind.
      assert.isAtMost(openFilesOf(filename), 6)
    }).pipe(Effect.scoped),
  )

  it.live("is refused for a space the schema does not have, and is not to be had in memory", () =>
    Effect.gen(function* () {
      const { store } = yield* openStore({ filename: ":memory:" })
      assert.isUndefined(yield* store.searchPages(alice, { space: "pages", test, data: [] }))
      const refused = yield* Effect.flip(
        store.searchPages(alice, { space: "nowhere", test, data: [] }),
      )
      assert.strictEqual(refused.reason._tag, "QuestionRefused")
    }).pipe(Effect.scoped),
  )

  it.live("ends early where more is found than is to be held, or nobody wants it", () =>
    Effect.gen(function* () {
      const { filename } = yield* filled
      const run = (most: number, isUnwanted: boolean) => {
        const said: Array<string> = []
        const port = { postMessage: ({ _tag }: SearchMessage) => said.push(_tag) }
        const words = new Int32Array(new SharedArrayBuffer(4))
        words[0] = isUnwanted ? 1 : 0
        const limits = { read: 100, together: 50, most }
        // biome-ignore lint/security/noGlobalEval: as the thread does it.
        const evaluate = (source: string) => globalThis.eval(`(${source})`)
        const data = Array.from({ length: 256 }, (_, i) => i)
        const task = { owner: "agent:alice", table: "page__pages", test, data, limits, words }
        searchInThread(DatabaseSync, port as unknown as MessagePort, evaluate, {
          ...task,
          file: filename,
        })
        return said
      }
      assert.strictEqual(run(10_000, false).at(-1), "done")
      assert.deepStrictEqual(new Set(run(200, false)), new Set(["found"]))
      assert.deepStrictEqual(run(10_000, true), ["found"])
    }).pipe(Effect.scoped),
  )
})

/** How often this process has the file open, where the system can tell. */
const openFilesOf = (filename: string): number => {
  if (!fs.existsSync("/proc/self/fd")) return 0
  return fs.readdirSync("/proc/self/fd").filter((each) => {
    try {
      return fs.readlinkSync(`/proc/self/fd/${each}`) === filename
    } catch {
      return false
    }
  }).length
}
