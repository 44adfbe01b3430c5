// The commands over a whole store, as a person runs them.
// Verifies: BA-08, BA-13, UP-01, UP-03, MC-38
import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { text } from "node:stream/consumers"
import { fileURLToPath } from "node:url"
import { generateX25519Identity, identityToRecipient } from "age-encryption"
import { open, unwrap } from "reminisce"
import { assert, describe, it } from "vitest"
import { renewChecksums } from "./checksums.ts"
import { main, withFolder } from "./serverProcess.ts"

const run = (filename: string, ...args: ReadonlyArray<string>) => {
  const { status, stderr, stdout } = spawnSync(
    process.execPath,
    [main, ...args, "--store", `sqlite:${filename}`],
    { encoding: "utf8", input: "", timeout: 50_000 },
  )
  return { status, stderr, stdout }
}

const kept = fileURLToPath(new URL("../../../fixtures/backups/v1", import.meta.url))

const filesOf = (directory: string) =>
  readdirSync(directory)
    .sort()
    .map((name) => [name, readFileSync(join(directory, name), "utf8")])

const change = (filename: string, sql: string): void => {
  const database = new DatabaseSync(filename)
  database.exec(sql)
  renewChecksums(database)
  database.close()
}

/** As `run`, while this process goes on. */
const later = async (filename: string, ...args: ReadonlyArray<string>) => {
  const child = spawn(process.execPath, [main, ...args, "--store", `sqlite:${filename}`], {
    stdio: ["ignore", "pipe", "pipe"],
  })
  const [stdout, stderr] = [text(child.stdout), text(child.stderr)]
  const [status] = await once(child, "close")
  return { status, stdout: await stdout, stderr: await stderr }
}

/** Another process that is at a point in SQL until it is told to end. */
const holding = async (filename: string, sql: string) => {
  const script = `
    const database = new (require("node:sqlite").DatabaseSync)(process.argv[1])
    for (const each of process.argv[2].split("; ")) database.prepare(each).all()
    console.log("there")
    process.stdin.resume().on("end", () => process.exit())`
  const child = spawn(process.execPath, ["-e", script, filename, sql], {
    stdio: ["pipe", "pipe", "ignore"],
  })
  await once(child.stdout, "data")
  const end = async (): Promise<void> => {
    const closed = once(child, "close")
    child.stdin.end()
    await closed
  }
  return { child, end }
}

const remember = async (filename: string): Promise<void> => {
  const memory = unwrap(await open({ filename }))
  unwrap(
    await memory.remember("agent:tour", {
      content: "The mill has shut.",
      aspects: ["semantic"],
      basis: "told",
    }),
  )
  await memory.close()
}

