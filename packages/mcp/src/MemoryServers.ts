/**
 * Protocol servers for many owners' memories: whom a request is for decides whose tools it finds, and
 * whether those that write are among them. One owner's focuses are never found by another.
 *
 * @module
 */
import type { Server } from "@modelcontextprotocol/server"
import type { Lifecycle } from "@reminisce/lifecycle"
import type { Provenance } from "@reminisce/provenance"
import type { Recall } from "@reminisce/recall-engine"
import { formatOwner, type Owner } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { memoryTools } from "./memoryTools.ts"
import * as ProtocolServer from "./ProtocolServer.ts"
import * as ToolHost from "./ToolHost.ts"

export interface MemoryPrincipal {
  readonly owner: Owner
  /** `read`: recall and why. `write`: every tool. */
  readonly access: "read" | "write"
}

export interface MemoryServersOptions {
  /** Most owners whose focuses are kept; the one who asked longest ago goes first. Default 1,000. */
  readonly capacity?: number
}

/** What `HttpHandler` asks for. The first request for an owner makes what the later ones share. */
export const make = Effect.fnUntraced(function* (
  info: ProtocolServer.ServerInfo,
  { capacity = 1_000 }: MemoryServersOptions = {},
): Effect.fn.Return<
  (principal: MemoryPrincipal, era: "legacy" | "modern") => Server,
  never,
  Lifecycle | Provenance | Recall
> {
  const context = yield* Effect.context<Lifecycle | Provenance | Recall>()
  const factories = new Map<string, ProtocolServer.ServerFactory>()
  const factoryFor = ({ access, owner }: MemoryPrincipal): ProtocolServer.ServerFactory => {
    const name = `${access} ${formatOwner(owner)}`
    const known = factories.get(name)
    const made = known ?? toFactory(owner, access === "read")
    factories.delete(name)
    factories.set(name, made)
    for (const [oldest] of factories) {
      if (factories.size <= capacity) break
      factories.delete(oldest)
    }
    return made
  }
  const toFactory = (owner: Owner, readOnly: boolean): ProtocolServer.ServerFactory => {
    const host = Effect.runSyncWith(context)(ToolHost.make(memoryTools(owner, { readOnly })))
    return ProtocolServer.factory(host, info, false)
  }
  return (principal, era) => factoryFor(principal)({ era })
})
