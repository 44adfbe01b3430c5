// The guard stands before restore as before every other door.
// Verifies: GU-11, BA-09
import { createHash } from "node:crypto"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Guard } from "@reminisce/guard"
import { fingerprintOf } from "@reminisce/schema"
import { type Draft, extendSchema, MemoryStore, type Owner } from "@reminisce/store"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Backup, readManifest } from "../src/index.ts"
import { filesOf, newFolder, openMemory, openSqlite } from "./support/places.ts"
import { alice, fill, hostSchema, memoryOf, write } from "./support/richStore.ts"

/** Put together here, so that no file of this repository holds anything shaped like a key. */
const secret = ["ghp", "x7Kq2Vn9Rb4Tm1Zc8Wd5Yh3Jf6Lg0PsQaEuN"].join("_")
/** A vendor's key that is written as a key made by chance would be. */
const chanceLike = ["shpat", "8f3c1e9a7b2d4f60a5c8e1b3d7f92046"].join("_")
const said = `the token is ${secret}`

const memory = (key: string) => ({ type: "memory", key })

/** A row with a secret, and where restore must find it. */
interface Planted {
  readonly type: string
  readonly key: string
  readonly field: string
  readonly draft: Draft
  readonly owner?: Owner
}

const inMemory = (
  field: string,
  attributes: { [name: string]: string | Array<string> },
): Planted => ({
  type: "memory",
  key: "m_x",
  field,
  draft: { create: [memoryOf("m_x", attributes)] },
})

const HELD: ReadonlyArray<Planted> = [
  inMemory("content", { content: said }),
  inMemory("facets[1]", { facets: ["place=harbour", `token=${secret}`] }),
  inMemory("cues[0]", { cues: [`term:${secret}`] }),
  inMemory("trail", { trail: secret }),
  inMemory("reviewedBy", { reviewedBy: secret }),
  inMemory("aspects[0]", { aspects: [secret] }),
  inMemory("mood", { mood: said }),
  inMemory("concerns[0]", { concerns: [secret] }),
  { type: "memory", key: "", field: "key", draft: { create: [memoryOf(secret)] } },
  { type: "memory", key: "", field: "key", draft: { create: [memoryOf(chanceLike)] } },
]

const REFUSED: ReadonlyArray<Planted> = [
  {
    type: "statusChange",
    key: "m_a#1",
    field: "reason",
    draft: {
      create: [
        {
          type: "statusChange",
          key: "m_a#1",
          attributes: { memory: "m_a", ordinal: 1, status: "forgotten", at: 1, reason: said },
        },
      ],
    },
  },
  {
    type: "source",
    key: "src2",
    field: "reference",
    draft: { create: [{ type: "source", key: "src2", attributes: { reference: said } }] },
  },
  {
    type: "ticket",
    key: "t2",
    field: "title",
    draft: { create: [{ type: "ticket", key: "t2", attributes: { title: said, open: true } }] },
  },
  {
    type: "contradiction",
    key: "",
    field: "reason",
    draft: {
      link: [
        {
          type: "contradiction",
          ends: { left: memory("m_a"), right: memory("m_b") },
          attributes: { recordedAt: 1, reason: said },
        },
      ],
    },
  },
  {
    type: "owner",
    key: "",
    field: "owner",
    owner: { kind: "agent", name: secret },
    draft: { create: [memoryOf("m_x")] },
  },
]

/** A backup of the rich store with the row in it. */
const backupWith = ({ draft, owner = alice }: Pick<Planted, "draft" | "owner">) =>
  Effect.gen(function* () {
    const directory = join(yield* newFolder, "backup")
    const source = yield* openMemory()
    yield* fill(source.store)
    yield* write(source.store, draft, owner)
    yield* source.backup.backup(directory)
    return directory
  })

