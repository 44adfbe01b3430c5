// Verifies: MC-40
import { X509Certificate } from "node:crypto"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import * as tls from "node:tls"
import { assert, it } from "vitest"
import { serverStore } from "../src/stores/serverStore.ts"
import { withFolder } from "./serverProcess.ts"

/** Nobody listens there, so that nothing is opened. */
const address = { kind: "typedb", url: "https://127.0.0.1:1", database: "mine" } as const
const fingerprint = (pem: string): string => new X509Certificate(pem).fingerprint256
const opened = async (file: string): Promise<string> => {
  const environment = { TYPEDB_PASSWORD: "x", TYPEDB_CACERTFILE: file }
  const store = await serverStore(address, environment, true)
  return store.ok ? "opened" : store.sentence
}

it("trusts the authority of TYPEDB_CACERTFILE beside the usual ones, and asks for a file that is one", () =>
  withFolder(async (folder) => {
    const [usual = "", own = ""] = tls.rootCertificates
    tls.setDefaultCACertificates([usual])
    const file = join(folder, "ca.pem")
    assert.match(await opened(file), /TYPEDB_CACERTFILE names no PEM file/)
    writeFileSync(file, "no certificate")
    assert.match(await opened(file), /TYPEDB_CACERTFILE names no PEM file/)
    assert.lengthOf(tls.getCACertificates("default"), 1)
    writeFileSync(file, own)
    assert.match(await opened(file), /does not answer/)
    const prints = tls.getCACertificates("default").map(fingerprint)
    assert.sameMembers(prints, [usual, own].map(fingerprint))
  }))
