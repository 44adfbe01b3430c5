// Writers of one owner, in one process and several, and what they must not do.
import { assert, it } from "@effect/vitest"
import { MemoryStore } from "@reminisce/store"
import { StorePostgres } from "@reminisce/store-postgres"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type { Client } from "pg"
import { countingSchema, countOne, owner, readCount } from "./counting.ts"
import { ask, connected, freshNamespace, redacted, withServer } from "./server.ts"

/** Until the connection waits for a lock. */
const untilWaiting = (watcher: Client, pid: unknown) =>
  Effect.gen(function* () {
    for (;;) {
      const [row] = yield* ask(
        watcher,
        "select count(*)::int from pg_stat_activity where pid = $1 and wait_event_type = 'Lock'",
        [pid],
      )
      if (row?.[0] === 1) return
    }
  })

withServer("writers of one owner", (url) => {
  const open = (namespace: string, deadlineMillis = 20_000) =>
    StorePostgres.layer({ url: redacted(url), namespace, schema: countingSchema, deadlineMillis })

  it.live("four instances lose no acknowledged write of a record or a page", () =>
    Effect.gen(function* () {
      const namespace = yield* freshNamespace(url)
      yield* Effect.provide(readCount(), open(namespace))
      const writer = Effect.provide(
        Effect.forEach(Array.from({ length: 10 }), () => countOne(), { concurrency: 5 }),
        open(namespace),
        { local: true },
      )
      yield* Effect.all([writer, writer, writer, writer], { concurrency: "unbounded" })
      const count = yield* Effect.provide(readCount(), open(namespace))
      assert.deepStrictEqual(count, { sequence: 40, number: 40, sum: 40 })
    }),
  )

  it.live("a lock and a read in one statement would show the page from before the wait", () =>
    Effect.gen(function* () {
      const namespace = yield* freshNamespace(url)
      yield* Effect.provide(countOne(), open(namespace))
      const [holder, waiter, watcher] = yield* Effect.all([
        connected(url),
        connected(url),
        connected(url),
      ])
      const tables = { owner: `"${namespace}"."owner"`, page: `"${namespace}"."p_sums"` }
      const lock = `select sequence from ${tables.owner} for update`
      const read = `select data from ${tables.page}`
      const together = `select data from ${tables.owner} as o join ${tables.page} on owner = o.id for update of o`

      const afterWaiting = (...statements: ReadonlyArray<string>) =>
        Effect.gen(function* () {
          yield* ask(holder, "begin")
          yield* ask(holder, lock)
          const [row] = yield* ask(waiter, "select pg_backend_pid()")
          yield* ask(waiter, "begin")
          const waiting = yield* Effect.forkChild(
            Effect.forEach(statements, (statement) => ask(waiter, statement)),
          )
          yield* untilWaiting(watcher, row?.[0])
          yield* ask(holder, `update ${tables.page} set data = data || '\\x01'`)
          const [[now] = []] = yield* ask(holder, read)
          yield* ask(holder, "commit")
          const answers = yield* Fiber.join(waiting)
          yield* ask(waiter, "rollback")
          return { seen: answers.at(-1)?.[0]?.[0], now }
        })

      const apart = yield* afterWaiting(lock, read)
      assert.deepStrictEqual(apart.seen, apart.now)
      const mixed = yield* afterWaiting(together)
      assert.notDeepEqual(mixed.seen, mixed.now)
    }),
  )

  it.live("a plan on a base that another plan has taken is not committed, lock or no lock", () =>
    Effect.gen(function* () {
      const namespace = yield* freshNamespace(url)
      const rival = yield* connected(url)
      yield* Effect.gen(function* () {
        yield* countOne()
        const store = yield* MemoryStore
        let tries = 0
        yield* store.update(owner, () =>
          Effect.gen(function* () {
            // A writer that keeps no lock takes the sequence while we decide.
            if (++tries === 1)
              yield* ask(
                rival,
                `insert into "${namespace}"."change" (owner, sequence, plan, at, touched)
                  select id, sequence + 1, 'rival', 0, '[]' from "${namespace}"."owner"`,
              )
            else yield* ask(rival, `delete from "${namespace}"."change" where plan = 'rival'`)
            const write = { type: "counter", key: "d", attributes: { number: 7 } }
            return { answer: undefined, draft: { create: [write] } }
          }),
        )
        assert.strictEqual(tries, 2)
        assert.strictEqual((yield* readCount()).sequence, 2)
      }).pipe(Effect.provide(open(namespace)))
    }),
  )

  it.live("an owner held by another transaction until the deadline is contended", () =>
    Effect.gen(function* () {
      const namespace = yield* freshNamespace(url)
      const holder = yield* connected(url)
      const error = yield* Effect.gen(function* () {
        yield* countOne()
        yield* ask(holder, "begin")
        yield* ask(holder, `select 1 from "${namespace}"."owner" for update`)
        const failed = yield* Effect.flip(countOne())
        yield* ask(holder, "rollback")
        assert.strictEqual(yield* countOne(), 2)
        return failed
      }).pipe(Effect.provide(open(namespace, 100)))
      assert.strictEqual(error.reason._tag, "Contended")
    }),
  )

  it.live("an interrupted update is whole or nothing, and its session is given back", () =>
    Effect.gen(function* () {
      const namespace = yield* freshNamespace(url)
      yield* Effect.gen(function* () {
        for (let i = 0; i < 30; i++) {
          const fiber = yield* Effect.forkChild(countOne())
          for (let turns = 0; turns < i * 20; turns++) yield* Effect.yieldNow
          if (i % 3 > 0) yield* Effect.promise(() => new Promise((go) => setImmediate(go)))
          yield* Fiber.interrupt(fiber)
        }
        const before = yield* readCount()
        assert.strictEqual(before.number, before.sequence)
        assert.strictEqual(before.sum, before.sequence)
        assert.strictEqual(yield* countOne(), before.number + 1)
      }).pipe(
        Effect.provide(
          StorePostgres.layer({
            url: redacted(url),
            namespace,
            schema: countingSchema,
            maxSessions: 1,
          }),
        ),
      )
    }),
  )

  it.live("a reader that finds no session free in time is told so", () =>
    Effect.gen(function* () {
      const namespace = yield* freshNamespace(url)
      const only = { maxSessions: 1, connectMillis: 500 }
      const error = yield* Effect.gen(function* () {
        const store = yield* MemoryStore
        const started = yield* Deferred.make<void>()
        const busy = yield* Effect.forkChild(
          store.read(owner, () =>
            Effect.andThen(Deferred.succeed(started, undefined), Effect.never),
          ),
        )
        yield* Deferred.await(started)
        const failed = yield* Effect.flip(readCount())
        yield* Fiber.interrupt(busy)
        return failed
      }).pipe(
        Effect.provide(
          StorePostgres.layer({ url: redacted(url), namespace, schema: countingSchema, ...only }),
        ),
      )
      assert.strictEqual(error.message, "read: Unavailable what=sessions")
    }),
  )
})
