// Backends and servers that die with commits under way.
import { assert, it } from "@effect/vitest"
import { MemoryStore, type StoreError } from "@reminisce/store"
import { StorePostgres } from "@reminisce/store-postgres"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { describe } from "vitest"
// biome-ignore lint/correctness/useImportExtensions: a script in JavaScript, typed beside it
import { findServer, startCluster } from "../../../scripts/postgres.mjs"
import { countingSchema, countOne, owner, readCount } from "./counting.ts"
import { ask, connected, freshNamespace, redacted, withServer } from "./server.ts"

const turns = (count: number) =>
  Effect.repeat(
    Effect.promise(() => new Promise((go) => setImmediate(go))),
    { times: count },
  )

withServer("backends that die", (url) => {
  it.live(
    "every update is carried out once, although its sessions are killed again and again",
    () =>
      Effect.gen(function* () {
        const namespace = yield* freshNamespace(url)
        const killer = yield* connected(url)
        const isDone = { now: false }
        const store = StorePostgres.layer({
          url: redacted(`${url}?application_name=${namespace}`),
          namespace,
          schema: countingSchema,
          deadlineMillis: 30_000,
        })
        yield* Effect.gen(function* () {
          yield* countOne()
          const kills = yield* Effect.forkChild(
            Effect.gen(function* () {
              let killed = 0
              while (!isDone.now && killed < 15) {
                const rows = yield* ask(
                  killer,
                  `select pg_terminate_backend(pid) from pg_stat_activity
                    where application_name = $1 and state <> 'idle' limit 1`,
                  [namespace],
                )
                killed += rows.length
                yield* turns(20)
              }
              return killed
            }),
          )
          yield* Effect.forEach(Array.from({ length: 60 }), () => countOne(), { concurrency: 6 })
          isDone.now = true
          assert.isAbove(yield* Fiber.join(kills), 5)
          assert.deepStrictEqual(yield* readCount(), { sequence: 61, number: 61, sum: 61 })
        }).pipe(Effect.provide(store))
      }),
  )
})

/** Creates the key, and says whether that was acknowledged, refused for certain, or left open. */
const createKey = (key: string): Effect.Effect<string, never, MemoryStore> =>
  Effect.flatMap(MemoryStore, (store) =>
    store.update(owner, () =>
      Effect.succeed({
        answer: "acknowledged",
        draft: { create: [{ type: "counter", key, attributes: { number: 1 } }] },
      }),
    ),
  ).pipe(Effect.catch((error: StoreError) => Effect.succeed(error.reason._tag)))

const bin = findServer()

describe.skipIf(bin === undefined)("a server that is killed", () => {
  it.live("keeps what was acknowledged and nothing that was refused, and is found again", () =>
    Effect.gen(function* () {
      const cluster = yield* Effect.acquireRelease(
        Effect.promise(() => startCluster(bin ?? "")),
        ({ stop }) => Effect.sync(stop),
      )
      const told = new Map<string, string>()
      yield* Effect.gen(function* () {
        const writers = yield* Effect.forkChild(
          Effect.forEach(
            Array.from({ length: 8 }, (_, writer) => writer),
            (writer) =>
              Effect.gen(function* () {
                for (let i = 0; i < 400; i++) {
                  const key = `${writer}.${i}`
                  const outcome = yield* createKey(key)
                  told.set(key, outcome)
                  if (outcome !== "acknowledged") return
                }
              }),
            { concurrency: "unbounded" },
          ),
        )
        while (told.size < 100) yield* turns(1)
        process.kill(cluster.pid(), "SIGKILL")
        yield* Fiber.join(writers)
        yield* Effect.promise(cluster.start)
        const present = yield* Effect.flatMap(MemoryStore, (store) =>
          store.read(owner, (view) => view.scan("counter", { limit: 10_000 })),
        )
        const keys = new Set(present.map(({ key }) => key))
        for (const [key, outcome] of told) {
          if (outcome === "acknowledged") assert.isTrue(keys.has(key), key)
          else if (outcome !== "OutcomeUnknown") assert.isFalse(keys.has(key), `${key} ${outcome}`)
        }
        assert.isTrue([...told.values()].some((outcome) => outcome !== "acknowledged"))
        assert.strictEqual(yield* createKey("afterwards"), "acknowledged")
      }).pipe(
        Effect.provide(
          StorePostgres.layer({
            url: redacted(cluster.url),
            schema: countingSchema,
            deadlineMillis: 500,
          }),
        ),
      )
    }),
  )
})
