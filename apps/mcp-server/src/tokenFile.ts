/**
 * The tokens a file holds. It is read again when it has changed, so that a token taken out of it is
 * refused at the next request. A file that cannot be read or is not sound lets nobody in.
 *
 * @module
 */
import { readFile, stat } from "node:fs/promises"
import { type HttpHandler, type MemoryServers, TokenTable } from "@reminisce/mcp"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { say } from "./preflight.ts"

interface Seen {
  readonly mark: string
  readonly table: TokenTable.TokenTable
}

/** A sentence for what is wrong with the file; empty text for nothing. */
export const tokenFileFault = async (file: string): Promise<string> => (await read(file)).fault

/** Asks the file's state at every request, and reads it only when that has changed. */
export const tokenFileVerifier = (
  file: string,
): HttpHandler.TokenVerifier<MemoryServers.MemoryPrincipal> => {
  let seen: Seen = { mark: "", table: [] }
  return (token) =>
    Effect.promise(async () => {
      const mark = await markOf(file)
      if (mark !== seen.mark) {
        const { fault, table } = await read(file)
        if (fault !== "") say(`reminisce-mcp: ${fault}; no token is accepted`)
        seen = { mark, table }
      }
      return TokenTable.findToken(seen.table, token)
    })
}

const markOf = async (file: string): Promise<string> => {
  try {
    const { ctimeMs, ino, mtimeMs, size } = await stat(file)
    return `${ino} ${size} ${mtimeMs} ${ctimeMs}`
  } catch {
    return "absent"
  }
}

const read = async (
  file: string,
): Promise<{ readonly fault: string; readonly table: TokenTable.TokenTable }> => {
  let text: string
  try {
    text = await readFile(file, "utf8")
  } catch {
    return { fault: `the tokens file ${file} cannot be read`, table: [] }
  }
  const parsed = await Effect.runPromiseExit(TokenTable.parseTokens(text))
  if (Exit.isSuccess(parsed)) return { fault: "", table: parsed.value }
  const [reason] = parsed.cause.reasons
  const { at, rule } = reason?._tag === "Fail" ? reason.error : { at: "tokens", rule: "unreadable" }
  return {
    fault: `the tokens file ${file} is wrong at ${at || "its beginning"}: ${rule}`,
    table: [],
  }
}
