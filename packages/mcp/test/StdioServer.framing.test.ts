// Verifies: MC-13, MC-14, MC-15
import { afterAll, assert, beforeAll, describe, it, vi } from "vitest"
import * as EchoProcess from "./fixtures/EchoProcess.ts"
import { answersTo, call, cancel, echo, error, line, pingOf } from "./fixtures/speak.ts"

// A process takes its time to start on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const tooLarge = "Request too large"

describe("lines", () => {
  let server: EchoProcess.EchoProcess
  beforeAll(() => {
    server = EchoProcess.start()
  })
  afterAll(() => server.kill())
  const answers = (input: string | Buffer) => answersTo(server, input)

  it("a line that is not JSON is answered as a parse error", async () => {
    for (const text of ['{"jsonrpc": nonsense', "}", "Content-Length: 2", "\u0000", "NaN"]) {
      assert.deepStrictEqual(await answers(`${text}\n`), [error(-32700, "Parse error")])
    }
  })

  it("bytes that are not UTF-8 are a parse error, wherever they stand", async () => {
    const request = echo(1, "?")
    const at = request.indexOf("?")
    const cases = [[0xff], [0xc3], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80]]
    for (const bytes of cases) {
      const [before, after] = [request.slice(0, at), request.slice(at + 1)]
      const broken = [Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]
      assert.deepStrictEqual(await answers(Buffer.concat(broken)), [
        error(-32700, "Parse error: not UTF-8"),
      ])
    }
  })

  it("a character may be split over two writes", async () => {
    const request = Buffer.from(echo(2, "🐢"))
    const middle = request.indexOf(0xf0) + 2
    await server.write(request.subarray(0, middle))
    const [answer] = await answers(request.subarray(middle))
    assert.deepStrictEqual(answer?.result?.structuredContent, { text: "🐢", bytes: 4 })
  })

  it("CRLF ends a line as LF does", async () => {
    const [first, second, ...more] = await answers(`${echo(3, "a").trim()}\r\n${echo(4, "b")}`)
    assert.deepStrictEqual([first?.id, second?.id, more.length], [3, 4, 0])
  })

  it("empty and blank lines count for nothing", async () => {
    assert.deepStrictEqual(await answers(`\n\r\n \t \r\n${"\n".repeat(100_000)}`), [])
  })

  it("a byte order mark after the beginning is a parse error", async () => {
    assert.deepStrictEqual(await answers(`\ufeff${echo(5, "a")}`), [error(-32700, "Parse error")])
  })

  it("a line of exactly 1 MiB is served, with either ending", async () => {
    for (const ending of ["\n", "\r\n"]) {
      assert.deepStrictEqual(await answers(pingOf(6, 1_048_576) + ending), [
        { result: {}, jsonrpc: "2.0", id: 6 },
      ])
    }
  })

  it("a line of 1 MiB and one byte is refused under its id, and skipped", async () => {
    for (const ending of ["\n", "\r\n"]) {
      assert.deepStrictEqual(await answers(pingOf(7, 1_048_577) + ending), [
        error(-32600, tooLarge, 7),
      ])
    }
  })

  it("a line of 11 MiB that is no message is refused once", async () => {
    assert.deepStrictEqual(await answers(`${"x".repeat(11_534_336)}\n`), [error(-32600, tooLarge)])
  })

  it("a line too long is answered while it is still being written", async () => {
    const from = server.lines.length
    void server.write(pingOf(8, 1_100_000))
    const answer = await server.message((message) => message.id === 8)
    assert.deepStrictEqual(answer, error(-32600, tooLarge, 8))
    assert.deepStrictEqual(await answers(`${"x".repeat(3_000_000)}\n`), [])
    assert.lengthOf(server.lines, from + 2)
  })

  it("a line too long whose id comes last is answered without, and again under it", async () => {
    const params = `{"id":5,"x":"${"x".repeat(2_097_152)}"}`
    const request = `{"method":"ping","params":${params},"jsonrpc":"2.0","id":9}\n`
    assert.deepStrictEqual(await answers(request), [
      error(-32600, tooLarge),
      error(-32600, tooLarge, 9),
    ])
  })

  it("a line too long that says its id twice is answered once", async () => {
    const request = pingOf(9, 2_000_000).replace(/}$/, ',"id":9}\n')
    assert.deepStrictEqual(await answers(request), [error(-32600, tooLarge, 9)])
  })

  it("a line too long does not answer for a request that is under way", async () => {
    void server.write(call(10, "slow", { millis: 60_000 }))
    const expected = [error(-32600, tooLarge)]
    assert.deepStrictEqual(await answers(`${pingOf(10, 2_000_000)}\n`), expected)
    const endsWithId = `{"x":"${"x".repeat(2_000_000)}","id":10}\n`
    assert.deepStrictEqual(await answers(endsWithId), expected)
    assert.deepStrictEqual(await answers(cancel(10)), [])
  })

  it("9 MiB without an end, in writes of 1 KiB, are one refusal", async () => {
    const part = Buffer.alloc(1_024, "x")
    for (let written = 0; written < 9 * 1_024; written++) void server.write(part)
    assert.deepStrictEqual(await answers("\n"), [error(-32600, tooLarge)])
  })

  it("200,000 levels of JSON are refused under their id, nested anyhow", async () => {
    const levels = 200_000
    const tooDeep = "Request nested too deeply"
    const request = (nested: string) =>
      `{"jsonrpc":"2.0","id":11,"method":"ping","params":{"x":${nested}}}\n`
    for (const nested of ["[".repeat(levels) + "]".repeat(levels), '{"":'.repeat(levels)]) {
      assert.deepStrictEqual(await answers(request(nested)), [error(-32600, tooDeep, 11)])
    }
    assert.deepStrictEqual(await answers(`${"[".repeat(levels)}\n`), [error(-32600, tooDeep)])
  })

  it("64 levels are served and 65 are not, brackets in text not counted", async () => {
    const request = (levels: number, text: string) => {
      const params = { x: text, y: JSON.parse(`${"[".repeat(levels)}${"]".repeat(levels)}`) }
      return line({ id: 12, method: "ping", params })
    }
    const text = '[[[["\\[[['.repeat(50)
    assert.deepStrictEqual(await answers(request(62, text)), [
      { result: {}, jsonrpc: "2.0", id: 12 },
    ])
    assert.deepStrictEqual(await answers(request(63, text)), [
      error(-32600, "Request nested too deeply", 12),
    ])
  })
})

describe("the first line", () => {
  it("may begin with a byte order mark", async () => {
    const server = EchoProcess.start()
    void server.write(`\ufeff${line({ id: 1, method: "ping" })}`)
    assert.deepStrictEqual(await server.message(() => true), { result: {}, jsonrpc: "2.0", id: 1 })
    await server.kill()
  })

  it("may be a call: nobody has to initialize first", async () => {
    const server = EchoProcess.start()
    const { result } = await server.callTool("echo", { text: "hello" })
    assert.deepStrictEqual(result?.structuredContent, { text: "hello", bytes: 5 })
    await server.kill()
  })
})
