// What is sent to a TypeDB server and how its answers are read, on a stub. Verifies: ST-05, ST-07
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { makeTypeDb } from "../src/internal/TypeDb.ts"
import { isLost, isPassing, type TypeDbFailure } from "../src/internal/TypeDbFailure.ts"
import { type Answering, json, stubServer } from "./stubServer.ts"

const withStub = (answer: Answering, options: { password?: string; requestMillis?: number } = {}) =>
  Effect.map(stubServer(answer), (stub) => ({
    stub,
    db: makeTypeDb({
      address: stub.address,
      username: "admin",
      password: options.password ?? "secret",
      database: "my memories",
      requestMillis: options.requestMillis ?? 5_000,
    }),
  }))

const rows: Answering = (_sent, _place, response) =>
  json(response, 200, { answers: [{ a: 1 }], warning: null })

const read = { transactionType: "read", query: "match $x isa thing;" } as const

const failureOf = (answer: Answering): Effect.Effect<TypeDbFailure> =>
  Effect.scoped(
    Effect.flatMap(withStub(answer), ({ db }) => Effect.orDie(Effect.flip(db.ask(read)))),
  )

describe("the driver, on a stub", () => {
  it.live("sends values as rows beside the text, and commits what may write", () =>
    Effect.gen(function* () {
      const { db, stub } = yield* withStub(rows)
      yield* db.ask({
        transactionType: "write",
        query: "given $key: string;",
        givenRows: [{ key: '"; delete $x;' }],
      })
      yield* db.ask(read)
      const [write, reading] = stub.sent.map(({ body }) => body as Record<string, unknown>)
      assert.strictEqual(stub.sent[0]?.path, "/v1/query")
      assert.strictEqual(write?.query, "given $key: string;")
      assert.deepStrictEqual(write?.givenRows, [{ key: '"; delete $x;' }])
      assert.deepStrictEqual([write?.commit, reading?.commit], [true, false])
      assert.deepInclude(write?.queryOptions as object, { includeQueryStructure: false })
      assert.deepStrictEqual([write?.databaseName], ["my memories"])
    }).pipe(Effect.scoped),
  )

  it.live("signs in once for any number of calls at once, and again when the server forgot", () =>
    Effect.gen(function* () {
      const { db, stub } = yield* withStub((sent, _place, response) => {
        if (sent.authorization === "Bearer token-1" && stub.sent.length > 5)
          json(response, 401, { code: "AUT3", message: "[AUT3] Invalid token." })
        else rows(sent, 0, response)
      })
      yield* Effect.all(
        Array.from({ length: 5 }, () => db.ask(read)),
        { concurrency: "unbounded" },
      )
      assert.strictEqual(stub.signIns(), 1)
      yield* Effect.all(
        Array.from({ length: 3 }, () => db.ask(read)),
        { concurrency: "unbounded" },
      )
      assert.strictEqual(stub.signIns(), 2)
    }).pipe(Effect.scoped),
  )

  it.live("a wrong password is told apart, and the call is not made", () =>
    Effect.gen(function* () {
      const { db, stub } = yield* withStub(rows, { password: "wrong" })
      const failure = yield* Effect.flip(db.ask(read))
      assert.deepInclude(failure, { status: 401, codes: ["AUT1"], unsent: true })
      assert.isEmpty(stub.sent)
    }).pipe(Effect.scoped),
  )

  it.live("an answer that was cut short is a failure, not an answer", () =>
    Effect.gen(function* () {
      const cut = yield* failureOf((_sent, _place, response) =>
        json(response, 206, { answers: [{}], warning: "limit of answers reached" }),
      )
      assert.strictEqual(cut.status, 206)
    }),
  )

  it.live("answers are read in whatever frame they come", () =>
    Effect.gen(function* () {
      const { db } = yield* withStub((_sent, _place, response) => {
        response.writeHead(200, { "content-type": "application/json" })
        response.write('{"answers":[{"a"')
        response.end(':"é"}]}')
      })
      assert.deepStrictEqual(yield* db.ask(read), [{ a: "é" }])
    }).pipe(Effect.scoped),
  )

  it.live("of an error only the codes are kept, the deepest first", () =>
    Effect.gen(function* () {
      const message = "[STC2] Isolation conflict on 'secret words'\n[DCT4] Commit failed\n[SRV19] x"
      const failure = yield* failureOf((_sent, _place, response) =>
        json(response, 400, { code: "STC2", message }),
      )
      assert.deepStrictEqual(failure.codes, ["STC2", "DCT4", "SRV19"])
      assert.isTrue(isPassing(failure))
      assert.notInclude(JSON.stringify(failure), "secret")
      assert.notInclude(failure.message, "secret")
    }),
  )

  it.live("errors without a body, or with one of a proxy, are failures with their status", () =>
    Effect.gen(function* () {
      const empty = yield* failureOf((_sent, _place, response) => response.writeHead(503).end())
      const proxy = yield* failureOf((_sent, _place, response) =>
        response.writeHead(502).end("<html>Bad gateway</html>"),
      )
      const cut = yield* failureOf((_sent, _place, response) =>
        response.writeHead(200).end('{"answers":[{"a":'),
      )
      assert.deepStrictEqual([empty.status, proxy.status, cut.status], [503, 502, 0])
      assert.isTrue([empty, proxy, cut].every(isLost))
    }),
  )

  it.live("a broken connection is lost; one that was never made carried nothing", () =>
    Effect.gen(function* () {
      const broken = yield* failureOf((_sent, _place, response) => void response.destroy())
      assert.isTrue(isLost(broken))
      assert.isFalse(broken.unsent)
      const db = makeTypeDb({
        address: "http://127.0.0.1:1",
        username: "a",
        password: "b",
        database: "c",
        requestMillis: 1_000,
      })
      const never = yield* Effect.flip(db.ask(read))
      assert.deepInclude(never, { status: 0, unsent: true })
    }),
  )

  it.live("an answer that does not come in time is lost", () =>
    Effect.gen(function* () {
      const { db } = yield* withStub(() => {}, { requestMillis: 200 })
      assert.isTrue(isLost(yield* Effect.flip(db.ask(read))))
    }).pipe(Effect.scoped),
  )
})
