// Verifies: MC-20, MC-21, MC-22, NF-11
import { readFileSync } from "node:fs"
import { setTimeout } from "node:timers/promises"
import { assert, describe, it } from "vitest"
import * as EchoProcess from "./fixtures/EchoProcess.ts"
import { call, cancel, echo, line, pingOf } from "./fixtures/speak.ts"

const mebibyte = 1_048_576

/** A number from a process's own account of itself, in bytes. */
const account = (server: EchoProcess.EchoProcess, file: "io" | "status", field: string): number => {
  const text = readFileSync(`/proc/${server.child.pid}/${file}`, "utf8")
  const [, digits = "", unit] = new RegExp(`^${field}:\\s*(\\d+)( kB)?`, "m").exec(text) ?? []
  return Number(digits) * (unit === undefined ? 1 : 1_024)
}
const bytesRead = (server: EchoProcess.EchoProcess): number => account(server, "io", "rchar")
const residentBytes = (server: EchoProcess.EchoProcess): number =>
  account(server, "status", "VmRSS")

/** Waits until the server has read nothing more for half a second. */
const untilItStopsReading = async (server: EchoProcess.EchoProcess): Promise<void> => {
  let last = -1
  for (let unchanged = 0; unchanged < 10; ) {
    await setTimeout(50)
    const now = bytesRead(server)
    unchanged = now === last ? unchanged + 1 : 0
    last = now
  }
}

/** Stops reading what the server writes, and fills the pipe between, so that it cannot write. */
const stall = async (server: EchoProcess.EchoProcess): Promise<void> => {
  server.child.stdout?.pause()
  const answers = Array.from({ length: 40 }, (_, at) => call(`s${at}`, "grow", { bytes: 50_000 }))
  await server.write(answers.join(""))
  await untilItStopsReading(server)
}

interface Flood {
  readonly isWritten: boolean
  readonly read: number
  readonly grown: number
}

/**
 * What `input` does to a server that cannot write. It has seen the like before, so that what it
 * grows by is what it holds. Afterwards its client reads again, and it must get through.
 */
const flood = async (input: string, warmUp: string): Promise<Flood> => {
  const server = EchoProcess.start()
  await server.write(warmUp)
  await server.callTool("count", {})
  await stall(server)
  const [readBefore, sizeBefore] = [bytesRead(server), residentBytes(server)]
  const written = server.write(input).then(() => true)
  await untilItStopsReading(server)
  const outcome = {
    isWritten: await Promise.race([written, setTimeout(0, false)]),
    read: bytesRead(server) - readBefore,
    grown: residentBytes(server) - sizeBefore,
  }
  server.child.stdout?.resume()
  await written
  await server.callTool("count", {})
  server.endInput()
  assert.strictEqual(await server.exit, 0)
  return outcome
}

const many = (times: number, text: (at: number) => string): string =>
  Array.from({ length: times }, (_, at) => text(at)).join("")
const ping = (id: number): string => line({ id, method: "ping" })

describe("a client that does not read its answers", { timeout: 120_000 }, () => {
  it("can make the server read less than 16 MiB of 96 lines of 1 MiB", async () => {
    const lines = (times: number) => many(times, (id) => `${pingOf(id, mebibyte - 100)}\n`)
    const { grown, isWritten, read } = await flood(lines(96), lines(32))
    assert.isFalse(isWritten)
    assert.isBelow(read, 16 * mebibyte)
    assert.isBelow(grown, 32 * mebibyte)
  })

  const floods = {
    "20,000 pings and 8 MiB of empty lines": many(20_000, ping) + "\n".repeat(8 * mebibyte),
    notifications: many(20_000, () => line({ method: "notifications/initialized" })),
    garbage: many(300_000, () => "42\n"),
  }
  for (const [name, input] of Object.entries(floods)) {
    it(`is blocked, and makes the server grow by less than 16 MiB, with ${name}`, async () => {
      const { grown, isWritten } = await flood(input, input)
      assert.isFalse(isWritten)
      assert.isBelow(grown, 16 * mebibyte)
    })
  }

  it("is blocked although it cancels every call", async () => {
    const input = many(12_000, (id) => echo(id, "x".repeat(200)) + cancel(id))
    assert.isFalse((await flood(input, "")).isWritten)
  })
})

describe("a client that writes much at once and reads", { timeout: 120_000 }, () => {
  it("gets 20,000 answers in order", async () => {
    const server = EchoProcess.start()
    void server.write(many(20_000, ping))
    await server.message((message) => message.id === 19_999)
    assert.deepStrictEqual(
      server.messages().map(({ id }) => id),
      Array.from({ length: 20_000 }, (_, id) => id),
    )
    await server.kill()
  })
})
