// docs/erasure.md tells hosts what the library cannot do for them.
// Verifies: ER-23, ER-24, ER-27, ER-28, ER-29, ER-31, ME-21, LM-10, LM-25
import { readFileSync } from "node:fs"
import { assert, describe, it } from "vitest"

const page = readFileSync(new URL("../../../docs/erasure.md", import.meta.url), "utf8").replaceAll(
  /\s+/g,
  " ",
)

describe("the page on erasure", () => {
  for (const [what, sentence] of [
    ["that it is no legal advice", "This page is no legal advice"],
    ["that earlier backups keep the words", "After restoring one, withdraw again"],
    [
      "that copies in the host are not reached",
      "Copies in your system**: logs, job arguments, caches",
    ],
    ["to schedule with keys", "Schedule with keys, never with words"],
    ["to withdraw before deleting the mapping", "Delete your own mapping"],
    ["to stop writing first", "Stop writing about the person"],
    ["that nothing is detected", "the library does not know which memories are sensitive"],
    ["what sealing leaves open", "- **Not sealed**: keys, times"],
    ["what sealing costs", "- **Costs**: twice the bytes of the words"],
    ["that a purge cut off is completed by verifying", "`verify` completes what it has left"],
    ["that a report of several people is looked at first", "look at it before you hand it over"],
  ] as const) {
    it(`says ${what}`, () => assert.include(page, sentence))
  }
})
