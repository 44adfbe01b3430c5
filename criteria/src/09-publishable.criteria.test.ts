// Criterion 9: what is published carries its licence, and no secret in the tree or in its history.
// Verifies: CR-09, ST-35
import { execFileSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { compileGuard, families } from "@reminisce/guard"
import { assert, describe, it } from "vitest"

const root = fileURLToPath(new URL("../..", import.meta.url))
const git = (...args: ReadonlyArray<string>): string =>
  execFileSync("git", [...args], { cwd: root, encoding: "utf8", maxBuffer: 1 << 30 })

/** Invented keys stand where the guard is shown to know them, and nowhere else. */
const SAMPLES = /^(packages\/guard\/|criteria\/src\/04-|pnpm-lock\.yaml$)/

const findings = (text: string): ReadonlyArray<string> => {
  const guard = compileGuard(families)
  return guard
    .scan([{ field: "text", text }])
    .flatMap((finding) => ("families" in finding ? finding.families : []))
}

describe("criterion 9", () => {
  it("carries LICENSE and NOTICE", () => {
    for (const name of ["LICENSE", "NOTICE"]) assert.isTrue(existsSync(join(root, name)))
  })
  it("finds a key planted in a text like the tree's", () => {
    const planted = `const token = "${["ghp", "x7Kq2Vn9Rb4Tm1Zc8Wd5Yh3Jf6Lg0PsQaEuN"].join("_")}"`
    assert.isNotEmpty(findings(planted))
  })
  it("holds no secret in the tree", () => {
    const paths = git("ls-files").split("\n")
    const found = paths
      .filter((path) => path !== "" && !SAMPLES.test(path) && existsSync(join(root, path)))
      .filter((path) => findings(readFileSync(join(root, path), "utf8")).length > 0)
    assert.deepStrictEqual(found, [])
  }, 120_000)
  it("holds no secret in its history", () => {
    const commits = git("log", "--format=%H")
      .split("\n")
      .filter((line) => line !== "")
    const found = commits.filter((commit) => {
      const patch = git(
        "show",
        "--format=%B",
        "--no-color",
        "--unified=0",
        commit,
        "--",
        ".",
        ":!packages/guard",
        ":!criteria/src/04-*",
        ":!pnpm-lock.yaml",
      )
      return findings(patch).length > 0
    })
    assert.deepStrictEqual(found, [])
  }, 300_000)
})
