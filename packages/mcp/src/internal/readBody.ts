/**
 * The bytes of a request's body, never more than allowed.
 *
 * @module
 */

/** Undefined when there are more than `maxBytes`; what follows is not read. */
export const readBody = async (request: Request, maxBytes: number): Promise<Buffer | undefined> => {
  const declared = Number(request.headers.get("content-length") ?? 0)
  if (declared > maxBytes) {
    await request.body?.cancel()
    return undefined
  }
  const chunks: Array<Uint8Array> = []
  let length = 0
  for await (const chunk of request.body ?? []) {
    length += chunk.length
    if (length > maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, length)
}
