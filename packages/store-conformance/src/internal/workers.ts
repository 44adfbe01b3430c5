/**
 * Other processes at a store's place, each counting an item up.
 *
 * @module
 */
import { type ChildProcess, spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import * as Effect from "effect/Effect"
import type { SuiteOptions } from "../OpenStore.ts"

interface Work {
  readonly place: string
  /** The item to count up. */
  readonly name: string
  readonly times: number
  /** Kills the process as soon as so many counts are acknowledged. */
  readonly killedAfter?: number
}

/** From sources the workspace resolves its packages to sources, and so must the worker. */
const isSource = import.meta.url.endsWith(".ts")
const source = fileURLToPath(new URL("../storeWorker.ts", import.meta.url))
const script = isSource ? source : source.replace(/\.ts$/, ".js")
const flags = isSource ? ["--conditions=@reminisce/source"] : []

/** The counts the process has been acknowledged, in order. Dies when it ends otherwise than it was told. */
export const work = (
  { processes }: SuiteOptions,
  { place, name, times, killedAfter }: Work,
): Effect.Effect<ReadonlyArray<number>> =>
  Effect.callback((resume) => {
    const child = spawn(
      process.execPath,
      [...flags, script, String(processes), place, name, String(times)],
      { stdio: ["ignore", "pipe", "pipe"] },
    )
    const output = outputOf(child, (lines) => {
      if (killedAfter !== undefined && lines >= killedAfter) child.kill("SIGKILL")
    })
    child.on("close", (code) => {
      const isDone = code === 0 || killedAfter !== undefined
      resume(
        isDone
          ? Effect.succeed(output.counts())
          : Effect.die(new Error(`a worker ended with ${code}: ${output.errors()}`)),
      )
    })
    return Effect.sync(() => void child.kill("SIGKILL"))
  })

const outputOf = (child: ChildProcess, onLines: (lines: number) => void) => {
  let out = ""
  let errors = ""
  child.stdout?.on("data", (chunk: Buffer) => {
    out += chunk.toString()
    onLines(out.split("\n").length - 1)
  })
  child.stderr?.on("data", (chunk: Buffer) => {
    errors += chunk.toString()
  })
  return {
    /** Of whole lines only: a line cut off by a kill acknowledges nothing. */
    counts: () => out.split("\n").slice(0, -1).map(Number),
    errors: () => errors,
  }
}
