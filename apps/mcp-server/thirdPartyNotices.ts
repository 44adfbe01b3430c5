/**
 * Writes beside the bundle what the licences of the packages in it ask for: each package's name,
 * version and licence text. The build fails on a package that says nothing of its licence.
 *
 * @module
 */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import type { Rolldown } from "tsdown"

export const NOTICES = "THIRD-PARTY-NOTICES"

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license: string
  readonly author: string | { readonly name: string }
}

export const thirdPartyNotices = (): Rolldown.Plugin => ({
  name: "third-party-notices",
  generateBundle(_, bundle) {
    const modules = Object.values(bundle).flatMap((file) =>
      file.type === "chunk" ? file.moduleIds : [],
    )
    const folders = new Set(modules.flatMap((id) => packageFolder(id) ?? []))
    const notices = new Set([...folders].map(notice))
    const source = `${HEAD}${[...notices].sort().join("")}`
    this.emitFile({ type: "asset", fileName: NOTICES, source })
  },
})

const HEAD = "The bundle server.js holds code of these packages, under their own licences.\n"

/** The nearest folder above with a named manifest; undefined for this repository's own packages. */
const packageFolder = (id: string): string | undefined => {
  const path = id.replace(/^\0/, "").replace(/\?.*$/, "")
  if (!/[\\/]node_modules[\\/]/.test(path)) return undefined
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    const manifest = join(folder, "package.json")
    if (existsSync(manifest) && readManifest(folder).version !== undefined) return folder
  }
  return undefined
}

const readManifest = (folder: string): Partial<Manifest> =>
  JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Partial<Manifest>

const notice = (folder: string): string => {
  const { author, license, name, version } = readManifest(folder)
  if (typeof license !== "string") throw new Error(`${name} does not say its licence`)
  const texts = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|notice|copying)/i.test(file))
    .sort()
    .map((file) => readFileSync(join(folder, file), "utf8").trim())
  const body =
    texts.length === 0
      ? (readmeSection(folder) ??
        `Copyright of ${authorName(author)}. (The package brings no licence text of its own.)`)
      : texts.join("\n\n")
  return `\n${"=".repeat(80)}\n${name} ${version}\nLicence: ${license}\n\n${body}\n`
}

/** Where a package has its licence at the end of its README. */
const readmeSection = (folder: string): string | undefined => {
  const readme = readdirSync(folder).find((file) => /^readme/i.test(file))
  if (readme === undefined) return undefined
  const [, text] =
    /^#+ *licen[cs]e\s*$([\s\S]+)/im.exec(readFileSync(join(folder, readme), "utf8")) ?? []
  return text?.includes("Copyright") ? text.trim() : undefined
}

const authorName = (author: Manifest["author"] | undefined): string =>
  (typeof author === "string" ? author : author?.name) ?? "its authors"
