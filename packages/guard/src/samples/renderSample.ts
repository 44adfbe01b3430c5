/**
 * Fills in samples. The same seed gives the same text on every machine.
 *
 * @module
 */

import { classAlphabet } from "../internal/charClass.ts"
import type { Sample } from "./Sample.ts"

const uuid = "<h8>-<h4>-4<h3>-a<h3>-<h12>"
const run = /<([A-Za-z])(\d{1,4})(?:-(\d{1,4}))?>/g

/** A small generator of pseudo-random numbers below `limit`; seeds are any integers. */
export const randomFrom = (seed: number): ((limit: number) => number) => {
  let state = (seed ^ 0x9e3779b9) >>> 0
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }
}

/** One text for a template, each run filled with characters of its alphabet. */
export const renderTemplate = (template: string, seed: number): string => {
  const random = randomFrom(seed)
  return template
    .replaceAll("<uuid>", uuid)
    .replace(run, (_, letter: string, least: string, most: string | undefined) => {
      const alphabet = classAlphabet(letter)
      const spread = Number(most ?? least) - Number(least)
      const size = Number(least) + (spread > 0 ? random(spread + 1) : 0)
      return Array.from({ length: size }, () => alphabet[random(alphabet.length)] ?? "").join("")
    })
}

/** All texts of a sample. */
export const renderSample = (sample: Sample, seed: number): ReadonlyArray<string> =>
  (typeof sample === "string" ? [sample] : sample).map((template, index) =>
    renderTemplate(template, seed * 31 + index),
  )
