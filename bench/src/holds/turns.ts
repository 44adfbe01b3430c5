/**
 * The longest turn of the event loop while something runs.
 *
 * @module
 */
import { setImmediate, setTimeout } from "node:timers/promises"
import { say } from "../store/measure.ts"

/** Milliseconds. `cpu` is what this thread computed in the turn, so that it tells little of other work on the machine. */
interface Turn {
  readonly what: string
  readonly cpu: number
  readonly clock: number
  /** How long the whole took. */
  readonly whole: number
}

export const turns: Array<Turn> = []

const cpuMillis = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** Other work comes to its turn as often as it can, and notes how long it waited. */
export const longestTurn = async <A>(what: string, run: () => Promise<A>): Promise<A> => {
  globalThis.gc?.()
  const longest = { cpu: 0, clock: 0 }
  let goesOn = true
  const watching = (async () => {
    let last = { cpu: cpuMillis(), clock: performance.now() }
    while (goesOn) {
      await setImmediate()
      const now = { cpu: cpuMillis(), clock: performance.now() }
      longest.cpu = Math.max(longest.cpu, now.cpu - last.cpu)
      longest.clock = Math.max(longest.clock, now.clock - last.clock)
      last = now
    }
  })()
  await setTimeout(5)
  Object.assign(longest, { cpu: 0, clock: 0 })
  const start = performance.now()
  const answer = await run()
  const whole = performance.now() - start
  await setTimeout(5)
  goesOn = false
  await watching
  turns.push({ what, ...longest, whole })
  const columns = [longest.cpu, longest.clock, whole].map((n) => n.toFixed(1).padStart(10))
  say(`${what.padEnd(50)}${columns.join("")}`)
  return answer
}
