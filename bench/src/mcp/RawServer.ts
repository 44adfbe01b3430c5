/**
 * The built server as a process, and as little of a client as can be: bytes out, bytes in. What a line
 * holds is looked at only after it was timed.
 *
 * @module
 */
import { type ChildProcessByStdio, spawn } from "node:child_process"
import * as fs from "node:fs"
import type { Readable, Writable } from "node:stream"
import { fileURLToPath } from "node:url"

const main = fileURLToPath(new URL("../../../apps/mcp-server/dist/main.js", import.meta.url))
const LINE_FEED = 0x0a

export interface RawServer {
  readonly process: ChildProcessByStdio<Writable, Readable, null>
  /** Writes one request and answers its whole line; for one request at a time. */
  readonly exchange: (request: Buffer) => Promise<Buffer>
  /** The same for many at a time: each answer goes to the request of its id. */
  readonly ask: (method: string, params: object) => Promise<string>
  /** Resident memory now, in MiB. */
  readonly resident: () => number
  /** Asks it to end, and waits until it has. */
  readonly stop: () => Promise<void>
}

const children = new Set<ChildProcessByStdio<Writable, Readable, null>>()
process.on("exit", () => {
  for (const child of children) child.kill("SIGKILL")
})

/** Starts a child whose end is not left to chance. */
export const startChild = (
  args: ReadonlyArray<string>,
): ChildProcessByStdio<Writable, Readable, null> => {
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "ignore"] })
  children.add(child)
  // What is still to be written when a child is killed has nobody to go to.
  child.stdin.on("error", () => {})
  return child
}

export const request = (id: number, method: string, params: object): Buffer =>
  Buffer.from(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`)

/** Throws where the answer is no tool's answer. */
export const mustAnswer = (line: string): void => {
  if (line.includes('"isError":true') || !line.includes('"structuredContent"'))
    throw new Error(`refused: ${line.slice(0, 300)}`)
}

export const startServer = (
  owner: string,
  filename: string,
  nodeOptions: ReadonlyArray<string> = [],
): RawServer => {
  const child = startChild([
    ...nodeOptions,
    main,
    "--owner",
    owner,
    "--store",
    `sqlite:${filename}`,
  ])
  const waiting = new Map<number, (line: string) => void>()
  let single: ((line: Buffer) => void) | undefined
  let held: Array<Buffer> = []
  let next = 0
  const settle = (line: Buffer): void => {
    if (single !== undefined) {
      const resolve = single
      single = undefined
      resolve(line)
      return
    }
    const text = line.toString()
    // The server's own serialisation ends with the id.
    const id = Number(/"id":(\d+)\}\s*$/.exec(text.slice(-40))?.[1])
    waiting.get(id)?.(text)
    waiting.delete(id)
  }
  child.stdout.on("data", (chunk: Buffer) => {
    let from = 0
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, from)) {
      const part = chunk.subarray(from, at + 1)
      settle(held.length === 0 ? part : Buffer.concat([...held, part]))
      held = []
      from = at + 1
    }
    if (from < chunk.length) held.push(chunk.subarray(from))
  })
  return {
    process: child,
    exchange: (line) =>
      new Promise((resolve) => {
        single = resolve
        child.stdin.write(line)
      }),
    ask: (method, params) =>
      new Promise((resolve) => {
        next += 1
        waiting.set(next, resolve)
        child.stdin.write(request(next, method, params))
      }),
    resident: () =>
      Number(
        /VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1] ?? 0,
      ) / 1_024,
    stop: () =>
      new Promise((resolve) => {
        child.on("exit", () => {
          children.delete(child)
          resolve()
        })
        child.kill("SIGTERM")
      }),
  }
}
