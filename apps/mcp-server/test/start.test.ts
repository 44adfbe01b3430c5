// How the server starts, and what it says when it cannot.
// Verifies: MC-30, MC-31, MC-35, MC-36, MC-37, MC-38, MC-24
import { spawnSync } from "node:child_process"
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { assert, describe, it } from "vitest"
import { renewChecksums } from "./checksums.ts"
import { main, withFolder } from "./serverProcess.ts"

const start = (args: ReadonlyArray<string>, environment: Record<string, string> = {}) => {
  const { status, stderr, stdout } = spawnSync(process.execPath, [main, ...args], {
    encoding: "utf8",
    input: "",
    timeout: 50_000,
    env: { ...process.env, ...environment },
  })
  return { status, stderr, stdout }
}

describe("reminisce-mcp", () => {
  it("keeps its data in the folder given, for this user only, and says on stderr where", () =>
    withFolder(async (folder) => {
      const data = join(folder, "data")
      const { status, stderr, stdout } = start([], { REMINISCE_DATA: data })
      assert.strictEqual(status, 0)
      assert.strictEqual(stdout, "")
      assert.include(stderr, join(data, "memory.db"))
      assert.strictEqual(statSync(data).mode & 0o777, 0o700)
      assert.strictEqual(statSync(join(data, "memory.db")).mode & 0o777, 0o600)
    }))

  it("makes the store and stops with --init, and makes none with --no-create", () =>
    withFolder(async (folder) => {
      const filename = join(folder, "memory.db")
      const store = ["--store", `sqlite:${filename}`]
      const refused = start([...store, "--no-create"])
      assert.strictEqual(refused.status, 1)
      assert.match(refused.stderr, /--init/)
      assert.isFalse(existsSync(filename))
      assert.strictEqual(start([...store, "--init"]).status, 0)
      assert.isTrue(existsSync(filename))
      assert.strictEqual(start([...store, "--no-create"]).status, 0)
    }))

  it("refuses a file that is no store of ours, and leaves it as it was", () =>
    withFolder(async (folder) => {
      const filename = join(folder, "notes.txt")
      const text = "these are my notes\n".repeat(500)
      writeFileSync(filename, text)
      const { status, stderr } = start(["--store", `sqlite:${filename}`])
      assert.strictEqual(status, 1)
      assert.match(stderr, /not a reminisce store/)
      assert.strictEqual(readFileSync(filename, "utf8"), text)
    }))

  it("refuses a store of an older release, and says how to upgrade it", () =>
    withFolder(async (folder) => {
      const filename = join(folder, "memory.db")
      const store = ["--store", `sqlite:${filename}`]
      assert.strictEqual(start([...store, "--init"]).status, 0)
      const database = new DatabaseSync(filename)
      const older = `replace(schema, '"version":1', '"version":0')`
      database.exec(`UPDATE store SET version = 0, schema = ${older}`)
      renewChecksums(database)
      database.close()
      const { status, stderr } = start(store)
      assert.strictEqual(status, 1)
      assert.match(stderr, /older reminisce \(schema 0\); run reminisce-mcp upgrade/)
    }))

  it("says what to do where it may not write", () =>
    withFolder(async (folder) => {
      const place = join(folder, "place")
      mkdirSync(place)
      writeFileSync(join(place, "file"), "")
      chmodSync(place, 0o500)
      const { status, stderr } = start(["--store", `sqlite:${join(place, "file", "memory.db")}`])
      assert.strictEqual(status, 1)
      assert.match(stderr, /cannot be used as a store/)
    }))

  it("answers --help and --version alone, and refuses what it does not know without echoing it", () => {
    assert.match(start(["--help"]).stdout, /^reminisce-mcp \d/)
    assert.match(start(["--version"]).stdout, /^\d+\.\d+\.\d+/)
    for (const args of [
      ["--zebrafish"],
      ["zebrafish"],
      ["--owner"],
      ["--owner", "zebrafish"],
      ["--store", ["http://u", "zebrafish@x"].join(":")],
    ]) {
      const { status, stderr, stdout } = start(args)
      assert.strictEqual(status, 2)
      assert.strictEqual(stdout, "")
      assert.notInclude(stderr, "zebrafish")
    }
  })

  it("plays the tour without a terminal: each question finds what was written down, and the secret is refused", () =>
    withFolder(async (folder) => {
      const { status, stderr, stdout } = start(["tour"], { REMINISCE_DATA: folder })
      assert.strictEqual(status, 0)
      const fixture = JSON.parse(
        readFileSync(new URL("../../../fixtures/tour.json", import.meta.url), "utf8"),
      )
      for (const { ask, expect } of fixture.questions) {
        const after = stdout.slice(stdout.indexOf(`? ${ask}`))
        const [, first = ""] = after.split("\n")
        assert.include(first, expect ?? "nothing", ask)
      }
      assert.match(stdout, /refused: content/)
      assert.include(stderr, join(folder, "memory.db"))
      assert.isFalse(existsSync(join(folder, "memory.db")))
    }))

  it("prints a configuration each client's reader accepts", () => {
    for (const client of ["claude-desktop", "cursor", "vscode"]) {
      const entry = JSON.parse(start(["config", "--client", client]).stdout)
      const [{ reminisce }] = Object.values(entry) as [{ reminisce: { args: Array<string> } }]
      assert.include(reminisce.args, "--store")
    }
    assert.match(
      start(["config", "--client", "codex"]).stdout,
      /^\[mcp_servers\.reminisce\]\ncommand = "/,
    )
    assert.match(
      start(["config", "--client", "claude-code"]).stdout,
      /^claude mcp add reminisce --scope user -- '/,
    )
  })
})
