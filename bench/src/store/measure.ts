/**
 * Figures: how they are taken, said and kept.
 *
 * @module
 */
import * as os from "node:os"

/** Microseconds; `cpu` is what this thread computed, waits left out: it suffers least from a busy machine. */
interface Figure {
  readonly what: string
  readonly median: number
  readonly p95: number
  readonly cpu: number
}

export const figures: Array<Figure> = []
export const facts: { [what: string]: number } = {}

export const say = (line: string): void => void process.stdout.write(`${line}\n`)

export const note = (what: string, value: number): void => {
  facts[what] = value
  say(`${what.padEnd(62)} ${value.toFixed(value < 100 ? 2 : 0).padStart(9)}`)
}

export const machine = `${os.cpus()[0]?.model} x ${os.cpus().length}, ${os.type()} ${os.release()}, Node ${process.version}, SQLite ${process.versions.sqlite}, load ${os.loadavg()[0]?.toFixed(1)}`

const cpuMicros = (): number => {
  const { user, system } = process.threadCpuUsage()
  return user + system
}

/** Runs it `times` times after a warm-up of half as many runs, 200 at most. */
export const measure = async (
  what: string,
  times: number,
  run: () => unknown,
  perRun = 1,
): Promise<Figure> => {
  for (let i = 0; i < Math.min(200, times / 2); i++) await run()
  const samples: Array<number> = []
  const before = cpuMicros()
  for (let i = 0; i < times; i++) {
    const start = performance.now()
    await run()
    samples.push(((performance.now() - start) * 1_000) / perRun)
  }
  const cpu = (cpuMicros() - before) / times / perRun
  samples.sort((a, b) => a - b)
  const at = (share: number): number => samples[Math.floor(times * share)] ?? 0
  const figure = { what, median: at(0.5), p95: at(0.95), cpu }
  figures.push(figure)
  const columns = [figure.median, figure.p95, cpu].map((n) => n.toFixed(1).padStart(10)).join("")
  say(`${what.padEnd(62)}${columns}`)
  return figure
}
