// Verifies: MC-29, MC-39
import { assert, describe, it } from "vitest"
import { formatConfig } from "../src/clientConfig.ts"
import {
  formatStoreAddress,
  readStoreAddress,
  type StoreAddress,
  showStoreAddress,
} from "../src/stores/StoreAddress.ts"

const sound: ReadonlyArray<readonly [string, string | undefined, StoreAddress]> = [
  ["sqlite:/a b/x.db", undefined, { kind: "sqlite", filename: "/a b/x.db" }],
  ["sqlite:C:\\x.db", undefined, { kind: "sqlite", filename: "C:\\x.db" }],
  [
    "typedb:http://127.0.0.1:8000",
    undefined,
    { kind: "typedb", url: "http://127.0.0.1:8000", database: "reminisce" },
  ],
  [
    "typedb:https://typedb.example:8000/",
    "mine",
    { kind: "typedb", url: "https://typedb.example:8000", database: "mine" },
  ],
  [
    "postgres://app@db.example:5432/app?sslmode=verify-full",
    undefined,
    { kind: "postgres", url: "postgres://app@db.example:5432/app?sslmode=verify-full" },
  ],
  [
    "postgresql://db.example/app",
    undefined,
    { kind: "postgres", url: "postgres://db.example/app" },
  ],
]

describe("an address of a store", () => {
  it("is read, and written as it is read again", () => {
    for (const [text, database, address] of sound) {
      assert.deepStrictEqual(readStoreAddress(text, database, {}), address)
      const again = address.kind === "typedb" ? address.database : undefined
      assert.deepStrictEqual(readStoreAddress(formatStoreAddress(address), again, {}), address)
    }
    const given = { REMINISCE_TYPEDB_DATABASE: "theirs" }
    assert.containSubset(readStoreAddress("typedb:http://x:1", undefined, given), {
      database: "theirs",
    })
    assert.containSubset(readStoreAddress("typedb:http://x:1", "mine", given), { database: "mine" })
  })

  it("holds no user and no password of TypeDB, no password of PostgreSQL, and repeats none", () => {
    for (const [text, sentence] of [
      ["typedb:http://canary@x:1", /TYPEDB_PASSWORD/],
      [["typedb:http://u", "canary@x:1"].join(":"), /TYPEDB_PASSWORD/],
      ["typedb:http://x:1/canary", /--database/],
      ["typedb:http://x:1?canary=1", /--database/],
      ["typedb:ftp://canary", /typedb:http/],
      ["typedb:canary", /typedb:http/],
      [["postgres://u", "canary@x/d"].join(":"), /PGPASSWORD/],
      ["postgres://u@x/d?password=canary", /PGPASSWORD/],
      ["postgres:canary", /postgres:\/\//],
      ["mysql://canary", /sqlite:PATH/],
      ["sqlite:", /sqlite:PATH/],
    ] as const) {
      const said = readStoreAddress(text, undefined, {})
      assert.isString(said, text)
      assert.match(String(said), sentence, text)
      assert.notInclude(String(said), "canary")
    }
    assert.match(String(readStoreAddress("typedb:http://x:1", "9 canary", {})), /--database begins/)
    assert.match(String(readStoreAddress("sqlite:x", "mine", {})), /--database is of typedb/)
  })

  it("is shown without a user", () => {
    const shown = sound.map(([, , address]) => showStoreAddress(address))
    assert.include(shown, "TypeDB database mine at https://typedb.example:8000")
    assert.include(shown, "PostgreSQL at db.example:5432/app")
  })
})

it("leaves a place for a server's password in each client's configuration, and none for it on a command line", () => {
  const entry = { command: "node", args: ["main.js"], env: { TYPEDB_PASSWORD: "" } }
  const { reminisce } = JSON.parse(formatConfig("cursor", entry)).mcpServers
  assert.deepStrictEqual(reminisce.env, { TYPEDB_PASSWORD: "" })
  assert.include(formatConfig("codex", entry), '\nenv = { TYPEDB_PASSWORD = "" }')
  assert.include(
    formatConfig("claude-code", entry, "linux"),
    '-e TYPEDB_PASSWORD="$TYPEDB_PASSWORD" --',
  )
  assert.include(
    formatConfig("claude-code", entry, "win32"),
    '-e TYPEDB_PASSWORD="%TYPEDB_PASSWORD%" --',
  )
})
