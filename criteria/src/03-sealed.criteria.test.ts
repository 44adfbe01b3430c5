// Sealed words are in no byte and no page of a store, and a backup made before a withdrawal holds
// nothing that anybody can read after it.
// Verifies: ER-33
import * as fs from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { memorySchema } from "@reminisce/schema"
import { layerSealer, SubjectKeys, sealingTypes } from "@reminisce/sealing"
import { extendSchema, MemoryStore } from "@reminisce/store"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import {
  Backup,
  Erasure,
  Lifecycle,
  layerOver,
  type Owner,
  open,
  Provenance,
  Recall,
  unwrap,
} from "reminisce"
import { allStores, STORE_MILLIS } from "./stores.ts"

const owner: Owner = { kind: "agent", name: "alice" }
const schema = extendSchema(memorySchema, sealingTypes)
const about = (...refs: ReadonlyArray<string>) => ({
  subjects: refs.map((ref) => ({ ref, consentScope: "care" })),
})
const told = (content: string, more: object = {}) => ({
  content,
  aspects: ["semantic"],
  basis: "told" as const,
  ...more,
})

const sealedWords = ["zanzibar", "quicksilver", "xylophone", "marzipan", "obsidian", "saffron"]
const story = Effect.gen(function* () {
  const { forget, remember } = yield* Lifecycle
  yield* remember(
    owner,
    told("She was born in zanzibar", {
      key: "h_1",
      ...about("anna"),
      facets: [["mood", "quicksilver"]],
      trail: "xylophone",
      ordinal: 1,
    }),
  )
  yield* remember(
    owner,
    told("Both of them like marzipan", { key: "h_2", ...about("anna", "ben") }),
  )
  yield* remember(owner, told("So she knows saffron", { key: "h_3", derivedFrom: ["h_1"] }))
  yield* remember(owner, told("He plays chess", { key: "b_1", ...about("ben") }))
  yield* remember(owner, told("The tide is high", { key: "n_1" }))
  yield* forget(owner, "h_2", { reason: "because of obsidian" })
})

/** All that is stored, whatever it means. */
const everything = Effect.gen(function* () {
  const store = yield* MemoryStore
  const found: Array<unknown> = []
  for (const type of Object.keys(store.schema.records))
    found.push(yield* store.read(owner, (view) => view.scan(type, { limit: 1_000 })))
  for (const type of Object.keys(store.schema.links))
    found.push(yield* store.read(owner, (view) => view.scanLinks(type, { limit: 1_000 })))
  if (store.capabilities.transactionalPages)
    found.push(yield* store.read(owner, (view) => view.pageNames("postings", { limit: 1_000 })))
  return JSON.stringify(found)
})

const heldBy = (text: string): ReadonlyArray<string> =>
  sealedWords.filter((word) => text.includes(word.slice(0, 5)))

const all = { subject: ["anna", "ben"] }
const newFolder = Effect.acquireRelease(
  Effect.sync(() => fs.mkdtempSync(join(tmpdir(), "reminisce-sealed-"))),
  (folder) => Effect.sync(() => fs.rmSync(folder, { recursive: true, force: true })),
)
const textOf = (folder: string): string =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => fs.readFileSync(join(file.parentPath, file.name), "latin1"))
    .join("\n")

const over = (store: Parameters<typeof layerOver>[0], keys: string) =>
  layerOver(store).pipe(
    Layer.provideMerge(Layer.provideMerge(layerSealer(), SubjectKeys.layerFolder(keys))),
  )

