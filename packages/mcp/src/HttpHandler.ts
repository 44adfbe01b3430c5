/**
 * The tools over Streamable HTTP as a web-standard handler: who may ask, how much and how often is
 * settled here, before the protocol's own handler serves a request with a fresh server. Where it
 * listens is left to `HttpServer`, or to the host's own.
 *
 * @module
 */
import {
  type AuthInfo,
  createMcpHandler,
  type McpHttpHandler,
  type Server,
  validateHostHeader,
  validateOriginHeader,
} from "@modelcontextprotocol/server"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Fault from "./internal/Fault.ts"
import { faulty, type HttpRefusalCode, refusal, withoutEcho } from "./internal/HttpRefusal.ts"
import * as Incoming from "./internal/Incoming.ts"
import * as RateLimit from "./internal/RateLimit.ts"
import { readBody } from "./internal/readBody.ts"

/** What a bearer token stands for. */
export interface Grant<Principal> {
  readonly principal: Principal
  /** Whose rate is counted; never shown. */
  readonly name: string
  /** Epoch milliseconds; from then on the token is refused. */
  readonly expiresAt: number
  /** The server the token was issued for; absent where tokens name none. */
  readonly audience?: string
}

/** None for a token that is unknown or was revoked. */
export type TokenVerifier<Principal> = (
  token: string,
) => Effect.Effect<Option.Option<Grant<Principal>>>

export interface HttpLimits {
  /** The longest body, in bytes. */
  readonly bodyBytes: number
  /** The deepest nesting of arrays and objects in a message. */
  readonly depth: number
  /** Requests a second for each name in the long run, and at once after a pause. */
  readonly perSecond: number
  readonly burst: number
  /** Requests under way at once, of everybody. */
  readonly concurrent: number
}

/** 1 MiB, 64 levels, 200 requests a second with a burst of 400, 256 at once. */
export const defaultLimits: HttpLimits = {
  bodyBytes: 1_048_576,
  depth: 64,
  perSecond: 200,
  burst: 400,
  concurrent: 256,
}

export interface HttpHandlerOptions<Principal> {
  /** A fresh server for each request, for whom the token stands for. */
  readonly serverFor: (principal: Principal, era: "legacy" | "modern") => Server
  /** Who asks: bearer tokens, or one for all, which a host may only do where nobody else can reach it. */
  readonly access: { readonly tokens: TokenVerifier<Principal> } | { readonly all: Principal }
  /** Accepts only tokens issued for this audience; when absent, only such as name none. */
  readonly audience?: string
  /** Where a client learns who issues tokens (RFC 9728); told with a refusal. */
  readonly resourceMetadataUrl?: string
  /** Host names, without port, that requests may name; default those of loopback. */
  readonly allowedHosts?: ReadonlyArray<string>
  /** Host names of web pages that may ask; default those of loopback. Requests of no page name none. */
  readonly allowedOrigins?: ReadonlyArray<string>
  /** The one path served; default `/mcp`. */
  readonly path?: string
  readonly limits?: Partial<HttpLimits>
}

export interface HttpHandler {
  /** Never rejects. */
  readonly fetch: (request: Request) => Promise<Response>
  /** Requests under way, those of open streams included. */
  readonly pending: () => number
  /** Refuses what comes from now on; what is under way is still answered. */
  readonly refuseNew: () => void
  /** Ends what is under way. */
  readonly close: () => Promise<void>
}

const LOOPBACK: ReadonlyArray<string> = ["localhost", "127.0.0.1", "[::1]"]

