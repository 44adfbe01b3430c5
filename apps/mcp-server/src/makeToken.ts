/**
 * Makes a bearer token. It is shown once; the tokens file holds only its digest.
 *
 * @module
 */
import { randomBytes } from "node:crypto"
import { TokenTable } from "@reminisce/mcp"

export interface NewToken {
  readonly owner: string
  readonly access: string
  readonly days: number
  readonly audience?: string | undefined
}

export const makeToken = ({ access, audience, days, owner }: NewToken): string => {
  const token = randomBytes(32).toString("base64url")
  const expiresAt = new Date(Date.now() + days * 86_400_000).toISOString()
  const entry = {
    sha256: TokenTable.tokenDigest(token),
    owner,
    access,
    expiresAt,
    ...(audience === undefined ? {} : { audience }),
  }
  return `${token}\n\nThe client sends it as "Authorization: Bearer ...". In the file of --tokens, among "tokens":\n\n${JSON.stringify(entry, null, 2)}\n`
}
