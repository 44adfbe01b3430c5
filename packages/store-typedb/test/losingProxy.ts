/**
 * A proxy that lets every write reach the server and loses the answer to every second plan that was
 * committed.
 *
 * @module
 */
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

/** The address of the server, by way of a new proxy. */
export const losingProxy = (address: string): Effect.Effect<string, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(() => open(new URL(address))),
      ({ close }) => Effect.promise(close),
    ),
    ({ port }) => `http://127.0.0.1:${port}`,
  )

const read = async (message: IncomingMessage): Promise<Buffer> => {
  const parts: Array<Buffer> = []
  for await (const part of message) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

const open = async (server: URL) => {
  let commits = 0
  const pass = async (asked: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await read(asked)
    const forwarded = request(
      new URL(asked.url ?? "", server),
      { method: asked.method, headers: asked.headers },
      async (answered) => {
        const answer = await read(answered)
        const isPlan =
          asked.url?.endsWith("/commit") === true ||
          (body.includes("change-record") && body.includes('"transactionType":"write"'))
        if (isPlan && answered.statusCode === 200 && ++commits % 2 === 0) {
          response.destroy()
          return
        }
        response.writeHead(answered.statusCode ?? 500, answered.headers)
        response.end(answer)
      },
    )
    forwarded.on("error", () => response.destroy())
    forwarded.end(body)
  }
  const listener = createServer((asked, response) => void pass(asked, response))
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve))
  return {
    port: (listener.address() as AddressInfo).port,
    close: () =>
      new Promise<void>((resolve) => {
        listener.closeAllConnections()
        listener.close(() => resolve())
      }),
  }
}
