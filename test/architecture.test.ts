// The package graph and the other rules of docs/house-style.md that no linter knows.
// Verifies: CR-G1, ST-35, CR-09
import { execFileSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "vitest"

const root = new URL("..", import.meta.url).pathname
const read = (path: string): string => readFileSync(join(root, path), "utf8")
const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter((path) => path !== "" && existsSync(join(root, path)))

interface Manifest {
  readonly name: string
  readonly license?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

/** What each package may depend on at run time, as docs/architecture.md says. */
const GRAPH: Readonly<Record<string, ReadonlyArray<string>>> = {
  store: [],
  schema: ["store"],
  "store-sqlite": ["store", "schema"],
  "store-postgres": ["store", "schema", "pg"],
  "store-typedb": ["store", "schema", "typedb-driver-http"],
  "store-conformance": ["store", "schema", "vitest", "@effect/vitest", "fast-check"],
  guard: ["schema"],
  "guard-personal": ["guard", "libphonenumber-js", "validator"],
  analyser: ["schema"],
  "analyser-natural": ["analyser", "natural"],
  "recall-engine": ["schema", "store", "analyser"],
  lifecycle: ["schema", "store", "guard", "analyser", "recall-engine"],
  provenance: ["schema", "store"],
  sealing: ["schema", "store"],
  backup: ["schema", "store", "guard", "age-encryption"],
  erasure: ["schema", "store", "guard", "recall-engine"],
  mcp: [
    "schema",
    "store",
    "guard",
    "lifecycle",
    "provenance",
    "recall-engine",
    "@modelcontextprotocol/server",
  ],
  reminisce: [
    "store",
    "schema",
    "store-sqlite",
    "guard",
    "analyser",
    "recall-engine",
    "lifecycle",
    "provenance",
    "backup",
    "erasure",
    "sealing",
  ],
}

const ADAPTERS = /@reminisce\/store-(sqlite|postgres|typedb)/

/** Each way a manifest leaves the graph; exported edges are `@reminisce/x` or a package's own name. */
const strayEdges = (folder: string, manifest: Manifest): ReadonlyArray<string> => {
  const allowed = new Set((GRAPH[folder] ?? []).flatMap((name) => [name, `@reminisce/${name}`]))
  const peers = Object.keys(manifest.peerDependencies ?? {}).filter((name) => name !== "effect")
  return [...Object.keys(manifest.dependencies ?? {}), ...peers].filter(
    (name) => !allowed.has(name),
  )
}

/** Each line of a source that breaks a rule of imports, exports or spans. */
const strayLines = (path: string, source: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  for (const line of source.split("\n")) {
    if (/^export \* from/.test(line)) found.push("export * without a name")
    if (/\bEffect\.fn\("/.test(line)) found.push("a span that shows an answer: see quietSpan")
    const [, from = ""] = /from "([^"]+)"|import\("([^"]+)"\)/.exec(line) ?? []
    const isLibrary = /^packages\/(?!reminisce\/)[^/]+\/src\//.test(path)
    if (from.startsWith("../../") && /\/(packages|src)\/.*\/src\//.test(from))
      found.push("a relative path into another package")
    if (isLibrary && !/^packages\/store-/.test(path) && ADAPTERS.test(from))
      found.push("an adapter named in a library")
  }
  return found
}

const folders = readdirSync(join(root, "packages")).filter((name) =>
  existsSync(join(root, "packages", name, "package.json")),
)

describe("the package graph", () => {
  it("has a row for every package and no other", () => {
    assert.deepStrictEqual([...folders].sort(), Object.keys(GRAPH).sort())
  })
  for (const folder of folders) {
    it(`keeps ${folder} within its row`, () => {
      assert.deepStrictEqual(
        strayEdges(folder, JSON.parse(read(`packages/${folder}/package.json`))),
        [],
      )
    })
  }
  it("stands in docs/architecture.md with the same edges", () => {
    const page = read("docs/architecture.md")
    for (const [name, edges] of Object.entries(GRAPH)) {
      const row =
        page.split("\n").find((line) => new RegExp(`^\\| \`${name}\` +\\|`).test(line)) ?? ""
      const listed = row.split("|")[3] ?? ""
      for (const edge of edges.filter((each) => !each.startsWith("@")))
        assert.include(listed, edge, name)
    }
  })
  it("catches a planted edge", () => {
    const planted = { name: "x", dependencies: { "@reminisce/store": "*", "left-pad": "*" } }
    assert.deepStrictEqual(strayEdges("schema", planted), ["left-pad"])
  })
})

describe("sources", () => {
  const sources = tracked.filter((path) => /^(packages|apps)\/.*\/src\/.*\.ts$/.test(path))
  it("keep the rules of imports, exports and spans", () => {
    assert.isAbove(sources.length, 20)
    const broken = sources.flatMap((path) =>
      strayLines(path, read(path)).map((rule) => `${path}: ${rule}`),
    )
    assert.deepStrictEqual(broken, [])
  })
  it("catch a planted violation of each", () => {
    assert.deepStrictEqual(strayLines("packages/guard/src/x.ts", 'export * from "./y.ts"'), [
      "export * without a name",
    ])
    assert.deepStrictEqual(
      strayLines(
        "packages/guard/src/x.ts",
        'import { a } from "../../schema/src/packages/x/src/a.ts"',
      ),
      ["a relative path into another package"],
    )
    assert.deepStrictEqual(
      strayLines("packages/lifecycle/src/x.ts", 'const f = Effect.fn("X.f")(function* () {'),
      ["a span that shows an answer: see quietSpan"],
    )
    assert.deepStrictEqual(
      strayLines("packages/lifecycle/src/x.ts", 'import { a } from "@reminisce/store-sqlite"'),
      ["an adapter named in a library"],
    )
  })
  it("open with what the file is", () => {
    const bare = sources.filter(
      (path) =>
        !/\/(index|main)\.ts$|\/generated\//.test(path) &&
        !/^\/\*\*[\s\S]*?@module\n \*\//.test(read(path)),
    )
    assert.deepStrictEqual(bare, [])
  })
})

describe("packages", () => {
  it("are licensed alike and carry a README of at most 60 lines", () => {
    for (const folder of folders) {
      const manifest: Manifest = JSON.parse(read(`packages/${folder}/package.json`))
      assert.strictEqual(manifest.license, "Apache-2.0", folder)
      const page = read(`packages/${folder}/README.md`)
      assert.isAtMost(page.split("\n").length, 61, folder)
    }
  })
  it("that are stores run the suite", () => {
    for (const folder of folders.filter((name) => /^store-(?!conformance)/.test(name))) {
      const tests = tracked.filter(
        (path) =>
          path.startsWith(`packages/${folder}/test/`) && path.endsWith(".conformance.test.ts"),
      )
      assert.isNotEmpty(tests, folder)
      assert.match(read(tests[0] ?? ""), /@reminisce\/store-conformance/, folder)
    }
  })
})

describe("the tree", () => {
  it("carries LICENSE and NOTICE", () => {
    assert.match(read("LICENSE"), /Apache License\s+Version 2\.0/)
    assert.match(read("NOTICE"), /not affiliated/)
  })
  it("pins one pnpm in two places", () => {
    const pinned = /const PNPM = "([^"]+)"/.exec(read("scripts/up.mjs"))?.[1]
    assert.strictEqual(JSON.parse(read("package.json")).packageManager, `pnpm@${pinned}`)
  })
})