describe("a backup with a secret", () => {
  for (const planted of [...HELD, ...REFUSED]) {
    const { type, key, field } = planted
    it.effect(`in ${field} of ${type} is refused by name, and nothing is written`, () =>
      Effect.gen(function* () {
        const directory = yield* backupWith(planted)
        const target = yield* openMemory()
        const isHeld = HELD.includes(planted)
        for (const onSecret of isHeld ? ["refuse" as const] : (["refuse", "hold"] as const)) {
          const error = yield* Effect.flip(target.backup.restore(directory, { onSecret }))
          assert.strictEqual(error._tag, "SecretInBackup")
          assert.deepInclude({ ...error }, { type, key, field })
          for (const each of [secret, chanceLike])
            assert.notInclude(JSON.stringify(error) + error.message, each)
          assert.deepStrictEqual(yield* target.admin.owners({ limit: 1 }), [])
        }
      }),
    )
  }

  for (const planted of HELD) {
    it.effect(`in ${planted.field} of a memory is restored held when asked to`, () =>
      Effect.gen(function* () {
        const directory = yield* backupWith(planted)
        const target = yield* openSqlite()
        const { held } = yield* target.backup.restore(directory, { onSecret: "hold" })
        assert.strictEqual(held, 1)
        const key = String(planted.draft.create?.[0]?.key)
        yield* target.store.read(alice, (view) =>
          Effect.gen(function* () {
            const all = yield* view.scan("memory", { limit: 100 })
            assert.deepStrictEqual(
              all.filter(({ attributes }) => attributes.status === "held").map((each) => each.key),
              [key],
            )
            const [move] = yield* view.get("statusChange", [`${key}#1`])
            assert.deepInclude(move?.attributes, { memory: key, status: "held", ordinal: 1 })
          }),
        )
      }),
    )
  }

  it.effect(
    "keeps the history of a memory that is restored held, and all others as they were",
    () =>
      Effect.gen(function* () {
        const directory = yield* backupWith({
          draft: {
            create: [
              memoryOf("m_x", { content: said, status: "superseded" }),
              {
                type: "statusChange",
                key: "m_x#1",
                attributes: { memory: "m_x", ordinal: 1, status: "superseded", at: 5 },
              },
            ],
          },
        })
        const target = yield* openMemory()
        yield* target.backup.restore(directory, { onSecret: "hold" })
        yield* target.backup.backup(join(directory, "..", "again"))
        const lines = (name: string) => (filesOf(name)["owners.jsonl"] ?? "").split("\n")
        const before = lines(directory)
        const after = lines(join(directory, "..", "again"))
        const added = after.filter((line) => !before.includes(line))
        const gone = before.filter((line) => !after.includes(line))
        assert.strictEqual(gone.length, 1)
        assert.strictEqual(added.length, 2)
        assert.include(added.join(), '"status":"held"')
        assert.include(added.join(), '"key":"m_x#2"')
      }),
  )

  it.effect("in a name of its schema is refused, without the name", () =>
    Effect.gen(function* () {
      const name = `dapi${chanceLike.slice(6)}`
      const attribute = { kind: "text", cardinality: "optional" } as const
      const schema = extendSchema(hostSchema, {
        records: { memory: { attributes: { [name]: attribute } } },
      })
      const directory = join(yield* newFolder, "backup")
      const source = yield* openMemory(schema)
      yield* write(source.store, { create: [memoryOf("m_x")] })
      yield* source.backup.backup(directory)
      const target = yield* openMemory(schema)
      const error = yield* Effect.flip(target.backup.restore(directory, { onSecret: "hold" }))
      assert.deepInclude({ ...error }, { _tag: "SecretInBackup", type: "schema", field: "name" })
      assert.notInclude(JSON.stringify(error) + error.message, name)
      assert.deepStrictEqual(yield* target.admin.owners({ limit: 1 }), [])
    }),
  )

  it.effect("in the place of a fingerprint is replaced by what the words give", () =>
    Effect.gen(function* () {
      const links = "Ab3_-9"
      const attributes = { content: "The gate opens at dawn." }
      const whole = fingerprintOf({ ...memoryOf("m_x").attributes, ...attributes }, "")
      const { content: _, ...wordless } = memoryOf("m_w", { fingerprint: whole }).attributes
      const directory = yield* backupWith({
        draft: {
          create: [
            memoryOf("m_p", { ...attributes, fingerprint: secret }),
            memoryOf("m_q", { ...attributes, fingerprint: `${secret} ` }),
            memoryOf("m_v", { ...attributes, fingerprint: secret.slice(0, 26) + links }),
            { type: "memory", key: "m_w", attributes: wordless },
            memoryOf("m_x", { ...attributes, fingerprint: whole }),
          ],
        },
      })
      assert.include(filesOf(directory)["owners.jsonl"], secret)
      const target = yield* openMemory()
      yield* target.backup.restore(directory)
      const restored = yield* target.store.read(alice, (view) =>
        view.get("memory", ["m_p", "m_q", "m_v", "m_w", "m_x"]),
      )
      const front = whole.slice(0, 26)
      assert.deepStrictEqual(
        restored.map((each) => each?.attributes.fingerprint),
        [front + secret.slice(-6), undefined, front + links, undefined, whole],
      )
      const again = join(directory, "..", "again")
      yield* target.backup.backup(again)
      assert.notInclude(filesOf(again)["owners.jsonl"], secret)
    }),
  )

  it.effect(
    "passes where the host's policy allows it, and the manifest says which guard it was",
    () =>
      Effect.gen(function* () {
        const directory = yield* backupWith({ draft: inMemory("content", { content: said }).draft })
        const hashes = [createHash("sha256").update(secret).digest("hex")]
        const allowing = Guard.layerWith({ allow: { hashes } })
        const layer = Backup.layer.pipe(
          Layer.provide(MemoryStore.layerMemory(hostSchema)),
          Layer.provideMerge(allowing),
        )
        yield* Effect.gen(function* () {
          const { restore, backup } = yield* Backup
          const { held } = yield* restore(directory, { onSecret: "hold" })
          assert.strictEqual(held, 0)
          yield* backup(join(directory, "..", "again"))
          const manifest = yield* readManifest(join(directory, "..", "again"))
          assert.strictEqual(manifest.guard, (yield* Guard).version)
          assert.notStrictEqual(manifest.guard, (yield* readManifest(directory)).guard)
        }).pipe(Effect.provide(layer))
      }),
  )
})
