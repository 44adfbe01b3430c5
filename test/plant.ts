/**
 * A throw-away copy of the tree in which violations are planted, so that each gate can be seen to
 * fire without touching the real sources.
 *
 * @module
 */
import { execFileSync, spawnSync } from "node:child_process"
import { cpSync, existsSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"

const root = new URL("..", import.meta.url).pathname

/** Copies the tracked tree, borrows its installed packages, and adds `files`. Answers the copy's path. */
export const plantTree = (files: Readonly<Record<string, string>>): string => {
  const copy = mkdtempSync(join(tmpdir(), "reminisce-planted-"))
  const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  })
  const folders = new Set(["."])
  for (const path of tracked.split("\n")) {
    if (path === "" || !existsSync(join(root, path))) continue
    mkdirSync(join(copy, dirname(path)), { recursive: true })
    cpSync(join(root, path), join(copy, path))
    if (path.endsWith("package.json")) folders.add(dirname(path))
  }
  for (const folder of folders) {
    const modules = join(root, folder, "node_modules")
    if (existsSync(modules)) symlinkSync(modules, join(copy, folder, "node_modules"))
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(copy, dirname(path)), { recursive: true })
    writeFileSync(join(copy, path), text)
  }
  execFileSync("git", ["init", "-q"], { cwd: copy })
  return copy
}

export interface Outcome {
  readonly status: number | null
  readonly output: string
}

/** Runs an installed tool in a planted tree. */
export const runIn = (copy: string, tool: string, args: ReadonlyArray<string>): Outcome => {
  const done = spawnSync(join(root, "node_modules/.bin", tool), [...args], {
    cwd: copy,
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1", CI: "true" },
  })
  return { status: done.status, output: `${done.stderr}${done.stdout}` }
}
