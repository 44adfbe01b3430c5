/**
 * Where the chance in tests comes from. In CI one fixed seed, so that a rare fault stops no change that
 * has nothing to do with it; elsewhere a new one each time, which a failing property prints. A number in
 * `REMINISCE_SEED` is taken everywhere: `npm run test:seeds` tries many.
 *
 * @module
 */
import { readFileSync } from "node:fs"
import { beforeEach, expect } from "vitest"

const CI_SEED = 20_261_130

const given = process.env.REMINISCE_SEED || (process.env.CI ? String(CI_SEED) : "")

/** Effect draws its seeds from here: a sequence for each test, whichever run beside or before it. */
const seedMathRandom = (seed: number): void => {
  let state = seed
  Math.random = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const digestOf = (text: string): number => {
  let digest = 0x811c9dc5
  for (let i = 0; i < text.length; i++)
    digest = Math.imul(digest ^ text.charCodeAt(i), 0x01000193) >>> 0
  return digest
}

if (given !== "") {
  const seed = Number(given)
  if (!Number.isSafeInteger(seed)) throw new Error("REMINISCE_SEED is an integer")
  seedMathRandom(seed)
  beforeEach(({ task }) => seedMathRandom(digestOf(`${seed} ${task.name}`)))
  // Loading it takes longer than most test files do.
  const { testPath } = expect.getState()
  if (testPath !== undefined && /fast-check|conformance/.test(readFileSync(testPath, "utf8"))) {
    const { configureGlobal, readConfigureGlobal } = await import("fast-check")
    configureGlobal({ ...readConfigureGlobal(), seed })
  }
}
