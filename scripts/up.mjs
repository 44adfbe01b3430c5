// Sets this checkout up and runs one job in it. Needs only Node and npm; nothing global is touched.
//
//   node scripts/up.mjs start [args]          install, build, then the tour and a prompt on your own store
//   node scripts/up.mjs test [args]           install, build, then run every test
//   node scripts/up.mjs bench <topic> [args]  install, then run bench/src/<topic>
//   node scripts/up.mjs check                 install, then lint, types, unused code, package checks
//   node scripts/up.mjs run <cmd...>          install, then run a command with the pinned node and pnpm on PATH
//
// It must stay plain JavaScript that an old Node can parse.
import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { delimiter, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

// engines.node of the root: the current long-term lines only, as vitest, tsdown and changesets ask.
const GOOD = "22.19 or newer of 22, 24.11 or newer of 24, or 26 and up"
const good = (major, minor) =>
  (major === 22 && minor >= 19) || (major === 24 && minor >= 11) || major >= 26
const NODE = "24.21.0" // what CI runs, and what is fetched where the host's Node is too old
const PNPM = "12.21.0" // must equal packageManager in package.json

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const tools = join(root, ".tools")
const say = (line) => process.stderr.write(`[up] ${line}\n`)
const die = (line, code = 1) => {
  say(line)
  process.exit(code)
}

/** Runs a program; ends this process where it fails. */
const run = (command, args, options = {}) => {
  const done = spawnSync(command, args, { cwd: root, stdio: "inherit", ...options })
  if (done.error) die(`${command} could not be started: ${done.error.message}`)
  if (done.status !== 0) process.exit(done.status ?? 1)
}

/** Installs exact packages from the npm registry into .tools/<name>, once. */
const fetchTool = (name, spec, why, finish = () => {}) => {
  const dir = join(tools, name)
  const stamp = join(dir, ".complete")
  if (existsSync(stamp)) return dir
  say(why)
  mkdirSync(dir, { recursive: true })
  writeFileSync(join(dir, "package.json"), '{"private":true}\n')
  const flags = [
    "install",
    "--prefix",
    dir,
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--no-save",
    "--loglevel=error",
    spec,
  ]
  const npmCli = process.env.npm_execpath
  const quiet = { cwd: dir, stdio: ["ignore", 2, 2] }
  if (npmCli && /npm-cli\.c?js$/.test(npmCli)) run(process.execPath, [npmCli, ...flags], quiet)
  else run("npm", flags, { ...quiet, shell: process.platform === "win32" })
  finish(dir)
  writeFileSync(stamp, "")
  return dir
}

const [major, minor] = process.versions.node.split(".").map(Number)
const newEnough = good(major, minor)
const wantExact = process.env.UP_NODE === "pinned" && process.versions.node !== NODE
if ((!newEnough || wantExact) && !process.env.UP_REEXEC) {
  const os = { linux: "linux", darwin: "darwin", win32: "win" }[process.platform]
  if (!os) die(`Node ${GOOD} is needed; this is ${process.version}. Install one and try again.`)
  const name = `${process.platform === "darwin" && process.arch === "arm64" ? "node-bin" : "node"}-${os}-${process.arch}`
  const dir = fetchTool(
    `node-${NODE}`,
    `${name}@${NODE}`,
    `this is Node ${process.version}, needed: ${GOOD}; fetching ${NODE} from the npm registry into .tools/ (once, 50 MB)`,
  )
  const bin = join(dir, "node_modules", name, "bin")
  const node = join(bin, process.platform === "win32" ? "node.exe" : "node")
  run(node, process.argv.slice(1), {
    env: { ...process.env, UP_REEXEC: "1", PATH: bin + delimiter + process.env.PATH },
  })
  process.exit(0)
}
if (!newEnough) die(`the fetched Node is ${process.version}; needed: ${GOOD}`)

const pnpmDir = fetchTool(
  `pnpm-${PNPM}`,
  `pnpm@${PNPM}`,
  `fetching pnpm ${PNPM} into .tools/ (once)`,
  // npm 12 runs no install scripts, and without its own pnpm's bin has no shebang: turbo can't spawn it.
  (dir) => run(process.execPath, [join(dir, "node_modules", "pnpm", "install.js")]),
)
process.env.PATH = [
  dirname(process.execPath),
  join(pnpmDir, "node_modules", ".bin"),
  process.env.PATH,
].join(delimiter)
process.env.TURBO_TELEMETRY_DISABLED = "1"
const pnpm = (...args) =>
  run(process.execPath, [join(pnpmDir, "node_modules", "pnpm", "bin", "pnpm.mjs"), ...args])

const [job, ...rest] = process.argv.slice(2)
const toStderr = { stdio: ["inherit", 2, 2] } // stdout belongs to the job
const setUp = (...args) =>
  run(
    process.execPath,
    [join(pnpmDir, "node_modules", "pnpm", "bin", "pnpm.mjs"), ...args],
    toStderr,
  )

setUp("install", "--frozen-lockfile", "--reporter=append-only", "--loglevel=warn")
const source = "--conditions=@reminisce/source"
const build = (...args) =>
  setUp("exec", "turbo", "run", "build", "--output-logs=errors-only", ...args)
if (job === "start") {
  build("--filter=reminisce-mcp...")
  run(process.execPath, [
    join(root, "apps/mcp-server/dist/main.js"),
    ...(rest.length ? rest : ["tour"]),
  ])
} else if (job === "test") {
  build()
  pnpm("exec", "vitest", "run", ...rest)
} else if (job === "bench") {
  const [topic = "", ...args] = rest
  const places = [`bench/src/${topic}/${topic}.bench.ts`, `bench/src/${topic}.bench.ts`]
  const file = /^[a-z-]+$/.test(topic) && places.find((place) => existsSync(join(root, place)))
  if (!file) die("usage: npm run bench -- <topic> [args]; a topic is a name in bench/src", 2)
  run(process.execPath, ["--expose-gc", source, join(root, file), ...args])
} else if (job === "check") {
  pnpm("exec", "biome", "ci", "--colors=off", ".")
  pnpm("exec", "tsc", "-p", ".")
  pnpm("exec", "knip", "--no-config-hints")
  pnpm("exec", "turbo", "run", "build", "check:package", "--output-logs=errors-only")
} else if (job === "promises") run(process.execPath, [join(root, "scripts/promises.ts"), ...rest])
else if (job === "run") pnpm("exec", ...rest)
else die("usage: node scripts/up.mjs start|test|bench|check|promises|run [args]", 2)
