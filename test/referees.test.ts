// What the referees excuse may only become less.
import { readFileSync } from "node:fs"
import { assert, it } from "vitest"

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8")

type Excused = Readonly<Record<string, ReadonlyArray<string>>>
type Baseline = Readonly<Record<string, Readonly<Record<string, Excused>>>>

it("the conformance suite excuses no more checks than it did, each under a reason", () => {
  const baseline: Baseline = JSON.parse(read("../scripts/referees/baseline.json"))
  const count = (excused: Excused | undefined): number => Object.values(excused ?? {}).flat().length
  const counts = Object.entries(baseline).flatMap(([who, revisions]) =>
    Object.entries(revisions).map(([revision, excused]) => [`${who} ${revision}`, count(excused)]),
  )
  const most: ReadonlyArray<readonly [string, number]> = [
    ["everything 2025-11-25", 4],
    ["everything 2026-07-28", 0],
    ["reminisce 2025-11-25", 25],
    ["reminisce 2026-07-28", 34],
  ]
  assert.strictEqual(counts.length, most.length)
  for (const [name, atMost] of most) {
    const [, found = Number.NaN] = counts.find(([each]) => each === name) ?? []
    assert.isTrue(Number(found) <= atMost, `${name}: ${found}`)
  }
})

it("the referees are asked in what a change must pass", () => {
  assert.match(read("../.ci/run"), /^ {2}node scripts\/referees\.mjs & referees=\$!$/m)
})
