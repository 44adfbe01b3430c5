// Makes of the built server what clients install it from: an .mcpb bundle and the registry's server.json.
//
//   node scripts/pack-mcpb.mjs [FOLDER]     after the build of apps/mcp-server; default apps/mcp-server/dist/release
//
// The same build gives the same bytes. Nothing is sent anywhere.
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { crc32, deflateRawSync } from "node:zlib"

const root = fileURLToPath(new URL("..", import.meta.url))
const app = join(root, "apps/mcp-server")
const folder = resolve(process.argv[2] ?? join(app, "dist/release"))
const { description, license, mcpName, name, repository, version } = JSON.parse(
  readFileSync(join(app, "package.json"), "utf8"),
)
const url = repository.url.replace(/^git\+|\.git$/g, "")
if (!existsSync(join(app, "dist/main.js"))) throw new Error("build apps/mcp-server first")

/** What a person is asked by Claude Desktop, and the variable the answer goes to. */
const SETTINGS = [
  {
    variable: "REMINISCE_OWNER",
    key: "owner",
    type: "string",
    title: "Whose memory",
    description: "KIND:NAME, such as agent:alice. Each has a memory of its own.",
    usual: "agent:default",
  },
  {
    variable: "REMINISCE_DATA",
    key: "folder",
    type: "directory",
    title: "Folder",
    description: "Where the memory is kept, in one file.",
    usual: `\${HOME}/.reminisce`,
  },
]

const TOOLS = {
  memory_remember: "Keep one fact, event or decision, or put it in the place of an older one.",
  memory_recall: "Find memories by asking in a sentence.",
  memory_why: "Explain one memory: where it comes from and what became of it.",
  memory_forget: "Take a memory out of recall, or put it back.",
}

const manifest = {
  manifest_version: "0.3",
  name: "reminisce",
  display_name: "reminisce",
  version,
  description,
  long_description:
    "Remembers facts, events and decisions across sessions, finds them by a question in words, and says of each one where it comes from. One file on this machine; nothing leaves it. Secrets are refused.",
  author: { name: "The reminisce authors", url },
  repository: { type: "git", url: `${url}.git` },
  license,
  keywords: ["memory", "recall", "agents"],
  server: {
    type: "node",
    entry_point: "server/main.js",
    mcp_config: {
      command: "node",
      args: [`\${__dirname}/server/main.js`],
      env: Object.fromEntries(
        SETTINGS.map(({ key, variable }) => [variable, `\${user_config.${key}}`]),
      ),
    },
  },
  tools: Object.entries(TOOLS).map(([tool, words]) => ({ name: tool, description: words })),
  user_config: Object.fromEntries(
    SETTINGS.map(({ description: words, key, title, type, usual }) => [
      key,
      { type, title, description: words, required: false, default: usual },
    ]),
  ),
  compatibility: { platforms: ["darwin", "win32", "linux"], runtimes: { node: ">=22.19.0" } },
}

/** A zip archive, deflated, with every date at the format's beginning. */
const zip = (files) => {
  const parts = []
  const directory = []
  let offset = 0
  for (const [path, bytes] of files) {
    const file = Buffer.from(path)
    const packed = deflateRawSync(bytes, { level: 9 })
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0) // version needed
    fields.writeUInt16LE(0x0800, 2) // names are UTF-8
    fields.writeUInt16LE(8, 4) // deflate
    fields.writeUInt16LE(0, 6) // time
    fields.writeUInt16LE(0x21, 8) // 1980-01-01
    fields.writeUInt32LE(crc32(bytes), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(bytes.length, 18)
    fields.writeUInt16LE(file.length, 22)
    const entry = Buffer.alloc(14)
    entry.writeUInt32LE(0o100644 * 0x10000, 6) // a plain file, in Unix's terms
    entry.writeUInt32LE(offset, 10)
    directory.push(Buffer.from("PK\x01\x02\x14\x03", "latin1"), fields, entry, file)
    const local = [Buffer.from("PK\x03\x04", "latin1"), fields, file, packed]
    parts.push(...local)
    offset += local.reduce((sum, { length }) => sum + length, 0)
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  const end = Buffer.alloc(22)
  end.write("PK\x05\x06", "latin1")
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, ...directory, end])
}

const json = (value) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
const read = (path) => readFileSync(join(root, path))
const bundle = zip([
  ["manifest.json", json(manifest)],
  ["server/main.js", read("apps/mcp-server/dist/main.js")],
  ["server/server.js", read("apps/mcp-server/dist/server.js")],
  ["server/analyseInThread.js", read("apps/mcp-server/dist/analyseInThread.js")],
  ["server/package.json", json({ type: "module" })],
  ["server/THIRD-PARTY-NOTICES", read("apps/mcp-server/dist/THIRD-PARTY-NOTICES")],
  ["LICENSE", read("LICENSE")],
  ["NOTICE", read("NOTICE")],
])
const bundleName = `${name}-${version}.mcpb`

const server = {
  $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
  name: mcpName,
  title: "reminisce",
  description,
  repository: { url, source: "github", subfolder: "apps/mcp-server" },
  version,
  packages: [
    {
      registryType: "npm",
      identifier: name,
      version,
      runtimeHint: "npx",
      transport: { type: "stdio" },
      environmentVariables: SETTINGS.map(({ description: words, variable }) => ({
        name: variable,
        description: words,
        isRequired: false,
        isSecret: false,
      })),
    },
    {
      registryType: "mcpb",
      identifier: `${url}/releases/download/${name}%40${version}/${bundleName}`,
      version,
      fileSha256: createHash("sha256").update(bundle).digest("hex"),
      transport: { type: "stdio" },
    },
  ],
}

mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, bundleName), bundle)
writeFileSync(join(folder, "server.json"), json(server))
process.stdout.write(`${join(folder, bundleName)}\n${join(folder, "server.json")}\n`)
