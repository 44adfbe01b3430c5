/**
 * The real server over HTTP, started as a process, and the protocol's own client connected to it.
 *
 * @module
 */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { type Era, main } from "./serverProcess.ts"

export interface HttpProcess {
  readonly url: URL
  readonly child: ChildProcess
  /** All of standard error by now. */
  readonly said: () => string
}

/** Another file than the one that was built, with more in its environment. */
export interface ProgramOptions {
  readonly environment?: Readonly<Record<string, string>>
  readonly program?: string
}

/** Runs `use` with `serve-http` on a free port; it is stopped afterwards, and must have ended well. */
export const withHttp = async <A>(
  args: ReadonlyArray<string>,
  use: (server: HttpProcess) => Promise<A>,
  { environment = {}, program = main }: ProgramOptions = {},
): Promise<A> => {
  const child = spawn(process.execPath, [program, "serve-http", "--port", "0", ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...environment },
  })
  let said = ""
  let out = ""
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text
  })
  const listening = Promise.withResolvers<URL>()
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said += text
    const [url] = /http:\/\/\S+/.exec(said) ?? []
    if (url !== undefined) listening.resolve(new URL(url))
  })
  const exited = once(child, "exit")
  void exited.then(() => listening.reject(new Error(`it ended: ${said}`)))
  try {
    const result = await use({ url: await listening.promise, child, said: () => said })
    child.kill("SIGTERM")
    const [status] = await exited
    if (status !== 0 || out !== "") throw new Error(`status ${status}, on standard output: ${out}`)
    return result
  } finally {
    child.kill("SIGKILL")
    await exited
  }
}

export const withHttpClient = async <A>(
  url: URL,
  era: Era,
  token: string | undefined,
  use: (client: Client) => Promise<A>,
): Promise<A> => {
  const client = new Client(
    { name: "test", version: "0" },
    era === "modern" ? { versionNegotiation: { mode: "auto" } } : {},
  )
  const headers: Record<string, string> =
    token === undefined ? {} : { authorization: `Bearer ${token}` }
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
  try {
    return await use(client)
  } finally {
    await client.close()
  }
}
