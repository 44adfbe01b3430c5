/**
 * A folder of its own for one test, and the real server started in it as a process.
 *
 * @module
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { Client } from "@modelcontextprotocol/client"
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio"

export const main = fileURLToPath(new URL("../dist/main.js", import.meta.url))

export const OWNER = "agent:alice"

/** Runs `use` with a folder that is gone afterwards. */
export const withFolder = async <A>(use: (folder: string) => Promise<A>): Promise<A> => {
  const folder = mkdtempSync(join(tmpdir(), "reminisce-app-"))
  try {
    return await use(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export type Era = "legacy" | "modern"
export const ERAS: ReadonlyArray<Era> = ["legacy", "modern"]

/** Runs `use` with the protocol's own client connected to a server process on `filename`. */
export const withClient = async <A>(
  filename: string,
  era: Era,
  use: (client: Client) => Promise<A>,
  ...options: ReadonlyArray<string>
): Promise<A> => {
  const client = new Client(
    { name: "test", version: "0" },
    era === "modern" ? { versionNegotiation: { mode: "auto" } } : {},
  )
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [main, "--owner", OWNER, "--store", `sqlite:${filename}`, ...options],
      stderr: "ignore",
    }),
  )
  try {
    return await use(client)
  } finally {
    await client.close()
  }
}

/** A tool's structured answer; the text beside it must say the same. */
export const callTool = async (
  client: Client,
  name: string,
  args: Record<string, unknown>,
): Promise<Record<string, unknown>> => {
  const { content, structuredContent } = await client.callTool({ name, arguments: args })
  const [block] = Array.isArray(content) ? content : []
  if (JSON.stringify(structuredContent) !== (block as { readonly text?: string })?.text)
    throw new Error("the text and the structured answer differ")
  return structuredContent as Record<string, unknown>
}
