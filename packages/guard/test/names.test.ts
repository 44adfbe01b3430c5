// Verifies: GU-01, GU-12
import { assert, describe, it } from "@effect/vitest"
import { compileGuard, families, Samples } from "../src/index.ts"

const guard = compileGuard(families)
const isRefused = (template: string): boolean =>
  guard.scan([{ field: "content", text: Samples.renderTemplate(template, 3) }]).length > 0

describe("the name a value is given", () => {
  const harmless = [
    "the public key: <A32>",
    "next page token = <A32>",
    "the memory key = <A32>",
    "did:key:z6Mk<K44>",
    "a token id: <A24>",
    "wget --ask-password -user=<a12>",
    "README: s#password: cvs#password: [empty password]#",
    "paste the passphrase into gate-qt4",
    "redis://alice:foobared@awesome.redis.server:6380",
    "a user name without a slash, as in http://foo:bar@myhost.",
  ]
  for (const text of harmless) {
    it(`makes no secret of it: ${text}`, () => assert.isFalse(isRefused(text)))
  }

  const secret = [
    "memory:PASSWORD=<A14>",
    "no: password = <A14>",
    "index: api_key = <A32>",
    "translation:token=<A32>",
    ":password=<A14>",
    ": password=<A14>",
    "password: <A14>:",
    "password: <A8>password!",
    "psql --password <A14>",
    "psql --password <A14>=x",
    "psql --password <A14> host=db",
    "psql --password=<A14>",
    "psql --password = <A14>",
  ]
  for (const text of secret) {
    it(`makes a secret of it, whatever was said before: ${text}`, () =>
      assert.isTrue(isRefused(text)))
  }
})