describe("sealed words", () => {
  for (const store of allStores(schema)) {
    it.live(
      `are read with the keys, and nowhere and never without them, on ${store.name}`,
      () =>
        Effect.gen(function* () {
          const folder = yield* newFolder
          const keys = join(folder, "keys")
          const early = join(folder, "early")
          yield* Effect.gen(function* () {
            yield* story
            const { remember, relate, supersede } = yield* Lifecycle
            const { listMemories, recall } = yield* Recall
            const { why } = yield* Provenance
            const { backup } = yield* Backup
            const { subjectReport, verifyErasure, withdraw } = yield* Erasure

            // Nothing stored tells them, and with the keys everything is answered as it was said.
            assert.deepStrictEqual(heldBy(yield* everything), [])
            const listed = yield* listMemories(owner, { ...all, limit: 100 })
            assert.sameMembers(
              listed.memories.map(({ content }) => content),
              [
                "She was born in zanzibar",
                "So she knows saffron",
                "He plays chess",
                "The tide is high",
              ],
            )
            const { memory, history } = yield* why(owner, "h_2", all)
            assert.strictEqual(memory.content, "Both of them like marzipan")
            assert.strictEqual(history.at(-1)?.reason, "because of obsidian")
            assert.containSubset((yield* why(owner, "h_1", all)).memory, {
              facets: [["mood", "quicksilver"]],
              trail: "xylophone",
              ordinal: 1,
            })
            assert.lengthOf(
              heldBy(JSON.stringify(yield* subjectReport("anna"))),
              sealedWords.length,
            )
            const known = yield* verifyErasure("anna", ["zanzibar"])
            assert.deepStrictEqual(
              known.words.map(({ key }) => key),
              ["h_1"],
            )
            // They are not found by what they say.
            const asked = yield* recall(owner, "zanzibar marzipan saffron", all)
            assert.deepStrictEqual(asked.memories, [])

            // The same again is a replay, with a key and without one.
            const again = told("He plays chess", about("ben"))
            assert.strictEqual((yield* remember(owner, again)).key, "b_1")
            assert.strictEqual((yield* remember(owner, { ...again, key: "b_1" })).key, "b_1")
            const other = yield* remember(owner, told("He plays chess", about("anna", "ben")))
            assert.notStrictEqual(other.key, "b_1")
            const refused = yield* Effect.flip(
              relate(owner, "association", ["h_1", "n_1"], { reason: "zanzibar" }),
            )
            assert.deepStrictEqual([refused._tag, heldBy(yield* everything)], ["Refused", []])

            yield* supersede(
              owner,
              "n_1",
              told("Anna says it is low", { key: "n_2", ...about("anna") }),
              {
                reason: "she was at zanzibar",
              },
            )
            assert.deepStrictEqual(heldBy(yield* everything), [])
            const replaced = yield* why(owner, "n_1", all)
            assert.strictEqual(replaced.history.at(-1)?.reason, "she was at zanzibar")

            yield* backup(early)
            assert.deepStrictEqual(heldBy(textOf(early)), [])
            // What stays of hers stays readable.
            assert.notProperty(yield* withdraw("anna", "asked", { only: "affect" }), "key")
            const receipt = yield* withdraw("anna", "asked")
            assert.strictEqual(receipt.key, "destroyed")
            assert.strictEqual(receipt.total.memories, 5)
            assert.strictEqual((yield* withdraw("anna", "asked again")).key, "none")
            assert.isTrue((yield* verifyErasure("anna", sealedWords)).isClean)
            assert.strictEqual((yield* why(owner, "b_1", all)).memory.content, "He plays chess")
          }).pipe(Effect.provide(over(store.layer, keys)))

          // A process without the keys writes, erases and shows nothing of people.
          yield* Effect.gen(function* () {
            const { remember } = yield* Lifecycle
            yield* remember(owner, told("The tide is high"))
            const { withdraw } = yield* Erasure
            const refused: ReadonlyArray<Effect.Effect<unknown, { readonly _tag: string }>> = [
              remember(owner, told("She was born in zanzibar", about("anna"))),
              withdraw("anna", "asked"),
            ]
            for (const each of refused) {
              assert.containSubset(yield* Effect.flip(each), {
                _tag: "StoreError",
                reason: { _tag: "Unavailable", what: "keys" },
              })
            }
          }).pipe(Effect.provide(layerOver(store.layer)))

          // The early backup in another store: what was hers stays closed, and comes out as it went in.
          yield* Effect.gen(function* () {
            const { backup, restore } = yield* Backup
            const { why } = yield* Provenance
            const { remember } = yield* Lifecycle
            yield* restore(early)
            for (const key of ["h_1", "h_2", "h_3"]) {
              const { memory, history } = yield* why(owner, key, all)
              assert.strictEqual(memory.sealed, true)
              assert.notProperty(memory, "content")
              assert.deepStrictEqual(heldBy(JSON.stringify([memory, history])), [])
            }
            assert.strictEqual((yield* why(owner, "b_1", all)).memory.content, "He plays chess")
            const again = yield* remember(owner, told("He plays chess", about("ben")))
            assert.strictEqual(again.key, "b_1")
            const late = join(folder, "late")
            yield* backup(late)
            assert.strictEqual(textOf(late), textOf(early))
          }).pipe(Effect.provide(over(store.layer, keys)))
        }).pipe(Effect.scoped),
      STORE_MILLIS,
    )
  }

  it("are in no byte of the files of a store opened with sealing, while it is open or closed", async () => {
    const folder = fs.mkdtempSync(join(tmpdir(), "reminisce-sealed-"))
    const options = {
      filename: join(folder, "memories.db"),
      sealing: { keys: join(folder, "keys"), scopes: ["care"] },
    }
    const memories = unwrap(await open(options))
    const word = "zanzibar"
    const care = told(`She was born in ${word}`, { key: "h_1", ...about("anna") })
    unwrap(await memories.remember("agent:alice", care))
    assert.deepStrictEqual(heldBy(textOf(folder)), [])
    await memories.close()
    assert.deepStrictEqual(heldBy(textOf(folder)), [])
    const again = unwrap(await open(options))
    const { memory } = unwrap(await again.why("agent:alice", "h_1", all))
    assert.strictEqual(memory.content, care.content)
    const clear = { subjects: [{ ref: "anna", consentScope: "work" }] }
    unwrap(await again.remember("agent:alice", told(`They met in ${word}`, clear)))
    assert.deepStrictEqual(heldBy(textOf(folder)), [word])
    const receipt = unwrap(await again.erasure.withdraw("anna", "asked"))
    assert.deepStrictEqual([receipt.key, receipt.bytes], ["destroyed", "done"])
    assert.isEmpty(fs.readdirSync(options.sealing.keys))
    await again.close()
    assert.deepStrictEqual(heldBy(textOf(folder)), [])
    fs.rmSync(folder, { recursive: true, force: true })
  })
})
