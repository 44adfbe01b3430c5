// Verifies: MC-31, MC-32, MC-33, MC-34, MC-35, MC-39
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { assert, describe, it } from "vitest"
import { serverStore } from "../src/stores/serverStore.ts"
import { typeDbFault } from "../src/stores/typeDbFault.ts"

interface Fake {
  readonly version?: unknown
  /** Instead of JSON. */
  readonly page?: string
  readonly password?: string
  readonly databases?: ReadonlyArray<string>
}

/** What a TypeDB server answers to the three questions, or something else. */
const withServer = async <A>(fake: Fake, use: (url: string) => Promise<A>): Promise<A> => {
  const { databases = [], page, password = "right", version = "3.12.3" } = fake
  const server = createServer(async (request, response) => {
    const say = (status: number, body: unknown): void =>
      void response.writeHead(status).end(page ?? JSON.stringify(body))
    let body = ""
    for await (const chunk of request.setEncoding("utf8")) body += chunk
    if (request.url === "/v1/version") return say(200, { distribution: "TypeDB CE", version })
    if (request.url === "/v1/signin")
      return JSON.parse(body).password === password ? say(200, { token: "t" }) : say(401, {})
    if (request.headers.authorization !== "Bearer t") return say(401, {})
    const name = /^\/v1\/databases\/(.+)$/.exec(request.url ?? "")?.[1] ?? ""
    return databases.includes(name) ? say(200, { name }) : say(404, {})
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

const question = { username: "admin", password: "right", database: "mine", create: true }

const faultOf = (fake: Fake, rest: Partial<typeof question> = {}): Promise<string> =>
  withServer(fake, async (url) => (await typeDbFault({ url, ...question, ...rest })) ?? "none")

describe("the questions before a memory on TypeDB is opened", () => {
  it("find an address where nobody answers", async () => {
    const gone = await withServer({}, async (url) => url)
    const fault = await typeDbFault({ url: gone, ...question })
    assert.match(fault ?? "", /does not answer; check/)
  })

  it("find what is not TypeDB's HTTP interface", async () => {
    for (const page of ["<html>It works!</html>", "{}", "null", '{"version":"3.12.3"}', "[]"])
      assert.match(await faultOf({ page }), /is not TypeDB's HTTP interface; check the port/, page)
  })

  it("find a server that is too old, or of another major version", async () => {
    for (const version of ["3.12.2", "3.11.9", "2.29.0", "4.0.0", "", 3, "3.12"])
      assert.match(await faultOf({ version }), /; run 3\.12\.3 or a newer 3\.x$/, String(version))
    for (const version of ["3.12.3", "3.12.10", "3.13.0", "3.12.3-rc1"])
      assert.strictEqual(await faultOf({ version }), "none", version)
  })

  it("find a password that is refused, and say it nowhere", async () => {
    const fault = await faultOf({}, { password: "canary" })
    assert.match(fault, /refuses the user or the password; check .*TYPEDB_PASSWORD$/)
    assert.notInclude(fault, "canary")
  })

  it("find that a database is missing which may not be made", async () => {
    assert.strictEqual(await faultOf({}), "none")
    assert.match(await faultOf({}, { create: false }), /no database mine .*--init/)
    assert.strictEqual(await faultOf({ databases: ["mine"] }, { create: false }), "none")
  })
})

describe("TypeDB's password", () => {
  const address = { kind: "typedb", database: "mine" } as const
  it("comes from TYPEDB_PASSWORD and from nothing else", async () => {
    const others = { REMINISCE_TYPEDB_PASSWORD: "right", PGPASSWORD: "right" }
    await withServer({}, async (url) => {
      const without = await serverStore({ ...address, url }, others, true)
      assert.match(without.ok ? "" : without.sentence, /TYPEDB_PASSWORD in the environment/)
      const given = await serverStore({ ...address, url }, { TYPEDB_PASSWORD: "right" }, true)
      assert.isTrue(given.ok)
    })
  })
})
