/**
 * The driver with what it lacks: rows of values beside a query's text, one sign-in for any number of
 * calls at once, limits on time, and answers read whatever their framing.
 *
 * @module
 */
import { isApiError, TypeDBHttpDriver } from "typedb-driver-http"
import { TypeDbFailure } from "./TypeDbFailure.ts"

/** Values by variable, without `$`. A variable left out is null. */
export type GivenRow = { readonly [variable: string]: string | number | boolean }

export interface OneShot {
  readonly transactionType: "read" | "write" | "schema"
  /** Fixed text and labels of a checked schema; whatever a caller sent is in the rows. */
  readonly query: string
  readonly givenRows?: ReadonlyArray<GivenRow>
}

export interface DriverConfig {
  /** `http://host:port` or `https://…`, without a path. */
  readonly address: string
  readonly username: string
  readonly password: string
  readonly database: string
  /** Longest wait for an answer, in milliseconds. */
  readonly requestMillis: number
}

/** Far more than any question of ours has answers; without it the server stops at 10,000. */
const ANSWER_LIMIT = 10_000_000

const QUERY_OPTIONS = {
  includeQueryStructure: false,
  includeInstanceTypes: false,
  answerCountLimit: ANSWER_LIMIT,
}

/** Longest transaction of several queries, in milliseconds. */
const LARGE_MILLIS = 120_000

/** How long a write holds off a schema change when its client is gone, in milliseconds. */
const ABANDONED_MILLIS = 30_000

export class GivenRowsDriver extends TypeDBHttpDriver {
  readonly #config: DriverConfig
  #accessToken: string | undefined
  #signingIn: Promise<string> | undefined

  constructor(config: DriverConfig) {
    super({ username: config.username, password: config.password, addresses: [config.address] })
    this.#config = config
  }

  /** Distribution and version. Needs no sign-in. Rejects with `TypeDbFailure`, as all below. */
  async serverVersion(): Promise<unknown> {
    return await this.#json("GET", "/v1/version", undefined, undefined, undefined)
  }

  /** Runs one query in a transaction of its own, and commits it if it may write. */
  async oneShot(shot: OneShot, signal: AbortSignal): Promise<ReadonlyArray<unknown>> {
    const body = JSON.stringify({
      databaseName: this.#config.database,
      commit: shot.transactionType !== "read",
      transactionOptions: { transactionTimeoutMillis: ABANDONED_MILLIS },
      queryOptions: QUERY_OPTIONS,
      ...shot,
    })
    const answer = await this.#authorized("POST", "/v1/query", body, signal)
    const { answers, warning } = answer as { answers?: unknown; warning?: unknown }
    // Cut answers are wrong answers.
    if (warning !== undefined && warning !== null)
      throw new TypeDbFailure({ status: 206, codes: [] })
    return Array.isArray(answers) ? answers : []
  }

