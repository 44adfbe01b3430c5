/**
 * A STUB in place of a TypeDB server: it answers what a test tells it to and records what it was
 * sent. It knows the frame of the HTTP interface and no query language, and proves nothing but how
 * requests are written and answers are read.
 *
 * @module
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

export interface Sent {
  readonly method: string
  readonly path: string
  readonly authorization: string | undefined
  readonly body: unknown
}

export interface StubServer {
  readonly address: string
  /** All but the sign-ins, in order. */
  readonly sent: ReadonlyArray<Sent>
  readonly signIns: () => number
}

/** Gets each request that is not a sign-in, and its place in the order, from 0. */
export type Answering = (sent: Sent, place: number, response: ServerResponse) => void

export const json = (response: ServerResponse, status: number, body: unknown): void => {
  const text = JSON.stringify(body)
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(text),
  })
  response.end(text)
}

/** Tokens are `token-1`, `token-2`, … in the order of the sign-ins. */
export const stubServer = (
  answer: Answering,
  password = "secret",
): Effect.Effect<StubServer, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(() => open(answer, password)),
      ({ close }) => Effect.promise(close),
    ),
    ({ stub }) => stub,
  )

const open = async (answer: Answering, password: string) => {
  const sent: Array<Sent> = []
  let signIns = 0
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parts: Array<Buffer> = []
    for await (const part of request) parts.push(part as Buffer)
    const text = Buffer.concat(parts).toString()
    const body: unknown = text === "" ? undefined : JSON.parse(text)
    if (request.url === "/v1/signin") {
      signIns++
      const given = body as { readonly password: string }
      if (given.password === password) json(response, 200, { token: `token-${signIns}` })
      else json(response, 401, { code: "AUT1", message: "[AUT1] Invalid credential supplied." })
      return
    }
    const { authorization } = request.headers
    const one = { method: request.method ?? "", path: request.url ?? "", authorization, body }
    sent.push(one)
    answer(one, sent.length - 1, response)
  }
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return {
    stub: { address: `http://127.0.0.1:${port}`, sent, signIns: () => signIns },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
