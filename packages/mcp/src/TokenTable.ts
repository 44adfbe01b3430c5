/**
 * Bearer tokens a host hands out itself, as a table of their SHA-256: who holds the table holds no
 * token. Where the table is kept and how it is renewed is left to the host.
 *
 * @module
 */
import { createHash, timingSafeEqual } from "node:crypto"
import { parseInstant } from "@reminisce/schema"
import { parseOwner } from "@reminisce/store"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Grant } from "./HttpHandler.ts"
import type { MemoryPrincipal } from "./MemoryServers.ts"

/** The table is not sound; `at` names the place, such as `tokens[2].owner`. Nothing of it is used. */
export class TokensInvalid extends Schema.TaggedError<TokensInvalid>(
  "@reminisce/mcp/TokensInvalid",
)("TokensInvalid", { at: Schema.String, rule: Schema.String }) {}

interface Entry {
  readonly digest: Buffer
  readonly grant: Grant<MemoryPrincipal>
}

/** At most 1,000 entries. */
export type TokenTable = ReadonlyArray<Entry>

/** What the table holds of a token: 64 hexadecimal digits. */
export const tokenDigest = (token: string): string =>
  createHash("sha256").update(token).digest("hex")

/** Compares with every entry, each in constant time. */
export const findToken = (
  table: TokenTable,
  token: string,
): Option.Option<Grant<MemoryPrincipal>> => {
  const digest = createHash("sha256").update(token).digest()
  let found: Grant<MemoryPrincipal> | undefined
  for (const entry of table) if (timingSafeEqual(entry.digest, digest)) found = entry.grant
  return Option.fromUndefinedOr(found)
}

const MOST = 1_000
const KEYS = ["sha256", "owner", "access", "expiresAt", "audience"]

/**
 * `{"tokens":[{"sha256","owner","expiresAt","access"?,"audience"?}]}`: owner as `kind:name`, instants as
 * RFC 3339, access `read` or `write` (default), audience as text of at most 2,048 characters.
 */
export const parseTokens = (text: string): Effect.Effect<TokenTable, TokensInvalid> =>
  Effect.gen(function* () {
    const value = yield* Effect.try({
      try: () => JSON.parse(text) as unknown,
      catch: () => new TokensInvalid({ at: "", rule: "json" }),
    })
    const tokens = Object(value).tokens as unknown
    if (!Array.isArray(tokens) || tokens.length > MOST)
      return yield* new TokensInvalid({ at: "tokens", rule: `list-of-at-most-${MOST}` })
    const entries: Array<Entry> = []
    for (const [i, token] of tokens.entries()) {
      const read = readEntry(token)
      if ("rule" in read)
        return yield* new TokensInvalid({ at: `tokens[${i}].${read.field}`, rule: read.rule })
      entries.push(read)
    }
    return entries
  })

const readEntry = (value: unknown): Entry | { readonly field: string; readonly rule: string } => {
  const fields = Object(value) as Readonly<Record<string, unknown>>
  if (!Object.keys(fields).every((key) => KEYS.includes(key)))
    return { field: "*", rule: `one-of:${KEYS.join(",")}` }
  const { access = "write", audience, expiresAt, owner, sha256 } = fields
  if (typeof sha256 !== "string" || !/^[0-9a-f]{64}$/.test(sha256))
    return { field: "sha256", rule: "64-hex-digits" }
  const parsed = typeof owner === "string" ? parseOwner(owner) : Option.none()
  if (Option.isNone(parsed)) return { field: "owner", rule: "kind:name" }
  if (access !== "read" && access !== "write") return { field: "access", rule: "read-or-write" }
  const instant = typeof expiresAt === "string" ? parseInstant(expiresAt) : { rule: "instant" }
  if ("rule" in instant) return { field: "expiresAt", rule: instant.rule }
  if (audience !== undefined && (typeof audience !== "string" || audience.length > 2_048))
    return { field: "audience", rule: "text" }
  return {
    digest: Buffer.from(sha256, "hex"),
    grant: {
      principal: { owner: parsed.value, access },
      name: sha256,
      expiresAt: instant.at,
      ...(audience === undefined ? {} : { audience }),
    },
  }
}
