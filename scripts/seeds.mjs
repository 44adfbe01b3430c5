// Runs the tests that draw cases with many seeds, one after the other, and names the seeds that fail.
//
//   npm run test:seeds -- [count] [first] [vitest's arguments]     default: 20 from 1, all such files
import { spawnSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))
const [count = "20", first = "1", ...rest] = process.argv.slice(2)

/** Files that draw cases, by what they import or call. */
const drawing = () =>
  ["packages", "criteria", "apps"]
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, name)),
    )
    .filter((name) => name.endsWith(".test.ts") && !name.includes("node_modules"))
    .filter((name) =>
      /\.prop\(|fast-check|store-conformance"/.test(readFileSync(join(root, name), "utf8")),
    )

const files = rest.length > 0 ? rest : drawing()
const failed = []
for (let seed = Number(first); seed < Number(first) + Number(count); seed++) {
  const env = { ...process.env, REMINISCE_SEED: String(seed) }
  const { status } = spawnSync("vitest", ["run", "--silent", "--reporter=dot", ...files], {
    cwd: root,
    stdio: "inherit",
    env,
  })
  if (status !== 0) failed.push(seed)
  process.stdout.write(`seed ${seed}: ${status === 0 ? "passed" : "FAILED"}\n`)
}
process.stdout.write(
  failed.length === 0 ? "no seed failed\n" : `failed with REMINISCE_SEED=${failed.join(", ")}\n`,
)
process.exit(failed.length === 0 ? 0 : 1)