  /** Runs the queries in one transaction, and commits it if each answers a row. */
  async write(queries: ReadonlyArray<OneShot>, signal: AbortSignal): Promise<boolean> {
    const [only, second] = queries
    if (only === undefined || second === undefined)
      return only !== undefined && (await this.oneShot(only, signal)).length > 0
    const opened = await this.#uncommitted("/v1/transactions/open", signal, {
      databaseName: this.#config.database,
      transactionType: "write",
      transactionOptions: { transactionTimeoutMillis: LARGE_MILLIS },
    })
    const path = `/v1/transactions/${String((opened as { transactionId?: unknown }).transactionId)}`
    const close = (): Promise<unknown> =>
      this.#authorized("POST", `${path}/close`, "{}", signal).catch(() => undefined)
    for (const { query, givenRows } of queries) {
      const sent = this.#uncommitted(`${path}/query`, signal, {
        query,
        givenRows,
        queryOptions: QUERY_OPTIONS,
      })
      const { answers } = (await sent.catch(async (thrown: unknown) => {
        await close()
        throw thrown
      })) as { answers?: unknown }
      if (Array.isArray(answers) && answers.length > 0) continue
      await close()
      return false
    }
    await this.#authorized("POST", `${path}/commit`, "{}", signal)
    return true
  }

  /** A call before a commit: whatever becomes of it, nothing is carried out. */
  async #uncommitted(path: string, signal: AbortSignal, body: unknown): Promise<unknown> {
    try {
      return await this.#authorized("POST", path, JSON.stringify(body), signal)
    } catch (thrown) {
      if (!(thrown instanceof TypeDbFailure)) throw thrown
      const { status, codes } = thrown
      throw new TypeDbFailure({ status, codes, unsent: true })
    }
  }

  /** Any call of the API that needs a sign-in. */
  async call(method: "GET" | "POST", path: string, signal: AbortSignal): Promise<unknown> {
    return await this.#authorized(method, path, method === "POST" ? "{}" : undefined, signal)
  }

  async #authorized(
    method: string,
    path: string,
    body: string | undefined,
    signal: AbortSignal,
  ): Promise<unknown> {
    const token = this.#accessToken ?? (await this.#signIn())
    try {
      return await this.#json(method, path, body, token, signal)
    } catch (thrown) {
      if (!(thrown instanceof TypeDbFailure) || thrown.status !== 401) throw thrown
      // A restart of the server ends all tokens. Another call may have signed in again already.
      if (this.#accessToken === token) this.#accessToken = undefined
      return await this.#json(
        method,
        path,
        body,
        this.#accessToken ?? (await this.#signIn()),
        signal,
      )
    }
  }

  #signIn(): Promise<string> {
    const { username, password } = this.#config
    this.#signingIn ??= this.#json(
      "POST",
      "/v1/signin",
      JSON.stringify({ username, password }),
      undefined,
      undefined,
    )
      .then((answer) => {
        const { token } = answer as { token?: unknown }
        if (typeof token !== "string") throw new TypeDbFailure({ status: 0, codes: [] })
        this.#accessToken = token
        return token
      })
      .catch((thrown: unknown) => {
        // Whatever became of the sign-in, the call it was for was not made.
        throw thrown instanceof TypeDbFailure
          ? new TypeDbFailure({ status: thrown.status, codes: thrown.codes, unsent: true })
          : thrown
      })
      .finally(() => {
        this.#signingIn = undefined
      })
    return this.#signingIn
  }

  async #json(
    method: string,
    path: string,
    body: string | undefined,
    token: string | undefined,
    signal: AbortSignal | undefined,
  ): Promise<unknown> {
    const late = AbortSignal.timeout(this.#config.requestMillis)
    const answered = await fetch(this.#config.address + path, {
      method,
      signal: signal === undefined ? late : AbortSignal.any([signal, late]),
      headers: {
        "content-type": "application/json",
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body }),
    })
      .then(async (response) => ({ response, text: await response.text() }))
      .catch(withoutAnswer)
    const { response, text } = answered
    const json = parsed(text)
    if (response.ok) {
      // A success without its body says nothing about what was done.
      if (text !== "" && json === undefined) throw new TypeDbFailure({ status: 0, codes: [] })
      return json ?? {}
    }
    throw new TypeDbFailure({ status: response.status, codes: codesOf(json) })
  }
}

/** Failures of connecting, before anything can have reached a server. */
const UNCONNECTED =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_.*|.*_CERT.*|ERR_TLS_.*)$/

const withoutAnswer = (thrown: unknown): never => {
  const cause = thrown instanceof Error ? thrown.cause : undefined
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : ""
  throw new TypeDbFailure({ status: 0, codes: [], unsent: UNCONNECTED.test(code) })
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The code the server names, then those its message mentions. */
const codesOf = (json: unknown): ReadonlyArray<string> => {
  if (!isApiError(json)) return []
  const mentioned = [...json.message.matchAll(/\[([A-Z]{3}\d+)\]/g)].flatMap(
    ([, code]) => code ?? [],
  )
  return [...new Set([json.code, ...mentioned])]
}