/** Uses the `Clock` it was made with. */
export const make = Effect.fnUntraced(function* <Principal>(
  options: HttpHandlerOptions<Principal>,
): Effect.fn.Return<HttpHandler> {
  const context = yield* Effect.context<never>()
  const run = Effect.runPromiseWith(context)
  const { access, audience, path = "/mcp", resourceMetadataUrl } = options
  const limits = { ...defaultLimits, ...options.limits }
  const hosts = [...(options.allowedHosts ?? LOOPBACK)]
  const origins = [...(options.allowedOrigins ?? LOOPBACK)]
  const rate = RateLimit.make(limits)
  const official = protocolHandler(options, limits.bodyBytes)
  let pending = 0
  let isClosing = false

  const challenge = (code: "token_missing" | "token_refused"): Response => {
    const parts = [
      ...(code === "token_refused" ? ['error="invalid_token"'] : []),
      ...(resourceMetadataUrl === undefined ? [] : [`resource_metadata="${resourceMetadataUrl}"`]),
    ]
    return refusal(code, { "www-authenticate": `Bearer ${parts.join(", ")}`.trim() })
  }

  /** Who asks, or the refusal. */
  const admit = Effect.fnUntraced(function* (request: Request) {
    if (isClosing) return refusal("closing", { connection: "close" })
    if (new URL(request.url).pathname !== path) return refusal("not_found")
    const stray = strayOrigin(request, hosts, origins)
    if (stray !== undefined) return refusal(stray)
    if ("all" in access) return { principal: access.all, name: "" }
    const token = bearerToken(request)
    if (token === undefined) return challenge("token_missing")
    const grant = Option.getOrUndefined(yield* access.tokens(token))
    const now = yield* Clock.currentTimeMillis
    return grant !== undefined && grant.expiresAt > now && grant.audience === audience
      ? grant
      : challenge("token_refused")
  })

  const answer = async (request: Request): Promise<Response> => {
    const admitted = await run(admit(request))
    if (admitted instanceof Response) return admitted
    const wait = await run(rate(admitted.name))
    if (wait > 0)
      return refusal("too_many_requests", { "retry-after": String(Math.ceil(wait / 1_000)) })
    if (pending > limits.concurrent) return refusal("busy", { "retry-after": "1" })
    return withoutEcho(await served(official, request, admitted.principal, limits))
  }

  return {
    fetch: async (request) => {
      pending += 1
      const done = (): void => {
        pending -= 1
      }
      try {
        return whenOver(await answer(request), done)
      } catch {
        done()
        return faulty(Fault.internalError, undefined, 500)
      }
    },
    pending: () => pending,
    refuseNew: () => {
      isClosing = true
    },
    close: official.close,
  }
})

const protocolHandler = <Principal>(
  { serverFor }: HttpHandlerOptions<Principal>,
  bodyBytes: number,
): McpHttpHandler =>
  createMcpHandler(({ authInfo, era }) => serverFor(authInfo?.extra?.principal as Principal, era), {
    maxRequestBodySize: bodyBytes,
    maxSubscriptions: 64,
  })

/** What the protocol's handler hands back to us with each request; it reads nothing of it. */
const authInfoOf = (principal: unknown): AuthInfo => ({
  token: "",
  clientId: "",
  scopes: [],
  extra: { principal },
})

/** A POST is read, bounded and parsed here; whatever else the protocol's handler answers itself. */
const served = async (
  official: McpHttpHandler,
  request: Request,
  principal: unknown,
  { bodyBytes, depth }: HttpLimits,
): Promise<Response> => {
  const { headers, method, signal, url } = request
  const authInfo = authInfoOf(principal)
  if (method !== "POST") return official.fetch(request, { authInfo })
  const body = await readBody(request, bodyBytes)
  if (body === undefined) return faulty(Fault.tooLarge, undefined, 413)
  const incoming = Incoming.read(Incoming.withoutByteOrderMark(body), depth)
  if (incoming.kind === "refused") return faulty(incoming.fault, incoming.id, 400)
  if (incoming.kind === "ignored") return faulty(Fault.invalidRequest, undefined, 400)
  const bare = new Request(url, { method, headers, signal })
  return official.fetch(bare, { authInfo, parsedBody: incoming.message })
}

const strayOrigin = (
  { headers }: Request,
  hosts: Array<string>,
  origins: Array<string>,
): HttpRefusalCode | undefined => {
  if (!validateHostHeader(headers.get("host"), hosts).ok) return "host_refused"
  return validateOriginHeader(headers.get("origin"), origins).ok ? undefined : "origin_refused"
}

const bearerToken = ({ headers }: Request): string | undefined =>
  /^Bearer ([\w.~+/-]{1,4096}=*)$/i.exec(headers.get("authorization") ?? "")?.[1]

/** Calls `done` once the body was read to its end, given up or failed. */
const whenOver = (response: Response, done: () => void): Response => {
  const { body, headers, status } = response
  if (body === null) {
    done()
    return response
  }
  const reader = body.getReader()
  const watched = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const { done: isOver, value } = await reader.read()
        if (!isOver) return controller.enqueue(value)
        done()
        controller.close()
      } catch (error) {
        done()
        controller.error(error)
      }
    },
    cancel: (reason) => {
      done()
      return reader.cancel(reason)
    },
  })
  return new Response(watched, { status, headers })
}
