// Verifies: ST-27
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { checkOptions } from "../src/index.ts"

const ranges = {
  kept: { least: 1, most: 9 },
  mode: { words: ["full", "relaxed"] },
}

describe("checkOptions", () => {
  const taken: ReadonlyArray<object> = [
    {},
    { kept: undefined },
    { kept: 1, mode: "full" },
    { kept: 9, mode: "relaxed", another: -1 },
  ]
  for (const options of taken) {
    it.effect(`takes ${JSON.stringify(options)}`, () => checkOptions(options, ranges))
  }

  const refused: ReadonlyArray<readonly [options: object, told: string]> = [
    [{ kept: 0 }, "option=kept rule=out-of-range"],
    [{ kept: 10 }, "option=kept rule=out-of-range"],
    [{ kept: 1.5 }, "option=kept rule=integer"],
    [{ kept: Number.NaN }, "option=kept rule=integer"],
    [{ kept: "5" }, "option=kept rule=integer"],
    [{ kept: null }, "option=kept rule=integer"],
    [{ mode: "canary" }, "option=mode rule=not-one-of"],
    [{ mode: 1, kept: 0 }, "option=kept rule=out-of-range"],
  ]
  for (const [options, told] of refused) {
    it.effect(`refuses by name and rule: ${told}, given ${JSON.stringify(options)}`, () =>
      Effect.map(Effect.flip(checkOptions(options, ranges)), ({ message }) =>
        assert.strictEqual(message, `open: OptionRefused ${told}`),
      ),
    )
  }
})
