// A private PostgreSQL for tests: one cluster in a temporary directory, on loopback, gone afterwards.
//
//   node scripts/postgres.mjs run <cmd...>       runs a command with REMINISCE_POSTGRES_URL set to it
//   node scripts/postgres.mjs measure <cmd...>   the same, with commits that survive a power loss
//
// The server comes from the distribution's packages; as root on Debian they are installed when missing.
// Without a server the command still runs, without the variable, and a line on stderr says so.
// It must stay plain JavaScript that an old Node can parse.
import { spawnSync } from "node:child_process"
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const PACKAGE = "postgresql-15"
const VERSIONS = "/usr/lib/postgresql"
const isRoot = process.getuid?.() === 0
const say = (line) => process.stderr.write(`[postgres] ${line}\n`)
const quiet = (command, args) => spawnSync(command, args, { encoding: "utf8", timeout: 300_000 })

/** The directory of the newest server's programs, or undefined. */
export const findServer = () => {
  const onPath = (process.env.PATH ?? "").split(":").find((dir) => existsSync(join(dir, "initdb")))
  if (onPath !== undefined) return onPath
  if (!existsSync(VERSIONS)) return undefined
  const versions = readdirSync(VERSIONS).sort((a, b) => Number(b) - Number(a))
  return versions
    .map((version) => join(VERSIONS, version, "bin"))
    .find((dir) => existsSync(join(dir, "postgres")) && existsSync(join(dir, "initdb")))
}

const install = () => {
  if (!isRoot || quiet("apt-get", ["--version"]).status !== 0) return
  say(`installing ${PACKAGE}`)
  // Else the package would make, and may start, a cluster of its own.
  mkdirSync("/etc/postgresql-common/createcluster.d", { recursive: true })
  writeFileSync(
    "/etc/postgresql-common/createcluster.d/no-main.conf",
    "create_main_cluster = false\n",
  )
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" }
  for (const args of [["update"], ["install", "-y", "--no-install-recommends", PACKAGE]]) {
    const done = spawnSync("apt-get", args, { stdio: ["ignore", "ignore", 2], env })
    if (done.status !== 0) return
  }
}

/** The server refuses to run as root, so root hands it to the user that its packages made. */
const asServerUser = (command, args) =>
  isRoot
    ? quiet("setpriv", ["--reuid=postgres", "--regid=postgres", "--init-groups", command, ...args])
    : quiet(command, args)

const idOf = (flag) => Number(quiet("id", [flag, "postgres"]).stdout)

const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.on("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })

/**
 * Makes and starts a cluster. `pid` is the postmaster's, `start` starts it again after a crash, `stop`
 * ends it and removes its files. `settings` are server settings by name.
 */
export const startCluster = async (bin, settings = {}) => {
  const dir = mkdtempSync(join(tmpdir(), "reminisce-pg-"))
  if (isRoot) chownSync(dir, idOf("-u"), idOf("-g"))
  const data = join(dir, "data")
  const port = await freePort()
  const must = (done, what) => {
    if (done.status === 0) return
    const log = join(dir, "server.log")
    const why = existsSync(log) ? readFileSync(log, "utf8").slice(-2_000) : done.stderr
    throw new Error(`${what} failed: ${why}`)
  }
  const options = Object.entries({ listen_addresses: "127.0.0.1", ...settings })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(" ")
  const control = (...args) =>
    asServerUser(join(bin, "pg_ctl"), [
      ...["-D", data, "-s", "-w", "-t", "30", "-l", join(dir, "server.log")],
      ...args,
    ])
  const start = () => control("-o", `-p ${port} -k ${dir} ${options}`, "start")
  const encoding = ["-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"]
  must(asServerUser(join(bin, "initdb"), ["-D", data, "-U", "postgres", ...encoding]), "initdb")
  must(start(), "start")
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    directory: data,
    pid: () => Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")[0]),
    /** Orphaned backends of a crashed server hold its memory for a moment, so it tries for a while. */
    start: async () => {
      for (let tries = 0; ; tries++) {
        const done = start()
        if (done.status === 0) return
        if (tries === 40) must(done, "start")
        await new Promise((resolve) => setTimeout(resolve, 250))
      }
    },
    stop: () => {
      control("-m", "fast", "stop")
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** A cluster that lives for a run of tests need not survive a power loss, and makes tables much faster. */
const FLEETING = { fsync: "off", full_page_writes: "off", synchronous_commit: "off" }

const runWith = async (settings, command, args) => {
  if (findServer() === undefined) install()
  const bin = findServer()
  if (bin === undefined) {
    say("no PostgreSQL server here and none could be installed: ITS TESTS ARE LEFT OUT")
    return spawnSync(command, args, { stdio: "inherit" }).status ?? 1
  }
  const cluster = await startCluster(bin, settings)
  let status = 1
  try {
    const env = { ...process.env, REMINISCE_POSTGRES_URL: cluster.url }
    status = spawnSync(command, args, { stdio: "inherit", env }).status ?? 1
  } finally {
    cluster.stop()
  }
  return status
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const [job, command, ...args] = process.argv.slice(2)
  if ((job !== "run" && job !== "measure") || command === undefined) {
    say("usage: node scripts/postgres.mjs run|measure <cmd...>")
    process.exit(2)
  }
  // The command shares the terminal's signals; ending it ends the cluster too.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {})
  process.exit(await runWith(job === "run" ? FLEETING : {}, command, args))
}
