// Every gate fires once on a planted violation: a gate that cannot fail guards nothing.
// Verifies: ST-02
import { readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { compare, readRules } from "../scripts/promises.ts"
import { plantTree, runIn } from "./plant.ts"

const doc = "/**\n * Planted.\n *\n * @module\n */\n"
const at = (name: string): string => `packages/guard/src/${name}`

/** One violation a file, and what the linter calls it. */
const LINTED: Readonly<Record<string, readonly [source: string, rule: string]>> = {
  [at("PlantedDefault.ts")]: [`${doc}const a = 1\nexport default a\n`, "noDefaultExport"],
  [at("PlantedAny.ts")]: [`${doc}export const a = (b: any): number => b\n`, "noExplicitAny"],
  [at("PlantedConsole.ts")]: [`${doc}export const a = (): void => console.log(1)\n`, "noConsole"],
  [at("PlantedBang.ts")]: [
    `${doc}export const a = (b?: string): string => b!\n`,
    "noNonNullAssertion",
  ],
  [at("PlantedBarrel.ts")]: [
    `${doc}import { Effect } from "effect"\n\nexport const a = Effect.void\n`,
    "noRestrictedImports",
  ],
  [at("PlantedCycleA.ts")]: [
    `${doc}import { b } from "./PlantedCycleB.ts"\n\nexport const a = (): number => b\n`,
    "noImportCycles",
  ],
  [at("PlantedCycleB.ts")]: [
    `${doc}import { a } from "./PlantedCycleA.ts"\n\nexport const b: number = a()\n`,
    "noImportCycles",
  ],
  [at("PlantedFormat.ts")]: [`${doc}export const a={b:1};\n`, "format"],
}

let copy = ""
beforeAll(() => {
  copy = plantTree({
    ...Object.fromEntries(Object.entries(LINTED).map(([path, [source]]) => [path, source])),
    "packages/guard/src/PlantedImport.ts": `${doc}import { MemoryStore } from "@reminisce/lifecycle"\n\nexport const a = MemoryStore\n`,
    "packages/guard/src/PlantedOptional.ts": `${doc}export const a: { readonly b?: number } = { b: undefined }\n`,
    "test/planted/import.test.ts": 'import "./absent.ts"\n',
    "test/planted/fails.test.ts":
      'import { assert, it } from "vitest"\nit("passes", () => assert.isTrue(true))\nit("fails", () => assert.isTrue(false))\n',
    ".changeset/planted.md": '---\n"@reminisce/store": minor\n---\n\nPlanted.\n',
  })
}, 60_000)
afterAll(() => rmSync(copy, { recursive: true, force: true }))

describe("the linter", () => {
  let output = ""
  beforeAll(() => {
    const flags = ["--colors=off", "--max-diagnostics=none", "--diagnostic-level=error"]
    const linted = runIn(copy, "biome", ["ci", ...flags, ...Object.keys(LINTED)])
    assert.notStrictEqual(linted.status, 0)
    output = linted.output
  }, 60_000)

  for (const [path, [, rule]] of Object.entries(LINTED)) {
    it(`names ${rule} in ${path.split("/").at(-1)}`, () => {
      const named = output.split("\n").filter((line) => line.startsWith(path))
      assert.isTrue(
        named.some((line) => line.includes(rule)),
        output,
      )
    })
  }
})

describe("the other gates", () => {
  it("types: an undeclared package and a loose optional are errors", () => {
    const { status, output } = runIn(copy, "tsc", ["-p", "."])
    assert.notStrictEqual(status, 0)
    assert.match(output, /PlantedImport\.ts.*TS2307/)
    assert.match(output, /PlantedOptional\.ts.*TS2375/)
  }, 120_000)

  it("unused code: a file nobody imports is named", () => {
    const { status, output } = runIn(copy, "knip", ["--no-config-hints", "--include", "files"])
    assert.notStrictEqual(status, 0)
    assert.include(output, "PlantedAny.ts")
  }, 120_000)

  it("tests: a failed import counts as a failure, and the last line says so", () => {
    const { status, output } = runIn(copy, "vitest", [
      "run",
      "--project",
      "repository",
      "test/planted",
    ])
    assert.notStrictEqual(status, 0)
    assert.strictEqual(output.trim().split("\n").at(-1), "1 passed, 2 failed")
  }, 120_000)

  it("packages: exports that point nowhere are refused", () => {
    const place = plantTree({
      "packages/guard/package.json": JSON.stringify({
        name: "@reminisce/guard",
        version: "0.0.0",
        type: "module",
        exports: "./dist/absent.js",
        files: ["dist"],
      }),
    })
    const { status, output } = runIn(join(place, "packages/guard"), "publint", [
      "--strict",
      "--pack",
      "false",
    ])
    rmSync(place, { recursive: true, force: true })
    assert.notStrictEqual(status, 0)
    assert.match(output, /absent\.js/)
  }, 60_000)

  it("promises: a test that names an unknown rule is caught, and a tested one counted", () => {
    const rules = readRules("- **RE-01** One.\n- **ER-01** *(waits for: erasure)* Two.\n")
    const { tests, unknown } = compare(rules, [
      { file: "a", text: `// ${"Verifies"}: RE-01, RE-99\n` },
    ])
    assert.deepStrictEqual(unknown, ["a: RE-99"])
    assert.deepStrictEqual([...tests.keys()], ["RE-01", "RE-99"])
    assert.strictEqual(rules.get("ER-01")?.waits, "erasure")
  })

  it("releases: a changeset raises its package and those that depend on it", () => {
    const { status, output } = runIn(copy, "changeset", ["version"])
    assert.strictEqual(status, 0, output)
    const versionOf = (name: string): string =>
      JSON.parse(readFileSync(join(copy, "packages", name, "package.json"), "utf8")).version
    assert.match(versionOf("store"), /^0\.\d+\.0$/)
    assert.notStrictEqual(versionOf("store"), "0.0.0")
    assert.notStrictEqual(versionOf("lifecycle"), "0.0.0")
    const changelog = readFileSync(join(copy, "packages/store/CHANGELOG.md"), "utf8")
    assert.match(changelog, /### Minor Changes[\s\S]*Planted\./)
  }, 60_000)
})
