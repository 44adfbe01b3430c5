// Increments: a backup and what changed since, which together are the backup of now, byte for byte.
// Verifies: BA-10
import { appendFileSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { type Draft, MemoryStore } from "@reminisce/store"
import * as Effect from "effect/Effect"
import fc from "fast-check"
import { type BackupOptions, joinBackups } from "../src/index.ts"
import { filesOf, newFolder, openMemory, openSqlite, openWith, STORES } from "./support/places.ts"
import { alice, fill, hostSchema, memoryOf, write, zoe } from "./support/richStore.ts"

/** What an owner may do between two backups: every kind of write, of new rows and old ones. */
const drafts = (n: number): ReadonlyArray<Draft> => [
  { create: [memoryOf(`m_${n}`)] },
  { create: [memoryOf(`a_${n}`, { content: `early ${n}` })] },
  { set: [{ type: "memory", key: "m_a", attributes: { salience: n } }] },
  { set: [{ type: "memory", key: "m_z", attributes: { salience: n } }] },
  { unset: [{ type: "memory", key: "m_b", attributes: ["dueAt"] }] },
  {
    create: [
      { type: "ticket", key: `t_${n}`, attributes: { title: "a ticket", open: false } },
      { type: "subject", key: `s_${n}`, attributes: { reference: `person ${n}` } },
    ],
  },
  {
    link: [
      {
        type: "about",
        ends: { ticket: { type: "ticket", key: "t1" }, what: { type: "memory", key: "m_c" } },
        attributes: { since: n },
      },
    ],
  },
  {
    unlink: [{ type: "about", key: "ticket\u001ft1\u001fmemory\u001fm_c" }],
  },
  { drop: [{ type: "ticket", key: "t_1" }] },
  { drop: [{ type: "ticket", key: "t_2" }] },
]

/** Without what says where each owner stood. */
const withoutMarks = (directory: string) => {
  const { "marks.jsonl": _marks, SHA256SUMS: _sums, ...rest } = filesOf(directory)
  return rest
}

describe("an increment", () => {
  for (const [name, open] of Object.entries(STORES)) {
    it.effect(
      `joined with what it goes on from is the backup of now, byte for byte (${name})`,
      () =>
        Effect.promise(() =>
          fc.assert(
            fc.asyncProperty(
              fc.array(fc.array(fc.nat({ max: 9 }), { maxLength: 8 }), {
                minLength: 1,
                maxLength: 4,
              }),
              (rounds) =>
                Effect.runPromise(
                  Effect.scoped(
                    Effect.gen(function* () {
                      const folder = yield* newFolder
                      const source = yield* open()
                      yield* fill(source.store)
                      const at = (n: number) => join(folder, String(n))
                      yield* source.backup.backup(at(0), { marks: true })
                      for (const [i, round] of rounds.entries()) {
                        for (const which of round) {
                          const draft = drafts(i + 1)[which] ?? {}
                          // What the store refuses, such as a second link, changes nothing.
                          yield* Effect.ignore(
                            write(source.store, draft, which === 3 ? zoe : alice),
                          )
                        }
                        const options: BackupOptions = { since: at(i) }
                        yield* source.backup.backup(at(i + 1), options)
                      }
                      const chain = [0, ...rounds.map((_, i) => i + 1)].map(at)
                      yield* joinBackups(chain, join(folder, "joined"))
                      yield* source.backup.backup(join(folder, "whole"), { marks: true })
                      assert.deepStrictEqual(
                        filesOf(join(folder, "joined")),
                        filesOf(join(folder, "whole")),
                      )
                      const target = yield* openMemory()
                      yield* target.backup.restore(chain)
                      yield* target.backup.backup(join(folder, "again"))
                      assert.deepStrictEqual(
                        withoutMarks(join(folder, "again")),
                        withoutMarks(join(folder, "whole")),
                      )
                    }),
                  ),
                ),
            ),
            { numRuns: name === "memory" ? 10 : 4 },
          ),
        ),
    )
  }

  it.effect("tells what changed, a line each, and what is gone", () =>
    Effect.gen(function* () {
      const folder = yield* newFolder
      const source = yield* openMemory()
      yield* fill(source.store)
      yield* source.backup.backup(join(folder, "1"), { marks: true })
      yield* write(source.store, {
        unlink: [
          {
            type: "about",
            key: "ticket\u001ft1\u001fabout\u001fticket\u001ft1\u001fmemory\u001fm_a",
          },
        ],
        set: [{ type: "memory", key: "m_b", attributes: { content: "said anew" } }],
      })
      yield* source.backup.backup(join(folder, "2"), { since: join(folder, "1") })
      const lines = readFileSync(join(folder, "2", "owners.jsonl"), "utf8").split("\n")
      assert.strictEqual(lines.length, 4)
      assert.strictEqual(lines[0], '{"owner":"agent:alice"}')
      assert.include(lines[1], '"key":"m_b"')
      assert.include(lines[2], '{"gone":["about",')
      yield* source.backup.backup(join(folder, "3"), { since: join(folder, "2") })
      assert.strictEqual(readFileSync(join(folder, "3", "owners.jsonl"), "utf8"), "")
    }),
  )

  it.effect("beside writers is a state the owner was in, and the next goes on from there", () =>
    Effect.gen(function* () {
      const folder = yield* newFolder
      const source = yield* openMemory()
      yield* fill(source.store)
      yield* source.backup.backup(join(folder, "0"), { marks: true })
      yield* write(source.store, {
        create: Array.from({ length: 1_200 }, (_, i) => memoryOf(`m_${1_000 + i}`)),
      })
      let n = 0
      const progress = () =>
        Effect.gen(function* () {
          n++
          yield* write(source.store, {
            set: [{ type: "memory", key: `m_${1_000 + n}`, attributes: { salience: n } }],
            create: [memoryOf(`late_${n}`)],
          })
        }).pipe(Effect.orDie)
      yield* source.backup.backup(join(folder, "1"), { since: join(folder, "0"), progress })
      assert.isAbove(n, 2)
      yield* source.backup.backup(join(folder, "2"), { since: join(folder, "1") })
      yield* source.backup.backup(join(folder, "whole"), { marks: true })
      yield* joinBackups(
        ["0", "1", "2"].map((each) => join(folder, each)),
        join(folder, "joined"),
      )
      assert.deepStrictEqual(filesOf(join(folder, "joined")), filesOf(join(folder, "whole")))
    }),
  )

  it.effect("is refused by name where it cannot be, and nothing is written", () =>
    Effect.gen(function* () {
      const folder = yield* newFolder
      const at = (name: string) => join(folder, name)
      const source = yield* openMemory()
      yield* fill(source.store)
      const increment = (name: string, since: string, of = source) =>
        Effect.flip(of.backup.backup(at(name), { since: at(since) }))
      yield* source.backup.backup(at("unmarked"))
      assert.include((yield* increment("a", "unmarked")).message, "marks (marks.jsonl)")
      yield* source.backup.backup(at("base"), { marks: true })
      const other = yield* openMemory()
      yield* fill(other.store)
      assert.include((yield* increment("b", "base", other)).message, "other-store")
      const empty = yield* openMemory()
      assert.include((yield* increment("c", "base", empty)).message, "other-store")

      const forgetful = yield* openWith(MemoryStore.layerMemory(hostSchema, { keepChanges: 3 }))
      yield* fill(forgetful.store)
      yield* forgetful.backup.backup(at("short"), { marks: true })
      for (let i = 0; i < 4; i++) yield* write(forgetful.store, { create: [memoryOf(`m_${i}`)] })
      assert.strictEqual((yield* increment("d", "short", forgetful))._tag, "BeyondHorizon")

      appendFileSync(at("base/marks.jsonl"), "{}\n")
      assert.include((yield* increment("e", "base")).message, "checksum (marks.jsonl)")
    }),
  )

  it.effect("is restored only behind what it goes on from", () =>
    Effect.gen(function* () {
      const folder = yield* newFolder
      const at = (name: string) => join(folder, name)
      const source = yield* openMemory()
      yield* fill(source.store)
      yield* source.backup.backup(at("0"), { marks: true })
      for (const n of [1, 2]) {
        yield* write(source.store, { create: [memoryOf(`m_${n}`)] })
        yield* source.backup.backup(at(String(n)), { since: at(String(n - 1)) })
      }
      const target = yield* openSqlite()
      const refusal = (...names: ReadonlyArray<string>) =>
        Effect.map(Effect.flip(target.backup.restore(names.map(at))), ({ message }) => message)
      assert.include(yield* refusal("1"), "base (manifest.json)")
      assert.include(yield* refusal("0", "2"), "chain (manifest.json)")
      assert.include(yield* refusal("1", "2"), "chain (manifest.json)")
      assert.include(yield* refusal("0", "0"), "chain (manifest.json)")
      const rows = readFileSync(at("1/owners.jsonl"))
      rows[30] = (rows[30] ?? 0) ^ 1
      writeFileSync(at("1/owners.jsonl"), rows)
      assert.include(yield* refusal("0", "1", "2"), "owners.jsonl")
      assert.deepStrictEqual(yield* target.admin.owners({ limit: 1 }), [])
    }),
  )
})
