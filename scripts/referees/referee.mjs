// What the referees share: the built server, and how one is fetched.
import { spawn } from "node:child_process"
import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

export const root = fileURLToPath(new URL("../..", import.meta.url))
export const server = join(root, "apps/mcp-server/dist/main.js")
export const say = (line) => process.stderr.write(`[referees] ${line}\n`)

/** Runs a program to its end; answers its status and output. */
export const run = (command, args, options = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], ...options })
    let out = ""
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding("utf8").on("data", (text) => {
        out += text
      })
    child.on("error", reject)
    child.on("close", (status) => resolve({ status, out }))
  })

/** Installs one exact package into .tools/, once and without its scripts; answers its folder. */
export const fetchTool = async (name, version) => {
  const short = name.split("/").at(-1)
  const dir = join(root, ".tools", `${short}-${version}`)
  const stamp = join(dir, ".complete")
  if (!existsSync(stamp)) {
    say(`fetching ${short} ${version} into .tools/ (once)`)
    mkdirSync(dir, { recursive: true })
    writeFileSync(join(dir, "package.json"), '{"private":true}\n')
    const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-save", "--loglevel=error"]
    const { out, status } = await run(
      "npm",
      ["install", "--prefix", dir, ...flags, `${name}@${version}`],
      {
        cwd: dir,
        shell: process.platform === "win32",
      },
    )
    if (status !== 0) throw new Error(`${short} could not be installed: ${out}`)
    writeFileSync(stamp, "")
  }
  return join(dir, "node_modules", name)
}
