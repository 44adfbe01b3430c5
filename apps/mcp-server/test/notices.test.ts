// What the build leaves beside the bundle for the licences of what is in it.
import { readFileSync } from "node:fs"
import { assert, it } from "vitest"

const notices = readFileSync(new URL("../dist/THIRD-PARTY-NOTICES", import.meta.url), "utf8")

it("names every package in the bundle with its licence's text", () => {
  const blocks = notices.split(`${"=".repeat(80)}\n`).slice(1)
  const names = blocks.map((block) => block.split(" ")[0])
  assert.includeMembers(names, ["effect", "@modelcontextprotocol/server"])
  assert.deepStrictEqual(names, [...new Set(names)])
  for (const block of blocks) {
    assert.match(block, /^\S+ \d+\.\d+\.\d+\S*\nLicence: \S/)
    assert.match(block, /Copyright|Apache License|Permission is hereby granted/)
  }
})

it("names none of our own", () => assert.notMatch(notices, /reminisce/))
