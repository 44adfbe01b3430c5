/**
 * Measures the growth of the scan's time on hostile texts, in a process of its own: a test runner's modules call each
 * other through proxies, and their time would be measured instead.
 *
 * Prints how many texts were tried and, of the costliest, by how much sixteen times the text takes longer.
 *
 * @module
 */

import { compileGuard, families } from "../../src/index.ts"
import { adversarialUnits, repeated } from "./adversarial.ts"

const guard = compileGuard(families)

/** The least of several scans, in what `since` counts. */
const least = (text: string, turns: number, since: () => () => number): number => {
  const fields = [{ field: "content", text }]
  const costs = Array.from({ length: turns }, () => {
    const spent = since()
    guard.scan(fields)
    return spent()
  })
  return Math.min(...costs)
}

/** Nanoseconds of the clock: the processor's own time is counted in steps as long as a short scan takes. */
const elapsed = (): (() => number) => {
  const start = process.hrtime.bigint()
  return () => Number(process.hrtime.bigint() - start)
}

/** Microseconds of processor time. */
const consumed = (): (() => number) => {
  const start = process.threadCpuUsage()
  return () => process.threadCpuUsage(start).user
}

const KiB = 1024

for (const unit of adversarialUnits.slice(0, 400)) least(repeated(unit, KiB), 1, elapsed)
const ranked = adversarialUnits
  .map((unit) => ({ unit, nanos: least(repeated(unit, 2 * KiB), 3, elapsed) }))
  .sort((left, right) => right.nanos - left.nanos)
const costliest = ranked.slice(0, 10).map(({ unit }) => {
  const small = least(repeated(unit, 64 * KiB), 3, consumed)
  const large = least(repeated(unit, 1024 * KiB), 1, consumed)
  return { unit, growth: large / Math.max(small, 4000) }
})
process.stdout.write(JSON.stringify({ tried: adversarialUnits.length, costliest }))
