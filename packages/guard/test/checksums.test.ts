import { createHash } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { compileGuard, families, Samples } from "../src/index.ts"
import {
  base58Check,
  bech32,
  crcBase62,
  endsInCrcBase62,
  endsInCrcHex,
  gitlabRoutable,
  stellarKey,
} from "../src/internal/checksums.ts"

const guard = compileGuard(families)
const familiesOf = (text: string): ReadonlyArray<string> =>
  guard.scan([{ field: "content", text }]).flatMap((found) => found.families)

/** A text with one character changed to another of the same alphabet. */
const changed = (text: string, at: number, alphabet: string): string =>
  text.slice(0, at) +
  (alphabet[(alphabet.indexOf(text[at] ?? "") + 1) % alphabet.length] ?? "") +
  text.slice(at + 1)

const base58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
const sha256 = (bytes: Uint8Array): Buffer => createHash("sha256").update(bytes).digest()

/** Base58Check by arithmetic on one large number, unlike the code under test. */
const encodeBase58Check = (payload: Uint8Array): string => {
  const bytes = Buffer.concat([payload, sha256(sha256(payload)).subarray(0, 4)])
  let value = BigInt(`0x${bytes.toString("hex")}`)
  let text = ""
  while (value > 0n) {
    text = (base58[Number(value % 58n)] ?? "") + text
    value /= 58n
  }
  return text
}

const payloadOf = (size: number, seed: number): Uint8Array => {
  const random = Samples.randomFrom(seed)
  return Uint8Array.from({ length: size }, () => random(256))
}

describe("checksums", () => {
  it("are those of known vectors", () => {
    assert.strictEqual(crcBase62("hello"), "0zNvy2")
    assert.isTrue(bech32("A12UEL5L"))
    assert.isTrue(bech32("split1checkupstagehandshakeupstreamerranterredcaperred2y9e3w"))
    assert.isFalse(bech32("split1checkupstagehandshakeupstreamerranterredcaperred2y9e3x"))
    assert.isFalse(bech32("1nwldj5"))
    assert.isTrue(endsInCrcHex("zpka_hello_3610a686"))
    assert.isFalse(endsInCrcHex("zpka_hello_3610a687"))
  })

  it("tell a right token from one with a character changed", () => {
    const body = Samples.renderTemplate("<A30>", 1)
    const token = `ghp_${body}${crcBase62(body)}`
    assert.isTrue(endsInCrcBase62(4, 30)(token))
    assert.isFalse(endsInCrcBase62(4, 30)(changed(token, 9, base58)))
    const routable = `glpat-${Samples.renderTemplate("<W27>", 1)}.01.`
    assert.isFalse(gitlabRoutable(`${routable}0000000`))
  })

  it("make a stand-in a token when they are right, and leave it one when they are wrong", () => {
    const body = "x".repeat(30)
    assert.include(familiesOf(`ghp_${body}${crcBase62(body)}`), "github")
    assert.deepStrictEqual(familiesOf(`ghp_${"x".repeat(36)}`), [])
    assert.include(familiesOf(`npm_${body}${crcBase62(body)}`), "package-registry")
  })

  it("are demanded of wallet keys", () => {
    for (const seed of [1, 2, 3, 4]) {
      const extended = encodeBase58Check(
        Buffer.concat([Buffer.from("0488ade4", "hex"), payloadOf(74, seed)]),
      )
      assert.match(extended, /^xprv/)
      assert.isTrue(base58Check(extended))
      assert.include(familiesOf(`seed: ${extended}`), "wallet")
      assert.deepStrictEqual(familiesOf(changed(extended, 50, base58)), [])
      const compressed = encodeBase58Check(
        Buffer.concat([Uint8Array.of(0x80), payloadOf(32, seed), Uint8Array.of(1)]),
      )
      assert.include(familiesOf(`my note is ${compressed}`), "wallet")
      assert.deepStrictEqual(familiesOf(`my note is ${changed(compressed, 20, base58)}`), [])
    }
  })

  const bech32Digits = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"

  /** Finds the six digits by trying: the checksum is linear, so thirty-two tries at each of six places suffice. */
  const withBech32 = (start: string): string => {
    const known = /^(.*1)(.*)$/.exec(start)
    assert.isNotNull(known)
    const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]
    const step = (sum: number, value: number): number =>
      generators.reduce(
        (next, generator, bit) => (((sum >>> 25) >> bit) & 1 ? next ^ generator : next),
        ((sum & 0x1ffffff) << 5) ^ value,
      )
    const [readable = "", data = ""] = start.split("1")
    const codes = Array.from(readable, (character) => character.charCodeAt(0))
    const values = [
      ...codes.map((value) => value >> 5),
      0,
      ...codes.map((value) => value & 31),
      ...Array.from(data, (character) => bech32Digits.indexOf(character)),
      ...Array.from({ length: 6 }, () => 0),
    ]
    const sum = values.reduce(step, 1) ^ 1
    const digits = Array.from(
      { length: 6 },
      (_, place) => bech32Digits[(sum >>> (5 * (5 - place))) & 31] ?? "",
    )
    return start + digits.join("")
  }

  it("are demanded of Nostr keys and confirm those of age", () => {
    const nostr = withBech32(`nsec1${Samples.renderTemplate("<b52>", 3)}`)
    assert.isTrue(bech32(nostr))
    assert.include(familiesOf(`nostr: ${nostr}`), "wallet")
    assert.deepStrictEqual(familiesOf(changed(nostr, 20, bech32Digits)), [])
    const age = withBech32(`age-secret-key-1${"q".repeat(52)}`).toUpperCase()
    assert.isTrue(bech32(age))
    assert.include(familiesOf(age), "secret-manager")
  })

  it("are demanded of Stellar seeds", () => {
    const base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
    const crc16 = (bytes: Uint8Array): number =>
      bytes.reduce((sum, byte) => {
        let next = sum ^ (byte << 8)
        for (let bit = 0; bit < 8; bit += 1) next = next & 0x8000 ? (next << 1) ^ 0x1021 : next << 1
        return next & 0xffff
      }, 0)
    const encode = (bytes: Uint8Array): string =>
      Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0"))
        .join("")
        .replace(/.{5}/g, (bits) => base32[Number.parseInt(bits, 2)] ?? "")
    const payload = Buffer.concat([Uint8Array.of(18 << 3), payloadOf(32, 5)])
    const sum = crc16(payload)
    const seed = encode(Buffer.concat([payload, Uint8Array.of(sum & 255, sum >> 8)]))
    assert.match(seed, /^S[A-Z2-7]{55}$/)
    assert.isTrue(stellarKey(seed))
    assert.include(familiesOf(`keep ${seed} safe`), "wallet")
    assert.deepStrictEqual(familiesOf(`keep ${changed(seed, 30, base32)} safe`), [])
  })
})
