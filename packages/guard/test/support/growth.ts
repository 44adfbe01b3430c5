/**
 * Measures the growth of the scan's time on hostile texts, in a process of its own: a test runner's modules call each
 * other through proxies, and their time would be measured instead.
 *
 * Prints how many texts were tried and, of the costliest, how much longer one text takes than the same in sixteen.
 *
 * @module
 */

import { compileGuard, families } from "../../src/index.ts"
import { adversarialUnits, repeated } from "./adversarial.ts"

const guard = compileGuard(families)

const KiB = 1024

const fieldsOf = (text: string) => [{ field: "content", text }]

/** The least nanoseconds that one of several scans takes: finer than processor time, and good enough to choose by. */
const quickest = (text: string, turns: number): number => {
  const fields = fieldsOf(text)
  const costs = Array.from({ length: turns }, () => {
    const start = process.hrtime.bigint()
    guard.scan(fields)
    return Number(process.hrtime.bigint() - start)
  })
  return Math.min(...costs)
}

/** Microseconds of processor time that some scans take. */
const consumed = (text: string, scans: number): number => {
  const fields = fieldsOf(text)
  const start = process.threadCpuUsage()
  for (let scan = 0; scan < scans; scan += 1) guard.scan(fields)
  const spent = process.threadCpuUsage(start)
  return spent.user + spent.system
}

/** Sixteen scans of 64 KiB against one of 1 MiB: as much to read, so linear is 1, and quadratic 16. */
const growthOf = (unit: string): number => {
  const small = consumed(repeated(unit, 64 * KiB), 16)
  return consumed(repeated(unit, 1024 * KiB), 1) / small
}

/** Long texts need pages that are made anew, which may double the cost. Load may slow one of the two: what looks bad is measured again. */
const slack = 3
const attempts = 5

const leastGrowth = (unit: string): number => {
  let least = growthOf(unit)
  for (let attempt = 1; attempt < attempts && least > slack; attempt += 1) {
    least = Math.min(least, growthOf(unit))
  }
  return least
}

for (const unit of adversarialUnits.slice(0, 400)) quickest(repeated(unit, KiB), 1)
const costliest = adversarialUnits
  .map((unit) => ({ unit, nanos: quickest(repeated(unit, 2 * KiB), 2) }))
  .sort((left, right) => right.nanos - left.nanos)
  .slice(0, 8)
  .map(({ unit }) => ({ unit, growth: leastGrowth(unit) }))
process.stdout.write(JSON.stringify({ tried: adversarialUnits.length, costliest, slack }))
