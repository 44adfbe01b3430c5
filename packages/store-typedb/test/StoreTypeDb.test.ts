// Which servers and databases are refused, on a stub.
// Verifies: ST-04, ST-28, HO-06, LM-22
import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { StoreTypeDb } from "@reminisce/store-typedb"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { json, type Sent, stubServer } from "./stubServer.ts"

const messageOf = (answer: unknown) =>
  Effect.gen(function* () {
    const stub = yield* stubServer((sent, _place, response) =>
      sent.path === "/v1/version"
        ? json(response, 200, answer)
        : json(response, 400, { code: "SRV14", message: "[SRV14] not ready" }),
    )
    const { address } = stub
    const password = Redacted.make("secret")
    const opened = StoreTypeDb.make({ address, username: "admin", password })
    const error = yield* Effect.flip(opened)
    return error.message
  }).pipe(Effect.scoped)

describe("opening, on a stub", () => {
  it.live(
    "an older server, one of another major version, or another program is refused by a sentence",
    () =>
      Effect.gen(function* () {
        const answers = [
          { distribution: "TypeDB CE", version: "3.12.2" },
          { distribution: "TypeDB CE", version: "3.9.10" },
          { distribution: "TypeDB CE", version: "2.28.0" },
          { distribution: "TypeDB CE", version: "4.0.0" },
          { distribution: "Other", version: "3.13.0" },
          { version: "3.13.0" },
          "3.13.0",
        ]
        for (const answer of answers) {
          assert.strictEqual(
            yield* messageOf(answer),
            "open: NotAStore rule=this is not TypeDB 3.12.3 or a newer 3.x",
          )
        }
      }),
  )

  it.live("a new enough server is asked on, and a server that still starts is unavailable", () =>
    Effect.gen(function* () {
      for (const version of ["3.12.3", "3.13.0", "3.14.1-rc0"]) {
        assert.strictEqual(
          yield* messageOf({ distribution: "TypeDB CE", version }),
          "open: Unavailable what=server",
        )
      }
    }),
  )

  it.live("a database that has any of the names gets nothing, and is told by them", () =>
    Effect.gen(function* () {
      const stub = yield* stubServer((sent, _place, response) => {
        if (sent.path === "/v1/version")
          return json(response, 200, { distribution: "TypeDB CE", version: "3.12.3" })
        const answers = queryOf(sent).startsWith("match attribute")
          ? [{ label: "content" }, { label: "a-host-s-own" }]
          : queryOf(sent).startsWith("match entity")
            ? [{ label: "memory" }]
            : []
        json(response, 200, { answers })
      })
      const opened = StoreTypeDb.make({
        address: stub.address,
        username: "admin",
        password: Redacted.make("secret"),
      })
      const { reason } = yield* Effect.flip(opened)
      assert.strictEqual(reason._tag, "SchemaDiffers")
      const facts = reason._tag === "SchemaDiffers" ? [...reason.facts].sort() : []
      assert.deepStrictEqual(facts, ["taken: content", "taken: memory"])
      const kinds = stub.sent.map(({ body }) => typeOf(body))
      assert.notInclude(kinds, "schema")
      assert.notInclude(kinds, "write")
    }).pipe(Effect.scoped),
  )
})

const typeOf = (body: unknown): string | undefined =>
  (body as { readonly transactionType?: string } | undefined)?.transactionType

const queryOf = ({ body }: Sent): string =>
  (body as { readonly query?: string } | undefined)?.query ?? ""

describe("the page on TypeDB", () => {
  it("says what plain HTTP shows", () => {
    const page = readFileSync(new URL("../../../docs/typedb.md", import.meta.url), "utf8")
    assert.include(
      page.replace(/\s+/g, " "),
      "over `http://` the password, the token and every word travel in clear",
    )
  })
})
