// The bundle format's own program: it validates the manifest and unpacks what our script packed.
import { readdirSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fetchTool, root, run, say } from "./referee.mjs"

export const bundle = async () => {
  const tool = join(await fetchTool("@anthropic-ai/mcpb", "2.1.2"), "dist/cli/cli.js")
  const folder = await mkdtemp(join(tmpdir(), "reminisce-bundle-"))
  const must = async (...args) => {
    const { out, status } = await run(process.execPath, args, { cwd: folder })
    if (status !== 0) throw new Error(`${args.slice(0, 2)}: ${out}`)
  }
  try {
    await must(join(root, "scripts/pack-mcpb.mjs"), folder)
    const [name] = readdirSync(folder).filter((each) => each.endsWith(".mcpb"))
    await must(tool, "unpack", join(folder, name), join(folder, "unpacked"))
    await must(tool, "validate", join(folder, "unpacked/manifest.json"))
    say(`${name} is valid`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