describe("reminisce-mcp", () => {
  it("restores a backup with a host's types, finds it sound, and backs it up to the same bytes", () =>
    withFolder(async (folder) => {
      const filename = join(folder, "memory.db")
      const restored = run(filename, "restore", kept)
      assert.strictEqual(restored.status, 0, restored.stderr)
      assert.strictEqual(restored.stdout, "")
      assert.match(restored.stderr, /restored 2 owners/)
      assert.match(restored.stderr, /repeat every erasure made since/)
      const [first, second] = [join(folder, "1"), join(folder, "2")]
      const backedUp = run(filename, "backup", first)
      assert.strictEqual(backedUp.status, 0, backedUp.stderr)
      assert.match(backedUp.stderr, /backed up 2 owners, .* as of \d{4}-/)
      assert.strictEqual(run(filename, "reindex").status, 0)
      assert.strictEqual(run(filename, "backup", second).status, 0)
      assert.deepStrictEqual(filesOf(second), filesOf(first))
      assert.strictEqual(
        readFileSync(join(first, "owners.jsonl"), "utf8"),
        readFileSync(join(kept, "owners.jsonl"), "utf8"),
      )
      const examined = run(filename, "doctor")
      assert.strictEqual(examined.status, 0, examined.stdout + examined.stderr)
      assert.match(examined.stdout, /indexes of recall: 2 sound\n {2}sound\n$/)
    }))

  it("refuses what is no backup, a store that is not empty, and a directory that is not", () =>
    withFolder(async (folder) => {
      const filename = join(folder, "memory.db")
      const none = run(filename, "restore", join(folder, "none"))
      assert.strictEqual(none.status, 1)
      assert.match(none.stderr, /the directory cannot be used: missing/)
      assert.isFalse(existsSync(filename))
      assert.strictEqual(run(filename, "restore", kept).status, 0)
      const again = run(filename, "restore", kept)
      assert.strictEqual(again.status, 1)
      assert.match(again.stderr, /the store is not empty/)
      assert.match(
        run(filename, "backup", folder).stderr,
        /the directory cannot be used: not-empty/,
      )
      assert.match(run(join(folder, "absent.db"), "backup", join(folder, "b")).stderr, /no store/)
      assert.strictEqual(run(filename, "restore", kept, "--on-secret", "keep").status, 2)
      assert.strictEqual(run(filename, "backup").status, 2)
    }))

  it("backs up what changed since, under lock, and brings the chain back", () =>
    withFolder(async (folder) => {
      const at = (name: string) => join(folder, name)
      const run = (filename: string, ...args: ReadonlyArray<string>) =>
        spawnSync(process.execPath, [main, ...args, "--store", `sqlite:${filename}`], {
          encoding: "utf8",
          input: "",
          timeout: 50_000,
          env: {
            ...process.env,
            REMINISCE_BACKUP_RECIPIENTS_FILE: at("recipients"),
            REMINISCE_BACKUP_IDENTITIES_FILE: at("identities"),
          },
        })
      const filename = at("memory.db")
      assert.strictEqual(run(filename, "restore", kept).status, 0)
      assert.match(run(filename, "backup", at("x"), "--lock").stderr, /RECIPIENTS_FILE/)
      const identity = await generateX25519Identity()
      writeFileSync(at("identities"), `# made today\n${identity}\n`)
      writeFileSync(at("recipients"), `${await identityToRecipient(identity)}\n`)
      const first = run(filename, "backup", at("1"), "--marks", "--lock")
      assert.strictEqual(first.status, 0, first.stderr)
      await remember(filename)
      const second = run(filename, "backup", at("2"), "--since", at("1"), "--lock")
      assert.strictEqual(second.status, 0, second.stderr)
      assert.match(second.stderr, /backed up what changed: 1 owner, /)
      assert.notInclude(readFileSync(at("2/backup.age"), "latin1"), "agent:tour")
      assert.match(run(at("3.db"), "restore", at("2")).stderr, /base \(manifest.json\)/)
      const restored = run(at("4.db"), "restore", at("1"), at("2"))
      assert.strictEqual(restored.status, 0, restored.stderr)
      assert.strictEqual(run(at("4.db"), "doctor").status, 0)
      for (const [from, to] of [
        ["memory.db", "5"],
        ["4.db", "6"],
      ] as const)
        assert.strictEqual(run(at(from), "backup", at(to)).status, 0)
      assert.strictEqual(
        readFileSync(at("6/SHA256SUMS"), "utf8"),
        readFileSync(at("5/SHA256SUMS"), "utf8"),
      )
    }))

  it("tells half a restore, and damage of every kind, and leaves them as they are", () =>
    withFolder(async (folder) => {
      const filename = join(folder, "memory.db")
      assert.strictEqual(run(filename, "restore", kept).status, 0)
      change(filename, "UPDATE record__memory SET a__content = 'dusk' WHERE key = 'm_t0'")
      const index = run(filename, "doctor")
      assert.strictEqual(index.status, 4)
      assert.match(index.stdout, /index: not what the memories of agent:tour say/)
      assert.strictEqual(run(filename, "reindex").status, 0)
      assert.strictEqual(run(filename, "doctor").status, 0)
      change(filename, "UPDATE record__memory SET a__status = 'held' WHERE key = 'm_t0'")
      const status = run(filename, "doctor")
      assert.strictEqual(status.status, 4)
      assert.match(status.stdout, /status: 1 of memory, such as "m_t0"/)
      change(filename, "UPDATE store SET encoding = -1")
      const half = run(filename, "doctor")
      assert.strictEqual(half.status, 1)
      assert.match(half.stderr, /holds half a restore/)
      change(filename, "UPDATE store SET encoding = 2")
      const bytes = readFileSync(filename)
      bytes.fill(0xff, 40 * 4_096)
      writeFileSync(filename, bytes)
      assert.strictEqual(run(filename, "doctor").status, 4)
    }))

  it("never takes other processes for damage: one that writes, one that reads, one that holds the lock", () =>
    withFolder(async (folder) => {
      const filename = join(folder, "memory.db")
      assert.strictEqual(run(filename, "restore", kept).status, 0)
      const reader = await holding(filename, "BEGIN; SELECT count(*) FROM store")
      const writer = spawn(process.execPath, [main, "--store", `sqlite:${filename}`], {
        stdio: ["pipe", "pipe", "ignore"],
      })
      let answers = 0
      writer.stdout.on("data", (chunk: Buffer) => {
        answers += chunk.toString("latin1").split("\n").length - 1
      })
      let isBusy = true
      const written = once(writer, "close")
      const writing = (async () => {
        for (let id = 0; isBusy; id++) {
          const params = { name: "memory_remember", arguments: { content: `Noted as ${id}.` } }
          const message = { jsonrpc: "2.0", id, method: "tools/call", params }
          if (!writer.stdin.write(`${JSON.stringify(message)}\n`)) await once(writer.stdin, "drain")
          while (id - answers > 50) await once(writer.stdout, "data")
        }
        writer.stdin.end()
      })()
      while (answers < 10) await once(writer.stdout, "data")
      const besides = await later(filename, "doctor")
      isBusy = false
      await writing
      await written
      assert.include([0, 3], besides.status, besides.stdout)
      if (process.platform === "linux" && besides.status === 0)
        assert.match(
          besides.stdout,
          new RegExp(`oldest reader: process ${reader.child.pid}, keeps \\d`),
        )
      await reader.end()
      const holder = await holding(filename, "BEGIN IMMEDIATE")
      const held = await later(filename, "doctor")
      await holder.end()
      assert.strictEqual(held.status, 0, held.stdout)
    }))

  it("says that a store is current, and serves it then", () =>
    withFolder(async (folder) => {
      const filename = join(folder, "memory.db")
      assert.match(run(filename, "upgrade").stderr, /there is no store/)
      assert.strictEqual(run(filename, "--init").status, 0)
      const upgraded = run(filename, "upgrade")
      assert.strictEqual(upgraded.status, 0)
      assert.match(upgraded.stderr, /is current \(schema 1\)/)
      const served = run(filename, "--upgrade")
      assert.strictEqual(served.status, 0, served.stderr)
      assert.match(served.stderr, /is current/)
      assert.isFalse(existsSync(`${filename}.backup-1`))
    }))

  it("refuses a store of an older release at boot, with its version and what to do", () =>
    withFolder(async (folder) => {
      const filename = join(folder, "memory.db")
      assert.strictEqual(run(filename, "--init").status, 0)
      change(filename, "UPDATE store SET version = 0")
      const { status, stderr } = run(filename)
      assert.strictEqual(status, 1)
      assert.match(stderr, /schema 0/)
      assert.match(stderr, /reminisce-mcp upgrade|--upgrade/)
    }))

  it("refuses a store of a newer release, at boot and to upgrade it", () =>
    withFolder(async (folder) => {
      const filename = join(folder, "memory.db")
      assert.strictEqual(run(filename, "restore", kept).status, 0)
      change(
        filename,
        "UPDATE store SET version = 9, schema = replace(schema, '\"version\":1', '\"version\":9')",
      )
      for (const args of [[], ["upgrade"], ["--upgrade"]]) {
        const refused = run(filename, ...args)
        assert.strictEqual(refused.status, 1, args.join())
        assert.match(refused.stderr, /schema 9|from schema version 9/)
      }
    }))
})
