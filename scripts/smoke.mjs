// Packs everything that is published, installs each library alone in an empty folder and runs it,
// and runs the packed server on the oldest and the newest Node we promise. The installed tree must
// be what the manifests say and nothing else.
import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const NODES = ["22.19.0", "26.10.0"]
const root = fileURLToPath(new URL("..", import.meta.url))
const work = mkdtempSync(join(tmpdir(), "reminisce-smoke-"))
const say = (line) => process.stdout.write(`smoke: ${line}\n`)

const sh = (command, args, options = {}) => {
  const done = spawnSync(command, args, { encoding: "utf8", cwd: root, ...options })
  if (done.status !== 0) {
    process.stderr.write(`${command} ${args.join(" ")}\n${done.stdout}${done.stderr}`)
    process.exit(1)
  }
  return done.stdout
}
const npmInstall = (prefix, ...specs) => {
  mkdirSync(prefix, { recursive: true })
  writeFileSync(join(prefix, "package.json"), '{"private":true,"type":"module"}\n')
  sh(
    "npm",
    [
      "install",
      "--prefix",
      prefix,
      "--no-audit",
      "--no-fund",
      "--ignore-scripts",
      "--prefer-offline",
      "--loglevel=error",
      ...specs,
    ],
    { cwd: prefix },
  )
}
const manifestOf = (folder) => JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"))

// What is published, and where its tarball lies.
const folders = [
  ...readdirSync(join(root, "packages")).map((name) => `packages/${name}`),
  "apps/mcp-server",
]
const packed = new Map()
for (const folder of folders) {
  const { name } = manifestOf(folder)
  const tarball = join(work, `${name.replace("/", "--")}.tgz`)
  sh("pnpm", ["pack", "--out", tarball], { cwd: join(root, folder) })
  packed.set(name, { folder, tarball })
}

/** Workspace packages a package needs at run time, itself included. */
const closure = (name, seen = new Set()) => {
  if (seen.has(name)) return seen
  seen.add(name)
  for (const each of Object.keys(manifestOf(packed.get(name).folder).dependencies ?? {}))
    if (packed.has(each)) closure(each, seen)
  return seen
}

/** What each library must show when it stands alone. */
const SHOWS = JSON.parse(readFileSync(join(root, "scripts/smoke.json"), "utf8"))

for (const [name, { folder }] of packed) {
  if (folder.startsWith("apps/")) continue
  const script = SHOWS[name]
  if (script === undefined) throw new Error(`${name}: scripts/smoke.json says nothing of it`)
  const place = join(work, "alone", name.replace("/", "-"))
  const needed = [...closure(name)]
  const { effect } = manifestOf(folder).peerDependencies
  npmInstall(place, `effect@${effect}`, ...needed.map((each) => packed.get(each).tarball))
  const ours = readdirSync(join(place, "node_modules")).flatMap((entry) =>
    entry === "@reminisce"
      ? readdirSync(join(place, "node_modules", entry)).map((sub) => `@reminisce/${sub}`)
      : packed.has(entry)
        ? [entry]
        : [],
  )
  if (ours.sort().join() !== needed.sort().join())
    throw new Error(`${name} installs ${ours}, its manifest says ${needed}`)
  writeFileSync(join(place, "run.mjs"), script.join("\n"))
  const out = sh(process.execPath, ["run.mjs"], { cwd: place }).trim()
  if (!out.endsWith("ok")) throw new Error(`${name} alone printed: ${out}`)
  say(`${name} alone, with ${needed.length - 1} of our packages: ok`)
}

const app = join(work, "app")
npmInstall(app, packed.get("reminisce-mcp").tarball)
const main = join(app, "node_modules/reminisce-mcp/dist/main.js")
const others = readdirSync(join(app, "node_modules")).filter(
  (name) => !name.startsWith(".") && name !== "reminisce-mcp",
)
if (others.length > 0) throw new Error(`the server brings ${others}`)
for (const version of NODES) {
  const name = `node-${process.platform}-${process.arch}`
  const place = join(work, version)
  npmInstall(place, `${name}@${version}`)
  const node = join(place, "node_modules", name, "bin", "node")
  const out = sh(node, [main, "tour"], {
    cwd: app,
    env: { ...process.env, REMINISCE_DATA: join(place, "data") },
  })
  if (!out.includes("The north gate opens at dawn.")) throw new Error(`Node ${version}: ${out}`)
  say(`the packed server on Node ${version}: ok`)
}
rmSync(work, { recursive: true, force: true })
