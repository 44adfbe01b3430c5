// What clients install the server from, as the script makes it: unpacked, and started.
// Verifies: MC-41
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { crc32, inflateRawSync } from "node:zlib"
import { Client } from "@modelcontextprotocol/client"
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio"
import { assert, describe, it } from "vitest"
import { withHttp, withHttpClient } from "./httpProcess.ts"
import { callTool, withFolder } from "./serverProcess.ts"

const root = fileURLToPath(new URL("../../..", import.meta.url))
const read = (path: string): string => readFileSync(join(root, path), "utf8")
const readJson = (path: string) => JSON.parse(readFileSync(path, "utf8"))
const own = readJson(join(root, "apps/mcp-server/package.json"))

/** Runs the script; gives the paths of the bundle and of server.json. */
const release = (folder: string): readonly [string, string] => {
  const script = join(root, "scripts/pack-mcpb.mjs")
  const done = spawnSync(process.execPath, [script, folder], { encoding: "utf8" })
  const [bundle = "", server = ""] = done.stdout.split("\n")
  assert.strictEqual(done.stderr, "")
  return [bundle, server]
}

/** Reads an archive by its directory, as unpackers do, checking every sum. */
const unpack = (archive: Buffer, folder: string): ReadonlyArray<string> => {
  const end = archive.lastIndexOf("PK\x05\x06", undefined, "latin1")
  const names: Array<string> = []
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const length = archive.readUInt16LE(at + 28)
    const name = archive.toString("utf8", at + 46, at + 46 + length)
    const offset = archive.readUInt32LE(at + 42)
    const data = offset + 30 + archive.readUInt16LE(offset + 26)
    const bytes = inflateRawSync(archive.subarray(data, data + archive.readUInt32LE(at + 20)))
    assert.strictEqual(crc32(bytes), archive.readUInt32LE(at + 16), name)
    assert.strictEqual(bytes.length, archive.readUInt32LE(at + 24), name)
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), bytes)
    names.push(name)
    at += 46 + length
  }
  return names
}

describe("the .mcpb bundle", () => {
  it("is the same for the same build, and says in its manifest what it is", () =>
    withFolder(async (folder) => {
      const [first] = release(join(folder, "a"))
      const [second] = release(join(folder, "b"))
      assert.isTrue(readFileSync(first).equals(readFileSync(second)))
      const names = unpack(readFileSync(first), join(folder, "unpacked"))
      assert.includeMembers([...names], ["LICENSE", "NOTICE", "server/THIRD-PARTY-NOTICES"])
      const manifest = readJson(join(folder, "unpacked/manifest.json"))
      assert.deepInclude(manifest, {
        manifest_version: "0.3",
        version: own.version,
        license: own.license,
      })
      assert.isTrue(names.includes(manifest.server.entry_point))
      const asked = Object.keys(manifest.user_config).map((key) => `\${user_config.${key}}`)
      assert.sameMembers(asked, Object.values(manifest.server.mcp_config.env))
      const [major, minor] = process.versions.node.split(".").map(Number)
      assert.strictEqual(manifest.compatibility.runtimes.node, own.engines.node)
      assert.isTrue((major ?? 0) > 22 || (minor ?? 0) >= 19)
    }))

  it("starts as its manifest says, with the tools it says, and remembers in the folder given", () =>
    withFolder(async (folder) => {
      const [bundle] = release(folder)
      const place = join(folder, "unpacked with a space")
      unpack(readFileSync(bundle), place)
      const { server, tools } = readJson(join(place, "manifest.json"))
      const answers: Record<string, string> = { owner: "", folder: join(folder, "data") }
      const fill = (text: string): string =>
        text
          .replace(`\${__dirname}`, place)
          .replace(/\$\{user_config\.(\w+)\}/, (_, key: string) => answers[key] ?? "")
      const client = new Client({ name: "test", version: "0" })
      await client.connect(
        new StdioClientTransport({
          command: process.execPath,
          args: server.mcp_config.args.map(fill),
          env: Object.fromEntries(
            Object.entries(server.mcp_config.env).map(([name, text]) => [name, fill(String(text))]),
          ),
          stderr: "ignore",
        }),
      )
      const listed = await client.listTools()
      assert.deepStrictEqual(
        tools.map(({ name }: { readonly name: string }) => name),
        listed.tools.map(({ name }) => name),
      )
      assert.strictEqual(client.getServerVersion()?.version, own.version)
      await callTool(client, "memory_remember", { content: "The north gate opens at dawn." })
      const found = await callTool(client, "memory_recall", { query: "when does the gate open" })
      assert.strictEqual(found.scanned, 1)
      await client.close()
      assert.isTrue(existsSync(join(folder, "data/memory.db")))
    }))
})

