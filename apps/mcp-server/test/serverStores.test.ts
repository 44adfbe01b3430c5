// The built server over stores that are servers; each where the environment names one.
// Verifies: MC-29, MC-35, MC-37, MC-39
import { spawnSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, describe, it, vi } from "vitest"
import { main, withFolder } from "./serverProcess.ts"

vi.setConfig({ testTimeout: 60_000 })

interface Server {
  readonly name: string
  readonly args: ReadonlyArray<string>
  readonly environment: Readonly<Record<string, string>>
  /** As it must be said when it is refused. */
  readonly wrong: RegExp
}

const typeDb = process.env.REMINISCE_TYPEDB_URL
const postgres = process.env.REMINISCE_POSTGRES_URL
const database = `t_${randomBytes(16).toString("hex")}`

const servers: ReadonlyArray<Server> = [
  ...(typeDb === undefined
    ? []
    : [
        {
          name: "TypeDB",
          args: ["--store", `typedb:${typeDb}`, "--database", database],
          environment: { TYPEDB_PASSWORD: process.env.REMINISCE_TYPEDB_PASSWORD ?? "password" },
          wrong: /refuses the user or the password; check/,
        },
      ]),
  ...(postgres === undefined ? [] : [postgresServer(postgres)]),
]

function postgresServer(given: string): Server {
  const url = new URL(given)
  const { password } = url
  url.password = ""
  return {
    name: "PostgreSQL",
    args: ["--store", url.href],
    environment: { PGPASSWORD: decodeURIComponent(password) },
    wrong: /refuses the user or the password/,
  }
}

const run = (
  { args, environment }: Pick<Server, "args" | "environment">,
  more: ReadonlyArray<string>,
  calls: ReadonlyArray<object> = [],
) => {
  const lines = calls.map((params, id) =>
    JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params }),
  )
  const { status, stderr, stdout } = spawnSync(process.execPath, [main, ...args, ...more], {
    encoding: "utf8",
    input: lines.map((line) => `${line}\n`).join(""),
    timeout: 50_000,
    env: { ...process.env, ...environment },
  })
  const answers = stdout.split("\n").slice(0, -1)
  return { status, stderr, answers: answers.map((line) => JSON.parse(line)) }
}

afterAll(async () => {
  if (typeDb === undefined) return
  const ask = async (path: string, method: string, body?: object, token = "") => {
    const headers = { "content-type": "application/json", authorization: `Bearer ${token}` }
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    return fetch(`${typeDb}/v1/${path}`, { method, headers, ...sent })
  }
  const username = process.env.REMINISCE_TYPEDB_USERNAME ?? "admin"
  const password = process.env.REMINISCE_TYPEDB_PASSWORD ?? "password"
  const signedIn = await ask("signin", "POST", { username, password })
  const { token } = (await signedIn.json()) as { readonly token: string }
  await ask(`databases/${database}`, "DELETE", undefined, token)
})

describe.skipIf(servers.length === 0)("reminisce-mcp over a server", () => {
  for (const server of servers)
    it(`moves everything from ${server.name} into a file with two commands, and looks at it`, () =>
      withFolder(async (folder) => {
        const file = {
          args: ["--store", `sqlite:${join(folder, "memory.db")}`],
          environment: {},
        }
        const succeeds = (on: Pick<Server, "args" | "environment">, ...args: Array<string>) => {
          const { status, stderr } = spawnSync(process.execPath, [main, ...args, ...on.args], {
            encoding: "utf8",
            input: "",
            timeout: 50_000,
            env: { ...process.env, ...on.environment },
          })
          assert.strictEqual(status, 0, stderr)
        }
        succeeds(server, "--init")
        const call = { name: "memory_remember", arguments: { content: "The mill has shut." } }
        run(server, ["--owner", `agent:moving ${database}`], [call])
        succeeds(server, "doctor")
        succeeds(server, "reindex")
        succeeds(server, "backup", join(folder, "1"))
        succeeds(file, "restore", join(folder, "1"))
        succeeds(file, "backup", join(folder, "2"))
        const [one, two] = ["1", "2"].map((each) =>
          readFileSync(join(folder, each, "owners.jsonl"), "utf8"),
        )
        assert.include(one, "The mill has shut.")
        assert.strictEqual(two, one)
        succeeds(server, "upgrade", "--backup", join(folder, "3"))
        assert.isFalse(existsSync(join(folder, "3")))
      }))

  for (const server of servers)
    it(`answers a person's request on ${server.name}, under keys in a folder`, () =>
      withFolder(async (folder) => {
        const keys = join(folder, "keys")
        const where = [...server.args, "--owner", `agent:erasing ${database}`]
        const environment = { ...server.environment, REMINISCE_SEALING_KEYS: keys }
        const person = `person ${database}`
        const subjects = [{ ref: person, consentScope: "care" }]
        writeFileSync(
          join(folder, "notes.jsonl"),
          `${JSON.stringify({ content: "She lives in zanzibar.", aspects: ["semantic"], basis: "told", subjects })}\n`,
        )
        const asked = (...args: ReadonlyArray<string>) => {
          const { status, stderr, stdout } = spawnSync(
            process.execPath,
            [main, ...args, ...where],
            {
              encoding: "utf8",
              input: "",
              timeout: 50_000,
              env: { ...process.env, ...environment },
            },
          )
          assert.strictEqual(status, 0, stderr)
          return stdout
        }
        mkdirSync(keys)
        asked("import", folder)
        assert.include(asked("report", person), "She lives in zanzibar.")
        asked("backup", join(folder, "backup"))
        const rows = readFileSync(join(folder, "backup", "owners.jsonl"), "utf8")
        assert.notInclude(rows, "zanzibar")
        const reason = ["--reason", "asked for", "--json"]
        const receipt = JSON.parse(asked("withdraw", person, ...reason))
        assert.strictEqual(receipt.total.memories, 1)
        assert.strictEqual(receipt.key, "destroyed")
        assert.isEmpty(readdirSync(keys))
        assert.include(asked("verify", person), "clean")
      }))

  for (const server of servers)
    it(`keeps and finds in ${server.name}, and says what is wrong before it serves`, () => {
      const owner = ["--owner", `agent:${database}`]
      const made = run(server, ["--init"])
      assert.strictEqual(made.status, 0, made.stderr)
      const kept = run(
        server,
        [...owner, "--no-create"],
        [
          {
            name: "memory_remember",
            arguments: { key: "m_gate", content: "The north gate opens at dawn." },
          },
        ],
      )
      assert.strictEqual(kept.status, 0, kept.stderr)
      const found = run(
        server,
        [...owner, "--no-create"],
        [{ name: "memory_recall", arguments: { query: "when does the north gate open" } }],
      )
      const [memory] = found.answers[0]?.result.structuredContent.memories ?? []
      assert.strictEqual(memory?.key, "m_gate", found.stderr)
      const stranger = server.args.map((each) => each.replace("postgres://", "postgres://nobody:@"))
      const other = {
        ...server,
        args: stranger.map((each) => each.replace(/nobody:@[^@]*@/, "nobody@")),
      }
      const refused = run(
        { ...other, environment: { TYPEDB_PASSWORD: "x", PGPASSWORD: "x" } },
        owner,
      )
      assert.strictEqual(refused.status, 1)
      assert.match(refused.stderr, server.wrong)
    })
})
