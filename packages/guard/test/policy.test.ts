import { createHash } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { compileGuard, families, type GuardOptions, Samples } from "../src/index.ts"

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex")
const familiesOf = (options: GuardOptions, text: string): ReadonlyArray<string> =>
  compileGuard(families, options)
    .scan([{ field: "content", text }])
    .flatMap((found) => found.families)

const token = Samples.renderTemplate("ghp_<A36>", 4)
const other = Samples.renderTemplate("ghp_<A36>", 5)

describe("an allow-list", () => {
  it("acquits the exact token it knows by hash, and nothing else", () => {
    const allow = { hashes: [sha256(token)] }
    assert.deepStrictEqual(familiesOf({ allow }, `use ${token} here`), [])
    assert.deepStrictEqual(familiesOf({ allow }, `use ${other} here`), ["github"])
    assert.deepStrictEqual(familiesOf({ allow }, `use ${token} and ${other}`), ["github"])
    assert.deepStrictEqual(familiesOf({ allow }, `${token}0`), ["github"])
  })

  it("may be salted", () => {
    const allow = { salt: "acme:", hashes: [sha256(`acme:${token}`).toUpperCase()] }
    assert.deepStrictEqual(familiesOf({ allow }, token), [])
    assert.deepStrictEqual(familiesOf({ allow: { hashes: allow.hashes } }, token), ["github"])
  })

  it("acquits the value of an assignment and the password of a URL", () => {
    const password = Samples.renderTemplate("<A14>", 4)
    const allow = { hashes: [sha256(password)] }
    assert.deepStrictEqual(familiesOf({ allow }, `PASSWORD=${password}`), [])
    assert.deepStrictEqual(familiesOf({ allow }, `postgres://gate:${password}@db/app`), [])
  })
})

describe("the version", () => {
  const versionOf = (options: GuardOptions): string => compileGuard(families, options).version

  it("is the same for the same rules", () => {
    assert.strictEqual(versionOf({}), versionOf({}))
    assert.match(versionOf({}), /^r\d+-[0-9a-f]{12}$/)
  })

  it("changes with every part of table and policy", () => {
    const row = { id: "acme-token", shape: "acme-<A24>" }
    const engine = { name: "e", version: "1", scan: () => assert.fail("not called") }
    const versions = [
      {},
      { families: [{ name: "acme", tokens: [row] }] },
      { families: [{ name: "acme", tokens: [{ ...row, shape: "acme-<A25>" }] }] },
      { families: [{ name: "acme", tokens: [{ ...row, strong: false }] }] },
      {
        families: [
          { name: "acme", assigned: [{ id: "acme-pin", names: ["acme"], value: "<D12>" }] },
        ],
      },
      { allow: { hashes: [sha256("a")] } },
      { allow: { salt: "s", hashes: [sha256("a")] } },
      { severity: { github: "hold" as const } },
      { severity: { gitlab: "hold" as const } },
      { engines: [engine] },
      { engines: [{ ...engine, version: "2" }] },
    ].map(versionOf)
    assert.strictEqual(new Set(versions).size, versions.length)
  })
})
