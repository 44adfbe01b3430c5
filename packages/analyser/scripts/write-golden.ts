/**
 * Writes `test/golden/golden.json`. Run it with `node --conditions=@reminisce/source scripts/write-golden.ts` when a
 * change is meant to move terms, and raise the number in the analyser's version in the same change.
 *
 * @module
 */
import { writeFileSync } from "node:fs"
import { goldenTerms } from "../test/golden/goldenTerms.ts"

writeFileSync(
  new URL("../test/golden/golden.json", import.meta.url),
  `${JSON.stringify(goldenTerms(), undefined, 2)}\n`,
)
