// What the protocol's own client wrote in each era, written down once and replayed to the real server: it
// answers the same bytes, but for instants, handles of a focus and its version. Where an answer is meant to
// change, delete the logs: a missing one is written anew.
// Verifies: MC-11, MC-06
import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdirSync, readFileSync, renameSync } from "node:fs"
import { dirname, join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { Client } from "@modelcontextprotocol/client"
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio"
import { assert, describe, it } from "vitest"
import { main, OWNER, withFolder } from "./serverProcess.ts"

const ERAS = { "2025-11-25": "legacy", "2026-07-28": { pin: "2026-07-28" } } as const
type Revision = keyof typeof ERAS

const logOf = (revision: Revision): string =>
  fileURLToPath(new URL(`logs/${revision}.txt`, import.meta.url))

const argumentsFor = (folder: string): Array<string> => [
  main,
  "--owner",
  OWNER,
  "--store",
  `sqlite:${join(folder, "memory.db")}`,
]

/** Every tool, two refusals, and what a client may ask beside them. */
const converse = async (client: Client): Promise<void> => {
  const call = (name: string, args: Record<string, unknown>) =>
    client.callTool({ name: `memory_${name}`, arguments: args })
  await client.listTools()
  await call("remember", {
    key: "m_dawn",
    content: "The north gate opens at dawn. 北门在黎明时打开。",
    basis: "observed",
    sources: ["doc:gates"],
    facets: { place: "north gate" },
    occurredAt: "2025-03-04T10:00:00+02:00",
  })
  await call("recall", { query: "when does the north gate open", focus: "new" })
  await call("remember", {
    key: "m_nine",
    content: "The north gate opens at nine.",
    supersedes: "m_dawn",
    reason: "winter hours",
  })
  await call("recall", { query: "gate" })
  await call("why", { key: "m_dawn" })
  await call("forget", { key: "m_nine", reason: "torn down" })
  await call("recall", { query: "gate", owner: "agent:bob" })
  await call("why", { key: "m_nobodys" })
  await call("persona", {}).catch(() => {})
}

const record = (revision: Revision): Promise<void> =>
  withFolder(async (folder) => {
    const log = join(folder, "log.txt")
    const client = new Client(
      { name: "log", version: "1.0.0" },
      { versionNegotiation: { mode: ERAS[revision] } },
    )
    const tee = fileURLToPath(new URL("tee.mjs", import.meta.url))
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [tee, log, process.execPath, ...argumentsFor(folder)],
      }),
    )
    await converse(client)
    await client.close()
    mkdirSync(dirname(logOf(revision)), { recursive: true })
    renameSync(log, logOf(revision))
  })

/** Of the same length whatever it stands for, so that every byte keeps its place. */
const still = (line: string): string =>
  line
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, "0000-00-00T00:00:00.000Z")
    .replaceAll(/(focus\\?":\\?")[\w-]{22}/g, "$1handle-of-this-focus00")
    .replaceAll(/("name":"reminisce"(?:,"title":"reminisce")?,"version":")[^"]*/g, "$1")

for (const revision of Object.keys(ERAS) as ReadonlyArray<Revision>)
  describe(`the log of a client of ${revision}`, () => {
    it("replays byte for byte", async () => {
      if (!existsSync(logOf(revision))) await record(revision)
      const lines = readFileSync(logOf(revision), "utf8").trimEnd().split("\n")
      assert.isAbove(lines.filter((line) => line.startsWith(">")).length, 10)
      await withFolder(async (folder) => {
        const server = spawn(process.execPath, argumentsFor(folder), {
          stdio: ["pipe", "pipe", "ignore"],
        })
        const answers = createInterface({ input: server.stdout })[Symbol.asyncIterator]()
        for (const [i, line] of lines.entries()) {
          const [mark, text] = [line.slice(0, 1), line.slice(2)]
          if (mark === ">") server.stdin.write(`${text}\n`)
          else
            assert.strictEqual(still((await answers.next()).value ?? ""), still(text), `line ${i}`)
        }
        server.stdin.end()
        const [status] = await once(server, "exit")
        assert.strictEqual(status, 0)
        assert.isTrue((await answers.next()).done)
      })
    })
  })