describe("server.json", () => {
  it("names this package, this version and this bundle, as the registry wants it", () =>
    withFolder(async (folder) => {
      const [bundle, path] = release(folder)
      const { $schema, description, name, packages, repository, version } = readJson(path)
      assert.match($schema, /^https:\/\/static\.modelcontextprotocol\.io\/schemas\/2025-12-11\//)
      assert.match(name, /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
      assert.strictEqual(name, own.mcpName)
      assert.isTrue(description.length >= 1 && description.length <= 100)
      assert.strictEqual(version, own.version)
      assert.deepStrictEqual(repository.source, "github")
      const [npm, mcpb] = packages
      assert.deepInclude(npm, {
        registryType: "npm",
        identifier: own.name,
        version: own.version,
        transport: { type: "stdio" },
      })
      assert.strictEqual(
        mcpb.fileSha256,
        createHash("sha256").update(readFileSync(bundle)).digest("hex"),
      )
      assert.match(mcpb.identifier, /^https:\/\/github\.com\/.*\.mcpb$/)
    }))
})

/** A line's words after its name, for each line of that name. */
const lines = (name: string): ReadonlyArray<string> =>
  [...read("Containerfile").matchAll(new RegExp(`^${name} (.*)$`, "gm"))].map(
    ([, rest = ""]) => rest,
  )

describe("the container file", () => {
  it("copies only what the build makes and the licences, and runs as nobody in particular", () => {
    for (const path of lines("COPY").flatMap((line) => line.split(" ").slice(0, -1))) {
      assert.isTrue(existsSync(join(root, path)), path)
      assert.include(read(".containerignore"), `!${path}\n`)
    }
    assert.deepStrictEqual(lines("USER"), ["node"])
    assert.deepStrictEqual(lines("VOLUME"), ["/data"])
  })

  it("serves as its lines say, done one after the other in a folder in place of a container", () =>
    withFolder(async (folder) => {
      const inside = (text: string): string =>
        text.replaceAll(/(^|[ ">=])\/(app|data|tokens\.json)\b/g, `$1${folder}/$2`)
      for (const line of lines("COPY")) {
        const paths = line.split(" ")
        const to = inside(paths.pop() ?? "")
        mkdirSync(to, { recursive: true })
        for (const path of paths) copyFileSync(join(root, path), join(to, basename(path)))
      }
      // The user is one of the image's.
      for (const line of lines("RUN")) {
        const step = inside(line).replace(/ && chown node:node \S+/, "")
        assert.strictEqual(spawnSync("sh", ["-c", step]).status, 0, step)
      }
      const environment = Object.fromEntries(
        lines("ENV").flatMap((line) => line.split(" ").map((pair) => inside(pair).split("="))),
      )
      const [, ...entry] = JSON.parse(lines("ENTRYPOINT")[0] ?? "[]").map(inside)
      const args = JSON.parse(lines("CMD")[0] ?? "[]").map(inside)
      const run = (more: ReadonlyArray<string>) =>
        spawnSync(process.execPath, [...entry, ...more], {
          encoding: "utf8",
          env: { ...process.env, ...environment },
        })
      const { status, stderr } = run(args)
      assert.strictEqual(status, 1)
      assert.match(stderr, /tokens\.json cannot be read/)
      const { token, file } = tokenOf(run(["token"]).stdout)
      writeFileSync(join(folder, "tokens.json"), file)
      await withHttp(
        [...args.slice(1)],
        async ({ url }) => {
          url.hostname = "127.0.0.1"
          await withHttpClient(url, "modern", token, async (client) => {
            const found = await callTool(client, "memory_recall", { query: "gate" })
            assert.strictEqual(found.scanned, 0)
          })
        },
        { program: entry[0], environment },
      )
      assert.isTrue(existsSync(join(folder, "data/memory.db")))
    }))
})

/** What the command `token` says, as the file of tokens wants it. */
const tokenOf = (said: string): { readonly token: string; readonly file: string } => {
  const [token = ""] = said.split("\n")
  const entry = JSON.parse(said.slice(said.indexOf("{")))
  return { token, file: JSON.stringify({ tokens: [entry] }) }
}
