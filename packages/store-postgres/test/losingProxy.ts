/**
 * A proxy that lets every commit reach the server and loses the answer to every second one, by
 * breaking the connection on which it comes.
 *
 * @module
 */
import { type AddressInfo, connect, createServer, type Socket } from "node:net"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

const COMMAND_COMPLETE = 0x43

/** The address of the server, by way of a new proxy. */
export const losingProxy = (url: string): Effect.Effect<string, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(() => open(new URL(url))),
      ({ close }) => Effect.promise(close),
    ),
    ({ port }) => {
      const proxied = new URL(url)
      proxied.host = `127.0.0.1:${port}`
      return proxied.href
    },
  )

const open = async (server: URL) => {
  const sockets = new Set<Socket>()
  let commits = 0
  const listener = createServer((client) => {
    const upstream = connect(Number(server.port || 5432), server.hostname)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      const end = (): void => {
        client.destroy()
        upstream.destroy()
        sockets.delete(socket)
      }
      socket.on("error", end).on("close", end)
    }
    client.pipe(upstream)
    let unread = Buffer.alloc(0)
    upstream.on("data", (bytes) => {
      unread = Buffer.concat([unread, bytes])
      for (;;) {
        const length = unread.length < 5 ? Number.POSITIVE_INFINITY : 1 + unread.readInt32BE(1)
        if (unread.length < length) return
        const message = unread.subarray(0, length)
        unread = unread.subarray(length)
        const isCommit =
          message[0] === COMMAND_COMPLETE && message.toString("latin1", 5) === "COMMIT\0"
        if (isCommit && ++commits % 2 === 0) {
          client.destroy()
          return
        }
        client.write(message)
      }
    })
  })
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve))
  return {
    port: (listener.address() as AddressInfo).port,
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy()
        listener.close(() => resolve())
      }),
  }
}
