/**
 * What a tool says of its progress, as the protocol's notification has it: ever growing numbers, each under
 * the token the client sent.
 *
 * @module
 */
import type { RequestId } from "@modelcontextprotocol/server"
import type { ToolProgress } from "../ToolDefinition.ts"

export interface ProgressParams {
  readonly progressToken: RequestId
  readonly progress: number
  readonly total?: number
  [name: string]: unknown
}

/** What does not grow is not sent: the protocol demands that progress increases. */
export const progressReport = (
  progressToken: RequestId,
  send: (params: ProgressParams) => void,
): ((progress: ToolProgress) => void) => {
  let last = Number.NEGATIVE_INFINITY
  return ({ done, total }) => {
    if (!(done > last)) return
    last = done
    send({ progressToken, progress: done, ...(total === undefined ? {} : { total }) })
  }
}
