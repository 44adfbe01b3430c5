// Verifies: MC-49
import { describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { assert } from "vitest"
import { findToken, parseTokens, tokenDigest } from "../src/TokenTable.ts"

const entry = {
  sha256: tokenDigest("a token"),
  owner: "agent:alice",
  expiresAt: "2027-01-01T00:00:00Z",
}
const parse = (...tokens: ReadonlyArray<unknown>) => parseTokens(JSON.stringify({ tokens }))

describe("a table of tokens", () => {
  it.effect("finds a token by its digest, and no other", () =>
    Effect.gen(function* () {
      const other = { ...entry, sha256: tokenDigest("b"), access: "read", audience: "https://m" }
      const table = yield* parse(entry, other)
      assert.deepStrictEqual(Option.getOrUndefined(findToken(table, "a token")), {
        principal: { owner: { kind: "agent", name: "alice" }, access: "write" },
        name: entry.sha256,
        expiresAt: Date.parse(entry.expiresAt),
      })
      assert.deepInclude(Option.getOrUndefined(findToken(table, "b")), {
        audience: "https://m",
        principal: { owner: { kind: "agent", name: "alice" }, access: "read" },
      })
      for (const token of ["", "a token ", entry.sha256])
        assert.isTrue(Option.isNone(findToken(table, token)))
    }),
  )

  it.effect("is refused whole when anything in it is not sound, by place and rule", () =>
    Effect.gen(function* () {
      const cases: ReadonlyArray<readonly [Record<string, unknown>, string]> = [
        [{ sha256: "a token" }, "tokens[1].sha256 64-hex-digits"],
        [{ sha256: entry.sha256.toUpperCase() }, "tokens[1].sha256 64-hex-digits"],
        [{ owner: "alice" }, "tokens[1].owner kind:name"],
        [{ owner: undefined }, "tokens[1].owner kind:name"],
        [{ access: "all" }, "tokens[1].access read-or-write"],
        [{ expiresAt: undefined }, "tokens[1].expiresAt instant"],
        [{ expiresAt: 1_700_000_000_000 }, "tokens[1].expiresAt instant"],
        [{ audience: 7 }, "tokens[1].audience text"],
        [{ tokn: "zebrafish" }, "tokens[1].* one-of:sha256,owner,access,expiresAt,audience"],
      ]
      for (const [change, told] of cases) {
        const { at, rule } = yield* Effect.flip(parse(entry, { ...entry, ...change }))
        assert.strictEqual(`${at} ${rule}`, told)
      }
      assert.deepInclude(yield* Effect.flip(parseTokens("{")), { at: "", rule: "json" })
      assert.deepInclude(yield* Effect.flip(parseTokens("[]")), { at: "tokens" })
      const many = Array.from({ length: 1_001 }, () => entry)
      assert.deepInclude(yield* Effect.flip(parse(...many)), { at: "tokens" })
    }),
  )
})
