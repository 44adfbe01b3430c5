/**
 * What a TypeDB server is asked before anything is opened: whether it answers, is TypeDB, is new enough,
 * takes the password and has the database. One sentence for the first that is not so.
 *
 * @module
 */

export interface TypeDbQuestion {
  readonly url: string
  readonly username: string
  readonly password: string
  readonly database: string
  /** Whether a database that is not there may be made. */
  readonly create: boolean
}

/** The oldest that stores what it is given, as the adapter asks for. */
const LEAST = [3, 12, 3] as const
const WAIT_MILLIS = 10_000

export const typeDbFault = async (question: TypeDbQuestion): Promise<string | undefined> => {
  const { create, database, password, url, username } = question
  const version = await ask(`${url}/v1/version`)
  if (version === undefined)
    return `${url} does not answer; check that TypeDB runs there and listens for HTTP, or give another address with --store`
  const wrong = versionFault(url, version.body)
  if (wrong !== undefined) return wrong
  const signedIn = await ask(`${url}/v1/signin`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username, password }),
  })
  const { token } = Object(signedIn?.body)
  if (signedIn?.status !== 200 || typeof token !== "string")
    return signedIn?.status === 401
      ? `TypeDB at ${url} refuses the user or the password; check REMINISCE_TYPEDB_USERNAME and TYPEDB_PASSWORD`
      : `TypeDB at ${url} lets nobody in now; try again, or look at its log`
  if (create) return undefined
  const found = await ask(`${url}/v1/databases/${database}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return found?.status === 404
    ? `there is no database ${database} at ${url}; leave out --no-create, or run with --init once`
    : undefined
}

interface Heard {
  readonly status: number
  /** Undefined where it is no JSON. */
  readonly body: unknown
}

/** Undefined where nobody answers in time. */
const ask = async (url: string, init: RequestInit = {}): Promise<Heard | undefined> => {
  try {
    const signal = AbortSignal.timeout(WAIT_MILLIS)
    const response = await fetch(url, { ...init, signal, redirect: "manual" })
    return { status: response.status, body: parsed(await response.text()) }
  } catch {
    return undefined
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const versionFault = (url: string, body: unknown): string | undefined => {
  const { distribution, version } = Object(body)
  if (typeof distribution !== "string" || !distribution.startsWith("TypeDB"))
    return `what answers at ${url} is not TypeDB's HTTP interface; check the port (TypeDB's own is 8000), or give another address with --store`
  const numbers = /^(\d+)\.(\d+)\.(\d+)/.exec(String(version))?.slice(1).map(Number) ?? []
  const [major = 0, minor = 0, patch = 0] = numbers
  const [leastMajor, leastMinor, leastPatch] = LEAST
  const isNewEnough =
    major === leastMajor && (minor > leastMinor || (minor === leastMinor && patch >= leastPatch))
  return isNewEnough
    ? undefined
    : `TypeDB at ${url} is ${numbers.length === 3 ? numbers.join(".") : "of an unknown version"}; run ${LEAST.join(".")} or a newer ${leastMajor}.x`
}
