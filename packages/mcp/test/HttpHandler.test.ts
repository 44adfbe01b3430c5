// Verifies: MC-48, MC-49, MC-50, MC-52
import { describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { assert } from "vitest"
import type { HttpHandler } from "../src/HttpHandler.ts"
import {
  bearer,
  callOf,
  type Grants,
  grantOf,
  makeHandler,
  messageOf,
  modernCall,
  post,
} from "./fixtures/httpEcho.ts"

const CANARY = "zebrafish"

const ask = (handler: HttpHandler, request: Request) => Effect.promise(() => handler.fetch(request))

const statusOf = (handler: HttpHandler, request: Request) =>
  Effect.map(ask(handler, request), ({ status }) => status)

const echoed = { text: "hello", bytes: 5 }

describe("a request over HTTP", () => {
  it.effect("is answered in both eras with a fresh server each time", () =>
    Effect.gen(function* () {
      const { handler, served } = yield* makeHandler()
      for (const request of [
        post(callOf("echo", { text: "hello" })),
        modernCall("echo", { text: "hello" }),
      ]) {
        const response = yield* ask(handler, request)
        const { result } = yield* Effect.promise(() => messageOf(response))
        assert.deepInclude(result, { structuredContent: echoed })
      }
      assert.deepStrictEqual(served, ["all legacy", "all modern"])
      assert.strictEqual(handler.pending(), 0)
    }),
  )

  it.effect("hears how far its call is when it asks, before the answer, and each step once", () =>
    Effect.gen(function* () {
      const { handler } = yield* makeHandler()
      const asking = async (request: Request): Promise<Request> => {
        const message = JSON.parse(await request.text())
        message.params._meta = { ...message.params._meta, progressToken: "t" }
        return post(JSON.stringify(message), Object.fromEntries(request.headers))
      }
      for (const request of [
        post(callOf("steps", { total: 2 })),
        modernCall("steps", { total: 2 }),
      ]) {
        const response = yield* ask(handler, yield* Effect.promise(() => asking(request)))
        const text = yield* Effect.promise(() => response.text())
        const messages = [...text.matchAll(/^data: (\{.*)$/gm)].map(([, data = ""]) =>
          JSON.parse(data),
        )
        const heard = messages.slice(0, -1).map(({ params }) => params)
        assert.deepStrictEqual(
          heard,
          [1, 2].map((progress) => ({ progressToken: "t", progress, total: 2 })),
        )
        assert.deepInclude(messages.at(-1)?.result, { structuredContent: { steps: 2 } })
      }
    }),
  )

  it.effect("hears nothing back of what it sent, in whatever error", () =>
    Effect.gen(function* () {
      const { handler } = yield* makeHandler()
      const deep = `${"[".repeat(65)}"${CANARY}"${"]".repeat(65)}`
      const requests: ReadonlyArray<readonly [number, Request]> = [
        [400, post(`{"${CANARY}`)],
        [400, post(`[${callOf("echo", { text: CANARY })}]`)],
        [400, post(`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":${deep}}}`)],
        [400, post(Uint8Array.from([0x22, 0xff, 0x22]))],
        [400, post("")],
        [413, post(callOf("echo", { text: CANARY.repeat(120_000) }))],
        [200, post(callOf(CANARY, {}))],
        [200, post(`{"jsonrpc":"2.0","id":1,"method":"${CANARY}"}`)],
        [200, post(callOf("boom", { text: CANARY, kind: "throw" }))],
        [
          200,
          post(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":{"${CANARY}":1}}}`),
        ],
        [200, post(callOf("echo", { text: "a", [CANARY]: 1 }))],
        [400, modernCall("echo", { text: "a" }, { "mcp-name": CANARY })],
        [400, modernCall("echo", { text: "a" }, { "mcp-protocol-version": CANARY })],
        [415, post(callOf("echo", { text: CANARY }), { "content-type": `text/${CANARY}` })],
        [406, post(callOf("echo", { text: CANARY }), { accept: CANARY })],
        [403, post(callOf("echo", {}), { host: `${CANARY}.example` })],
        [403, post(callOf("echo", {}), { origin: `https://${CANARY}.example` })],
        [403, post(callOf("echo", {}), { origin: "null" })],
        [404, new Request(`http://localhost/${CANARY}`, { headers: { host: "localhost" } })],
        [405, new Request("http://localhost/mcp", { headers: { host: "localhost" } })],
      ]
      for (const [i, [status, request]] of requests.entries()) {
        const response = yield* ask(handler, request)
        const text = yield* Effect.promise(() => response.text())
        assert.strictEqual(response.status, status, `${i} ${text}`)
        assert.notInclude(text + JSON.stringify([...response.headers]), CANARY, String(i))
        assert.notInclude(text, '"id":null')
      }
      assert.strictEqual(handler.pending(), 0)
    }),
  )

  it.effect("may be of one page and host that were allowed, and of no other", () =>
    Effect.gen(function* () {
      const { handler } = yield* makeHandler({
        allowedHosts: ["memory.example"],
        allowedOrigins: ["app.example"],
      })
      const call = callOf("echo", { text: "hello" })
      const at = (host: string, origin: string) => statusOf(handler, post(call, { host, origin }))
      assert.strictEqual(yield* at("memory.example:8443", "https://app.example:444"), 200)
      assert.strictEqual(yield* at("localhost", "https://app.example"), 403)
      assert.strictEqual(yield* at("memory.example", "https://memory.example"), 403)
      assert.strictEqual(yield* at("memory.example.evil.example", "https://app.example"), 403)
    }),
  )

  it.effect("is refused while too many are under way, and when the server is closing", () =>
    Effect.gen(function* () {
      const { handler } = yield* makeHandler({ limits: { concurrent: 1 } })
      const slow = handler.fetch(modernCall("slow", { millis: 60_000 }))
      assert.strictEqual(handler.pending(), 1)
      const second = yield* ask(handler, post(callOf("count", {})))
      assert.strictEqual(second.status, 503)
      yield* Effect.promise(() => second.text())
      yield* Effect.promise(() => handler.close())
      yield* Effect.promise(() => slow.then((response) => response.text()))
      assert.strictEqual(handler.pending(), 0)
      handler.refuseNew()
      assert.strictEqual(yield* statusOf(handler, post(callOf("count", {}))), 503)
    }),
  )

  it.effect("is interrupted when its client goes away", () =>
    Effect.gen(function* () {
      const { handler } = yield* makeHandler()
      const asked = Effect.gen(function* () {
        const response = yield* ask(handler, modernCall("interruptions", {}))
        const { result } = yield* Effect.promise(() => messageOf(response))
        return (result as { structuredContent: { interrupted: number } }).structuredContent
      })
      const before = yield* asked
      const gone = new AbortController()
      const waiting = handler.fetch(
        new Request(modernCall("slow", { millis: 60_000 }), { signal: gone.signal }),
      )
      yield* Effect.promise(() => new Promise(setImmediate))
      gone.abort()
      yield* Effect.promise(() => waiting.then((response) => response.text().catch(() => "")))
      assert.strictEqual((yield* asked).interrupted, before.interrupted + 1)
    }),
  )
})

describe("a bearer token", () => {
  const call = callOf("echo", { text: "hello" })

  it.effect("says for whom a request is, and nothing else does", () =>
    Effect.gen(function* () {
      const grants: Grants = new Map([
        ["a", grantOf()],
        ["b", grantOf({ principal: "bob", name: "bob" })],
      ])
      const { handler, served } = yield* makeHandler({ grants })
      assert.strictEqual(yield* statusOf(handler, post(call, bearer("a"))), 200)
      assert.strictEqual(
        yield* statusOf(handler, modernCall("echo", { text: "" }, bearer("b"))),
        200,
      )
      assert.deepStrictEqual(served, ["alice legacy", "bob modern"])
    }),
  )

  it.effect("is asked for where there is none, and refused where it is none of ours", () =>
    Effect.gen(function* () {
      const { handler, served } = yield* makeHandler({ grants: new Map([["a", grantOf()]]) })
      const none = yield* ask(handler, post(call))
      assert.strictEqual(none.status, 401)
      assert.strictEqual(none.headers.get("www-authenticate"), "Bearer")
      for (const authorization of ["Basic a", "Bearer", "Bearer a b"])
        assert.strictEqual(yield* statusOf(handler, post(call, { authorization })), 401)
      const unknown = yield* ask(handler, post(call, bearer("x")))
      assert.strictEqual(unknown.status, 401)
      assert.strictEqual(unknown.headers.get("www-authenticate"), 'Bearer error="invalid_token"')
      assert.deepStrictEqual(served, [])
    }),
  )

  it.effect("is refused from the instant it expires", () =>
    Effect.gen(function* () {
      const { handler } = yield* makeHandler({
        grants: new Map([["a", grantOf({ expiresAt: 1_000 })]]),
      })
      yield* TestClock.adjust("999 millis")
      assert.strictEqual(yield* statusOf(handler, post(call, bearer("a"))), 200)
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(yield* statusOf(handler, post(call, bearer("a"))), 401)
    }),
  )

  it.effect("is refused by a server it was not issued for", () =>
    Effect.gen(function* () {
      const audience = "https://memory.example/mcp"
      const grants: Grants = new Map([
        ["here", grantOf({ audience })],
        ["elsewhere", grantOf({ audience: "https://other.example/mcp" })],
        ["anywhere", grantOf()],
      ])
      const named = yield* makeHandler({ grants, audience })
      const nameless = yield* makeHandler({ grants })
      for (const [token, atNamed, atNameless] of [
        ["here", 200, 401],
        ["elsewhere", 401, 401],
        ["anywhere", 401, 200],
      ] as const) {
        assert.strictEqual(yield* statusOf(named.handler, post(call, bearer(token))), atNamed)
        assert.strictEqual(yield* statusOf(nameless.handler, post(call, bearer(token))), atNameless)
      }
    }),
  )

  it.effect("is refused at the next request after it was revoked", () =>
    Effect.gen(function* () {
      const grants: Grants = new Map([["a", grantOf()]])
      const { handler } = yield* makeHandler({ grants })
      assert.strictEqual(yield* statusOf(handler, post(call, bearer("a"))), 200)
      grants.delete("a")
      assert.strictEqual(yield* statusOf(handler, post(call, bearer("a"))), 401)
    }),
  )

  it.effect("has a rate of its own, and is told when to come back", () =>
    Effect.gen(function* () {
      const grants: Grants = new Map([
        ["a", grantOf()],
        ["b", grantOf({ name: "bob" })],
      ])
      const { handler } = yield* makeHandler({ grants, limits: { perSecond: 1, burst: 2 } })
      const statuses = (token: string) =>
        Effect.all([1, 2, 3].map(() => statusOf(handler, post(call, bearer(token)))))
      assert.deepStrictEqual(yield* statuses("a"), [200, 200, 429])
      assert.deepStrictEqual(yield* statuses("b"), [200, 200, 429])
      const refused = yield* ask(handler, post(call, bearer("a")))
      assert.strictEqual(refused.headers.get("retry-after"), "1")
      yield* TestClock.adjust("1 seconds")
      assert.deepStrictEqual(yield* statuses("a"), [200, 429, 429])
    }),
  )

  it.effect("never brings one client what another asked, though both count from one", () =>
    Effect.gen(function* () {
      const grants: Grants = new Map([
        ["a", grantOf()],
        ["b", grantOf({ name: "bob" })],
      ])
      const { handler } = yield* makeHandler({ grants })
      const answers = yield* Effect.all(
        Array.from({ length: 100 }, (_, i) => {
          const text = `${i % 2 === 0 ? "a" : "b"} ${i}`
          const request =
            i % 3 === 0 ? post(callOf("echo", { text })) : modernCall("echo", { text })
          request.headers.set("authorization", `Bearer ${text[0]}`)
          return Effect.promise(async () => {
            const { result } = await messageOf(await handler.fetch(request))
            return [
              text,
              (result as { structuredContent: { text: string } }).structuredContent.text,
            ]
          })
        }),
        { concurrency: "unbounded" },
      )
      for (const [sent, got] of answers) assert.strictEqual(got, sent)
    }),
  )
})
