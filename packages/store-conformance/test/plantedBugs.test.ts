import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { type Check, checksFor, type SuiteOptions } from "../src/index.ts"
import { followingBugs } from "./support/bugs/following.ts"
import { lastingBugs } from "./support/bugs/lasting.ts"
import { promisingBugs } from "./support/bugs/promising.ts"
import { readingBugs } from "./support/bugs/reading.ts"
import { writingBugs } from "./support/bugs/writing.ts"
import type { PlantedBug } from "./support/PlantedBug.ts"

const plantedBugs = [writingBugs, readingBugs, followingBugs, promisingBugs, lastingBugs].flat()

const soundCapabilities = {
  transactionalPages: true,
  physicalErasure: false,
  hostTypes: true,
  persistent: false,
  maxPlanBytes: 256 * 1024 * 1024,
}

const storeOf = ({ name, layer, capabilities = soundCapabilities }: PlantedBug): SuiteOptions => ({
  name,
  layer,
  capabilities,
  processes: new URL("nowhere:"),
  losing: layer,
  shrinks: false,
})

const fails = (check: Check, store: SuiteOptions) =>
  Effect.map(Effect.exit(Effect.scoped(check.run(store))), (exit) => {
    if (Exit.isSuccess(exit)) return false
    // A check that was interrupted or never came to its demands has caught nothing.
    assert.isFalse(Cause.hasInterruptsOnly(exit.cause))
    return true
  })

describe("the suite catches a store that", () => {
  for (const bug of plantedBugs) {
    const store = storeOf(bug)
    const checks = checksFor(store)
    it.live(bug.name, () =>
      Effect.gen(function* () {
        const check = checks.find(({ group, name }) => `${group} ${name}` === bug.caughtBy)
        assert.isDefined(check, `there is no check "${bug.caughtBy}"`)
        if (check !== undefined) assert.isTrue(yield* fails(check, store))
      }),
    )
  }
})

describe("the page of planted bugs", () => {
  it("has a row for each of them and no other", () => {
    const page = readFileSync(new URL("../../../docs/planted-bugs.md", import.meta.url), "utf8")
    const rows = page
      .split("\n")
      .filter((line) => line.startsWith("| "))
      .slice(1)
    assert.deepStrictEqual(
      rows,
      plantedBugs.map(
        ({ name, caughtBy, byProperties }) =>
          `| ${name} | ${caughtBy} | ${byProperties ? "yes" : ""} |`,
      ),
    )
  })
})

describe("random plans and questions alone catch a store that", () => {
  for (const bug of plantedBugs.filter(({ byProperties }) => byProperties)) {
    const store = storeOf(bug)
    const properties = checksFor(store).filter(({ group }) => group === "properties")
    it.live(
      bug.name,
      () =>
        Effect.gen(function* () {
          const caught = yield* Effect.forEach(properties, (check) => fails(check, store))
          assert.include(caught, true)
        }),
      120_000,
    )
  }
})
