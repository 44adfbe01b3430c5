import { assert, it } from "vitest"
import { formatConfig } from "../src/clientConfig.ts"
import { dataFolder } from "../src/dataFolder.ts"

const windows = {
  command: "C:\\Program Files\\nodejs\\node.exe",
  args: ["C:\\a b\\main.js", "--store", 'sqlite:C:\\it\'s "mine"\\memory.db'],
}

it("survives paths with spaces, backslashes and quotes in every client's format", () => {
  for (const client of ["claude-desktop", "cursor"] as const)
    assert.deepStrictEqual(JSON.parse(formatConfig(client, windows)).mcpServers.reminisce, windows)
  const vscode = JSON.parse(formatConfig("vscode", windows)).servers.reminisce
  assert.deepStrictEqual(vscode, { type: "stdio", ...windows })
  const [, command = "", args = ""] =
    /command = (".*")\nargs = (\[.*\])$/.exec(formatConfig("codex", windows)) ?? []
  assert.strictEqual(JSON.parse(command), windows.command)
  assert.deepStrictEqual(JSON.parse(args), windows.args)
  assert.strictEqual(
    formatConfig("claude-code", { command: windows.command, args: ["C:\\a b\\main.js"] }, "win32"),
    'claude mcp add reminisce --scope user -- "C:\\Program Files\\nodejs\\node.exe" "C:\\a b\\main.js"',
  )
  assert.include(
    formatConfig("claude-code", windows, "linux"),
    `'sqlite:C:\\it'\\''s "mine"\\memory.db'`,
  )
})

it("keeps data where each system keeps a user's data", () => {
  assert.strictEqual(dataFolder({ REMINISCE_DATA: "/x" }, "linux"), "/x")
  assert.strictEqual(dataFolder({ XDG_DATA_HOME: "/data" }, "linux"), "/data/reminisce")
  assert.match(dataFolder({}, "darwin"), /Library\/Application Support\/reminisce$/)
  assert.match(dataFolder({ LOCALAPPDATA: "C:/L" }, "win32"), /^C:\/L.reminisce$/)
})
