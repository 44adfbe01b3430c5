/**
 * One host's tools as the protocol's server: a fresh one for each connection, or for each request
 * where a connection is no session. Serves the tools and nothing else.
 *
 * @module
 */
import {
  type CallToolResult,
  type ListToolsResult,
  type McpRequestContext,
  ProtocolError,
  type RequestId,
  Server,
} from "@modelcontextprotocol/server"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fault from "./internal/Fault.ts"
import { progressReport } from "./internal/progressReport.ts"
import type { ToolConnection, ToolDefinition } from "./ToolDefinition.ts"
import type { ToolHost, ToolResult } from "./ToolHost.ts"

export interface ServerInfo {
  readonly name: string
  readonly version: string
  readonly title?: string
  /** Told to the model once, before any tool is called. */
  readonly instructions?: string
}

/** What `serveStdio` and `createMcpHandler` of the protocol's own library ask for. */
export type ServerFactory = (context: Pick<McpRequestContext, "era">) => Server

/**
 * Every server made by the factory is one `ToolConnection`; `hasSessions` says whether one of the older
 * era is a session. `onCall` hears of each call that is handed to a tool.
 */
export const factory = (
  host: ToolHost,
  info: ServerInfo,
  hasSessions: boolean,
  onCall: (id: RequestId, connection: ToolConnection) => void = () => {},
): ServerFactory => {
  const { instructions, ...identity } = info
  const list = (isSession: boolean): ListToolsResult => ({
    tools: host.definitions.map((definition) => listing(definition, isSession)),
  })
  const listed = { legacy: list(hasSessions), modern: list(false) }
  return ({ era }) => {
    const server = new Server(identity, {
      capabilities: { tools: {} },
      cacheHints: { "tools/list": unchanging, "server/discover": unchanging },
      ...(instructions === undefined ? {} : { instructions }),
    })
    const connection: ToolConnection = { era, isSession: hasSessions && era === "legacy" }
    server.setRequestHandler("tools/list", (request): ListToolsResult => {
      if (request.params?.cursor !== undefined) throw protocolError(Fault.unknownCursor)
      return listed[era]
    })
    server.setRequestHandler("tools/call", async ({ params }, { mcpReq }) => {
      const { id, notify, signal } = mcpReq
      onCall(id, connection)
      const { progressToken, traceparent } = params._meta ?? {}
      const call = host.call(params.name, params.arguments ?? {}, {
        signal,
        connection,
        ...(typeof traceparent === "string" ? { traceparent } : {}),
        ...(progressToken === undefined
          ? {}
          : {
              report: progressReport(progressToken, (progress) => {
                // Whoever hears of it no longer has gone away.
                notify({ method: "notifications/progress", params: progress }).catch(() => {})
              }),
            }),
      })
      const exit = await Effect.runPromiseExit(call, { signal })
      if (Exit.isSuccess(exit)) return toCallResult(exit.value)
      throw protocolError(Cause.hasFails(exit.cause) ? Fault.unknownTool : Fault.internalError)
    })
    return server
  }
}

/** The tools of a running server never change. */
const unchanging = { ttlMs: 3_600_000, cacheScope: "private" } as const

type Listing = ListToolsResult["tools"][number]

const listing = (definition: ToolDefinition, isSession: boolean): Listing => {
  const { annotations, description, inputSchema, name, outputSchema, title } = definition
  const { sessionAnnotations = annotations } = definition
  return {
    name,
    title,
    description,
    inputSchema: inputSchema as unknown as Listing["inputSchema"],
    ...(outputSchema === undefined
      ? {}
      : { outputSchema: outputSchema as unknown as NonNullable<Listing["outputSchema"]> }),
    annotations: isSession ? sessionAnnotations : annotations,
  }
}

const toCallResult = ({ isError, structuredContent, text }: ToolResult): CallToolResult => ({
  content: [{ type: "text", text }],
  structuredContent,
  ...(isError ? { isError } : {}),
})

/** What the newer era says of the server in every result, as members of a JSON object. */
export const modernFrame = ({ instructions: _, ...identity }: ServerInfo): string =>
  `,"resultType":"complete","_meta":${JSON.stringify({ "io.modelcontextprotocol/serverInfo": identity })}`

const protocolError = ({ code, message }: Fault.Fault): ProtocolError =>
  new ProtocolError(code, message)
