// Runs the tests that can differ between Nodes on the oldest one we promise: the embedded store, the
// analyser, what recall must answer byte for byte on each store there is, and the facade.
import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const OLDEST = "22.19.0"
const TESTS = ["store-sqlite/", "analyser/", "recall-engine/test/golden", "reminisce/"]

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const name = `node-${process.platform}-${process.arch}`
const place = join(root, ".tools", `oldest-${OLDEST}`)
const node = join(place, "node_modules", name, "bin", "node")
const run = (command, args) => {
  const { error, status } = spawnSync(command, args, { cwd: root, stdio: "inherit" })
  if (error !== undefined || status !== 0) process.exit(status ?? 1)
}
if (!existsSync(node)) {
  mkdirSync(place, { recursive: true })
  writeFileSync(join(place, "package.json"), '{"private":true}\n')
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
  run("npm", ["install", "--prefix", place, ...quiet, `${name}@${OLDEST}`])
}
const vitest = join(root, "node_modules/vitest/vitest.mjs")
run(node, [vitest, "run", "--project", "packages", ...TESTS.map((each) => `packages/${each}`)])
run(node, [vitest, "run", "--project", "criteria", "criteria/src/05-", "-t", "committed"])
