// The command that takes in a directory of memories, run in this process.
// Verifies: CR-07a
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { open, unwrap } from "reminisce"
import { assert, describe, it, vi } from "vitest"
import { importCommand } from "../src/commands/import.ts"
import { OWNER, withFolder } from "./serverProcess.ts"

const token = ["ghp", "16C7e42F292c6912E7710c838347Ae178B4a"].join("_")
const kind = { aspects: ["semantic"], basis: "told" }

/** The exit status, and all that was written to standard error. */
const run = async (filename: string, directory: string) => {
  const said = vi.spyOn(process.stderr, "write").mockReturnValue(true)
  const place = { owner: OWNER, filename }
  const status = await importCommand.run({
    place,
    store: { kind: "sqlite", filename },
    options: {},
    positionals: [directory],
    environment: {},
  })
  const text = said.mock.calls.map(([line]) => String(line)).join("")
  said.mockRestore()
  return { status, text }
}

describe("import", () => {
  it("keeps what passes the guard, names the lines that do not, and is safe to repeat", () =>
    withFolder(async (folder) => {
      const filename = join(folder, "memory.db")
      const lines = [
        { ...kind, content: "The mill turns." },
        { ...kind, content: token },
      ]
      writeFileSync(
        join(folder, "notes.jsonl"),
        lines.map((each) => JSON.stringify(each)).join("\n"),
      )
      const first = await run(filename, folder)
      assert.strictEqual(first.status, 4)
      assert.match(first.text, /^notes\.jsonl:2: not kept: SecretRefused/)
      assert.match(first.text, /kept 1 lines of 1 files, now or before; 1 not kept\n$/)
      assert.notInclude(first.text, token)
      writeFileSync(join(folder, "notes.jsonl"), JSON.stringify(lines[0]))
      assert.strictEqual((await run(filename, folder)).status, 0)
      await using memory = unwrap(await open({ filename }))
      const { memories } = unwrap(await memory.listMemories(OWNER))
      assert.deepStrictEqual(
        memories.map(({ key, content }) => [key, content]),
        [["notes:1", "The mill turns."]],
      )
    }))

  it("says when there is no such directory", () =>
    withFolder(async (folder) => {
      const { status, text } = await run(join(folder, "memory.db"), join(folder, "nowhere"))
      assert.strictEqual(status, 1)
      assert.match(text, /cannot be read/)
    }))
})
