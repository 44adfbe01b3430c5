/**
 * Time a call takes, as processor time, which other jobs on the machine move less than the clock.
 *
 * @module
 */
import { cpus } from "node:os"

/** Unmeasured rounds go on for so much processor time, so that quick calls are compiled as slow ones are. */
const WARM_UP_MILLIS = 1_500
const WARM_UP_ROUNDS = 60

/**
 * Milliseconds of processor time, user and system, of each call's quickest run, after `warmUps` or more
 * unmeasured rounds; none when 0.
 */
export const cpuMillis = async (
  calls: ReadonlyArray<() => unknown>,
  runs: number,
  warmUps = 0,
): Promise<ReadonlyArray<number>> => {
  const started = process.cpuUsage()
  for (let run = 0; run < WARM_UP_ROUNDS && warmUps > 0; run++) {
    const { user, system } = process.cpuUsage(started)
    if (run >= warmUps && user + system > WARM_UP_MILLIS * 1_000) break
    for (const call of calls) await call()
  }
  const best = calls.map(() => Number.POSITIVE_INFINITY)
  for (let run = 0; run < runs; run++) {
    for (const [i, call] of calls.entries()) {
      const before = process.cpuUsage()
      await call()
      const { user, system } = process.cpuUsage(before)
      best[i] = Math.min(best[i] as number, (user + system) / 1_000)
    }
  }
  return best
}

export const median = (values: ReadonlyArray<number>): number => quantile(values, 0.5)

export const quantile = (values: ReadonlyArray<number>, share: number): number =>
  [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? Number.NaN

export const round = (value: number): number =>
  Math.round(value * (value < 10 ? 1_000 : 10)) / (value < 10 ? 1_000 : 10)

export const machineLine = (): string =>
  `${cpus()[0]?.model ?? "unknown processor"}, ${cpus().length} cores, ${process.platform} ${process.arch}, Node ${process.versions.node}, SQLite ${process.versions.sqlite ?? "?"}`
