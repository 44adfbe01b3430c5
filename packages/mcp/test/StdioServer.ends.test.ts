// Verifies: MC-14, MC-23, MC-24
import { spawn } from "node:child_process"
import { once } from "node:events"
import { openSync } from "node:fs"
import { assert, describe, it, vi } from "vitest"
import * as EchoProcess from "./fixtures/EchoProcess.ts"
import { call, echo, error } from "./fixtures/speak.ts"

// A process takes its time to start on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

/** A server that has answered once, so that how it ends is not how it starts. */
const started = async (...args: ReadonlyArray<string>): Promise<EchoProcess.EchoProcess> => {
  const server = EchoProcess.start(...args)
  await server.callTool("count", {})
  return server
}

/** Settles once a call that waits for `millis` is under way. */
const startSlowCall = async (server: EchoProcess.EchoProcess, id: number, millis: number) => {
  void server.write(call(id, "slow", { millis }))
  await server.callTool("count", {})
}

describe("the end of the input", () => {
  it("ends an idle server with status 0", async () => {
    const server = await started()
    server.endInput()
    assert.strictEqual(await server.exit, 0)
    assert.strictEqual(server.errorOutput(), "")
  })

  it("ends a server that was never spoken to with status 0", async () => {
    const server = EchoProcess.start()
    server.endInput()
    assert.strictEqual(await server.exit, 0)
    assert.deepStrictEqual(server.lines, [])
  })

  it("ends the last line, which is answered", async () => {
    const server = EchoProcess.start()
    void server.write(echo(1, "last").trimEnd())
    server.endInput()
    assert.strictEqual(await server.exit, 0)
    const [answer] = server.messages()
    assert.deepStrictEqual(answer?.result?.structuredContent, { text: "last", bytes: 4 })
  })

  it("ends a last line that is cut short with a parse error", async () => {
    const server = EchoProcess.start()
    void server.write(echo(1, "last").slice(0, -10))
    server.endInput()
    assert.strictEqual(await server.exit, 0)
    assert.deepStrictEqual(server.messages(), [error(-32700, "Parse error")])
  })

  it("leaves calls under way the time to be answered", async () => {
    const server = await started()
    await startSlowCall(server, 1, 700)
    server.endInput()
    assert.strictEqual(await server.exit, 0)
    const answer = server.messages().find((message) => message.id === 1)
    assert.deepStrictEqual(answer?.result?.structuredContent, { waited: 700 })
  })

  it("does not wait for them longer than it was told", async () => {
    const server = await started("--drain-millis=50")
    await startSlowCall(server, 1, 60_000)
    server.endInput()
    assert.strictEqual(await server.exit, 0)
    assert.isUndefined(server.messages().find((message) => message.id === 1))
  })

  it("answers every line that was written before it", async () => {
    const server = EchoProcess.start()
    const ids = Array.from({ length: 10_000 }, (_, id) => id)
    void server.write(ids.map((id) => echo(id, "x")).join(""))
    server.endInput()
    assert.strictEqual(await server.exit, 0)
    assert.deepStrictEqual(
      server.messages().map(({ id }) => id),
      ids,
    )
  })
})

describe("an output nobody reads any more", () => {
  it("ends an idle server when it next answers, with status 0", async () => {
    const server = await started()
    server.child.stdout?.destroy()
    void server.write(echo(1, "x"))
    assert.strictEqual(await server.exit, 0)
    assert.strictEqual(server.errorOutput(), "")
  })

  it("ends a server in the middle of much output with status 0", async () => {
    const server = await started()
    for (let id = 0; id < 50; id++) void server.write(call(id, "grow", { bytes: 100_000 }))
    await server.message((message) => message.id === 0)
    server.child.stdout?.destroy()
    assert.strictEqual(await server.exit, 0)
    assert.strictEqual(server.errorOutput(), "")
  })

  it("is status 1 when it is full instead", async () => {
    const child = spawn(process.execPath, EchoProcess.serverArguments, {
      stdio: ["pipe", openSync("/dev/full", "w"), "pipe"],
    })
    child.stdin?.write(echo(1, "x"))
    assert.deepStrictEqual(await once(child, "exit"), [1, null])
  })
})

describe("an input that cannot be read", () => {
  for (const [name, path, flags] of [
    ["a directory", "/", "r"],
    ["open for writing only", "/dev/null", "w"],
  ] as const) {
    it(`is one error, then status 1: ${name}`, async () => {
      const child = spawn(process.execPath, EchoProcess.serverArguments, {
        stdio: [openSync(path, flags), "pipe", "inherit"],
      })
      const chunks: Array<Buffer> = []
      child.stdout?.on("data", (chunk: Buffer) => chunks.push(chunk))
      assert.deepStrictEqual(await once(child, "close"), [1, null])
      const expected = `${JSON.stringify(error(-32603, "Input read failed"))}\n`
      assert.strictEqual(Buffer.concat(chunks).toString(), expected)
    })
  }
})

describe("signals", () => {
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
    it(`${signal} ends an idle server with status 0`, async () => {
      const server = await started()
      server.child.kill(signal)
      assert.strictEqual(await server.exit, 0)
    })
  }

  it("leave calls under way the time to be answered", async () => {
    const server = await started()
    await startSlowCall(server, 1, 700)
    server.child.kill("SIGTERM")
    assert.strictEqual(await server.exit, 0)
    const answer = server.messages().find((message) => message.id === 1)
    assert.deepStrictEqual(answer?.result?.structuredContent, { waited: 700 })
  })

  it("end a server whose client has stopped reading", async () => {
    const server = await started("--drain-millis=50")
    server.child.stdout?.pause()
    for (let id = 0; id < 50; id++) void server.write(call(id, "grow", { bytes: 100_000 }))
    await server.write("\n")
    server.child.kill("SIGTERM")
    assert.strictEqual(await server.exit, 0)
  })
})

describe("a parent that vanishes", () => {
  /** A shell that starts a server over its own pipes, and says the server's process id. */
  const startUnderShell = async (...args: ReadonlyArray<string>) => {
    const command = [process.execPath, ...EchoProcess.serverArguments, ...args]
    const shell = spawn("sh", ["-c", `"$0" "$@" <&3 & echo $! >&2; wait`, ...command], {
      stdio: ["ignore", "pipe", "pipe", "pipe"],
    })
    const input = shell.stdio[3]
    const answers = once(shell.stdout ?? shell, "data")
    if (input !== null && input !== undefined && "write" in input) input.write(echo(1, "x"))
    await answers
    return { shell, input }
  }

  it("takes the server with it although the pipes stay open", async () => {
    const { shell } = await startUnderShell("--parent-check-millis=20")
    const ended = once(shell.stdout ?? shell, "close")
    shell.kill("SIGKILL")
    await ended
  })
})
