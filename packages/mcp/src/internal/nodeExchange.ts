/**
 * One exchange of Node's HTTP server in the terms of the web.
 *
 * @module
 */
import type { IncomingMessage, ServerResponse } from "node:http"

/** The signal is aborted when the client goes away before it has its answer. */
export const toRequest = (message: IncomingMessage, signal: AbortSignal): Request => {
  const { headers, method = "GET", url = "/" } = message
  const own = new Headers()
  for (const [name, value] of Object.entries(headers))
    for (const each of Array.isArray(value) ? value : [value ?? ""]) own.append(name, each)
  const hasBody = method !== "GET" && method !== "HEAD"
  return new Request(new URL(url, "http://localhost"), {
    method,
    headers: own,
    signal,
    ...(hasBody ? { body: bodyOf(message), duplex: "half" } : {}),
  })
}

/** Read as it is asked for. What is given up is thrown away as it comes, so that an answer still arrives. */
const bodyOf = (message: IncomingMessage): ReadableStream<Uint8Array> => {
  let isReading = false
  const begin = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
    isReading = true
    message.on("data", (chunk: Uint8Array) => {
      message.pause()
      controller.enqueue(chunk)
    })
    message.once("end", () => controller.close())
    message.once("close", () => {
      if (!message.complete) controller.error(new Error("the request was not sent whole"))
    })
  }
  return new ReadableStream(
    {
      pull: (controller) => {
        if (!isReading) begin(controller)
        message.resume()
      },
      cancel: () => {
        message.removeAllListeners("data").removeAllListeners("end").removeAllListeners("close")
        message.resume()
      },
    },
    { highWaterMark: 0 },
  )
}

/** Waits for the client where it reads slowly; gives up reading when it is gone. */
export const send = async (response: Response, to: ServerResponse): Promise<void> => {
  to.writeHead(response.status, Object.fromEntries(response.headers))
  const reader = response.body?.getReader()
  if (reader === undefined) {
    to.end()
    return
  }
  const gone = new Promise<"gone">((resolve) => to.once("close", () => resolve("gone")))
  for (;;) {
    const next = await Promise.race([reader.read(), gone])
    if (next === "gone") {
      await reader.cancel()
      return
    }
    if (next.done) break
    if (!to.write(next.value)) {
      const drained = new Promise<void>((resolve) => to.once("drain", resolve))
      await Promise.race([drained, gone])
    }
  }
  to.end()
}
