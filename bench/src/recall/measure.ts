/**
 * Time a call takes, as processor time, which other jobs on the machine move less than the clock.
 *
 * @module
 */
import { cpus } from "node:os"

/** Unmeasured rounds go on for so much processor time, so that quick calls are compiled as slow ones are. */
const WARM_UP_MILLIS = 1_500
const WARM_UP_ROUNDS = 60
/** What one round of calls may take; the calls beyond it are left out, but not the first few. */
const ROUND_MILLIS = 5_000
const LEAST_CALLS = 3

/**
 * Milliseconds of processor time, user and system, of each call's quickest run, after `warmUps` or more
 * unmeasured rounds; none when 0. Of calls that take very long only the first ones are made.
 */
export const cpuMillis = async (
  calls: ReadonlyArray<() => unknown>,
  runs: number,
  warmUps = 0,
): Promise<ReadonlyArray<number>> => {
  const started = cpuNow()
  let count = calls.length
  for (let run = 0; run < WARM_UP_ROUNDS && warmUps > 0; run++) {
    if (run >= warmUps && cpuNow() - started > WARM_UP_MILLIS) break
    const round = cpuNow()
    for (let i = 0; i < count; i++) {
      await calls[i]?.()
      if (i + 1 >= LEAST_CALLS && cpuNow() - round > ROUND_MILLIS) count = i + 1
    }
  }
  const best = calls.slice(0, count).map(() => Number.POSITIVE_INFINITY)
  for (let run = 0; run < runs; run++) {
    for (let i = 0; i < count; i++) {
      const before = cpuNow()
      await calls[i]?.()
      best[i] = Math.min(best[i] as number, cpuNow() - before)
    }
  }
  return best
}

const cpuNow = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

export const median = (values: ReadonlyArray<number>): number => quantile(values, 0.5)

export const quantile = (values: ReadonlyArray<number>, share: number): number =>
  [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? Number.NaN

export const round = (value: number): number =>
  Math.round(value * (value < 10 ? 1_000 : 10)) / (value < 10 ? 1_000 : 10)

export const machineLine = (): string =>
  `${cpus()[0]?.model ?? "unknown processor"}, ${cpus().length} cores, ${process.platform} ${process.arch}, Node ${process.versions.node}, SQLite ${process.versions.sqlite ?? "?"}`
