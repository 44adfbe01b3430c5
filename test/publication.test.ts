// What is published, on what it runs, and what a version promises.
// Verifies: ST-02, ST-03, ST-30
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "vitest"

const root = new URL("..", import.meta.url).pathname
const read = (path: string): string => readFileSync(join(root, path), "utf8")
const oneLine = (text: string): string => text.replace(/\s+/g, " ")

interface Manifest {
  readonly name: string
  readonly version: string
  readonly private?: boolean
  readonly files: ReadonlyArray<string>
  readonly engines: { readonly node: string }
  readonly repository: { readonly directory: string }
  readonly publishConfig: { readonly access: string; readonly exports?: object }
  readonly dependencies?: Readonly<Record<string, string>>
}

const published = [
  ...readdirSync(join(root, "packages")).map((name) => `packages/${name}`),
  "apps/mcp-server",
]
  .filter((folder) => existsSync(join(root, folder, "package.json")))
  .map((folder) => ({ folder, manifest: JSON.parse(read(`${folder}/package.json`)) as Manifest }))

/** A range that names one version or everything from it on, which a registry can resolve. */
const RANGE = /^(workspace:\^|[\^~]?\d+\.\d+\.\d+|catalog:)$/

describe("a published package", () => {
  it("is one of at least ten", () => assert.isAtLeast(published.length, 10))
  for (const { folder, manifest } of published) {
    it(`${manifest.name} can be installed by a version range`, () => {
      assert.isUndefined(manifest.private)
      assert.match(manifest.version, /^\d+\.\d+\.\d+/)
      assert.strictEqual(manifest.publishConfig.access, "public")
      assert.include(manifest.files.join(), "dist")
      assert.strictEqual(manifest.repository.directory, folder)
      assert.notInclude(JSON.stringify(manifest.publishConfig), "@reminisce/source")
      for (const range of Object.values(manifest.dependencies ?? {})) assert.match(range, RANGE)
    })
    it(`${manifest.name} asks for Node 22.19 or newer`, () => {
      assert.strictEqual(manifest.engines.node, ">=22.19.0")
    })
  }
})

describe("CI", () => {
  const smoke = read("scripts/smoke.mjs")
  it("runs what is packed on the oldest and on the newest Node promised", () => {
    assert.match(read(".ci/run"), /^ {2}node scripts\/smoke\.mjs & smoke=\$!$/m)
    assert.match(read(".ci/run"), /^ {2}wait \$smoke$/m)
    assert.match(smoke, /const NODES = \["22\.19\.0", "26\.\d+\.\d+"\]/)
    assert.match(smoke, /for \(const version of NODES\)/)
    for (const { folder } of published) {
      const isPacked = folder.startsWith("packages/") || smoke.includes(`"${folder}"`)
      assert.isTrue(isPacked, folder)
    }
  })
  it("says of each library what it must show when it stands alone", () => {
    const shows: Readonly<Record<string, unknown>> = JSON.parse(read("scripts/smoke.json"))
    const libraries = published
      .filter(({ folder }) => folder.startsWith("packages/"))
      .map(({ manifest }) => manifest.name)
    assert.sameMembers(Object.keys(shows), libraries)
  })
  it("runs every test, the readiness criteria among them, on Node 24", () => {
    assert.match(read(".ci/run"), /npm test/)
    assert.match(read("vitest.config.ts"), /"criteria\/src\/\*\*\/\*\.criteria\.test\.ts"/)
    assert.match(read("scripts/up.mjs"), /const NODE = "24\./)
  })
})

describe("a version", () => {
  const changesets = readdirSync(join(root, ".changeset")).filter((name) => name.endsWith(".md"))
  it("is told in a changelog: each package has had a release or has one coming", () => {
    const { changelog } = JSON.parse(read(".changeset/config.json")) as { changelog: unknown }
    assert.isOk(changelog)
    const coming = changesets.map((name) => read(`.changeset/${name}`)).join("\n")
    for (const { folder, manifest } of published) {
      const isTold =
        existsSync(join(root, folder, "CHANGELOG.md")) || coming.includes(`"${manifest.name}":`)
      assert.isTrue(isTold, manifest.name)
    }
  })
  it("of 0.x may break the API in a minor release, and the README says so", () => {
    assert.include(
      oneLine(read("README.md")),
      "While the version is 0.x, a minor release may break the public API; each package's changelog names every break.",
    )
  })
  it("needs a Node that the README states with its reason", () => {
    assert.include(
      oneLine(read("README.md")),
      "need Node 22.19 or newer: from there on `node:sqlite` needs no flag.",
    )
  })
})
