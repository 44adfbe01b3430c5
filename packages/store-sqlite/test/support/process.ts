/**
 * Other Node processes on the same file.
 *
 * @module
 */
import { type ChildProcess, spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

export interface Started {
  readonly child: ChildProcess
  /** Lines it has written so far. */
  readonly lines: () => ReadonlyArray<string>
  /** Waits for so many lines, or for its end. */
  readonly untilLines: (count: number) => Effect.Effect<void>
  /** Its exit code, or its signal; and what it wrote to its error output. */
  readonly ended: Effect.Effect<{ readonly code: number | string; readonly errors: string }>
}

/** Starts `script` of this folder from sources; killed with the scope. `uid` needs the rights to become it. */
export const startScript = (
  script: string,
  args: ReadonlyArray<string>,
  options: { readonly uid?: number; readonly env?: NodeJS.ProcessEnv } = {},
): Effect.Effect<Started, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const file = fileURLToPath(new URL(script, import.meta.url))
      const child = spawn(
        process.execPath,
        ["--conditions=@reminisce/source", "--no-warnings", file, ...args],
        { stdio: ["pipe", "pipe", "pipe"], ...options },
      )
      let output = ""
      let errors = ""
      const waiting = new Set<() => void>()
      const wake = () => {
        for (const each of waiting) each()
      }
      child.stdout.on("data", (chunk) => {
        output += chunk
        wake()
      })
      child.stderr.on("data", (chunk) => {
        errors += chunk
      })
      let code: number | string | undefined
      child.on("close", (status, signal) => {
        code = status ?? signal ?? "unknown"
        wake()
      })
      const until = (holds: () => boolean): Effect.Effect<void> =>
        Effect.callback((resume) => {
          const look = () => {
            if (!holds() && code === undefined) return
            waiting.delete(look)
            resume(Effect.void)
          }
          waiting.add(look)
          look()
        })
      const lines = () => output.split("\n").slice(0, -1)
      return {
        child,
        lines,
        untilLines: (count: number) => until(() => lines().length >= count),
        ended: Effect.map(
          until(() => false),
          () => ({ code: code ?? "unknown", errors }),
        ),
      }
    }),
    ({ child }) => Effect.sync(() => void child.kill("SIGKILL")),
  )
