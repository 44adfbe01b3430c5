/**
 * Secret managers, private keys without their headers, web tokens in disguise, and wallets.
 *
 * @module
 */

import type { Family } from "../Family.ts"
import { base58Check, bech32 } from "../internal/checksums.ts"

const strong = true
const anyCase = true

const manager: Family = {
  name: "secret-manager",
  tokens: [
    {
      id: "vault-token",
      shape: ["hvs.<W24+>", "hvb.<W100+>", "hvr.<W24+>"],
      strong,
      minEntropy: 3300,
    },
    { id: "terraform-token", shape: "<A14>.atlasv1.<g60+>", strong, minEntropy: 3500 },
    {
      id: "doppler-token",
      shape: ["dp.pt.<A40+>", "dp.st.<G40+>", "dp.ct.<A40+>", "dp.sa.<A40+>", "dp.scim.<A40+>"],
      strong,
    },
    {
      id: "one-password-secret-key",
      shape: ["A3-<U6>-<U11>-<U5>-<U5>-<U5>", "A3-<U6>-<U6>-<U5>-<U5>-<U5>-<U5>"],
    },
    { id: "one-password-service", shape: "ops_eyJ<B200+>", strong, minEntropy: 3500 },
    {
      id: "age-key",
      shape: "AGE-SECRET-KEY-1<Q58+>",
      strong,
      anyCase,
      checksum: { length: [74, 74], verify: bech32, role: "confirms" },
    },
    { id: "infisical-token", shape: "st.<x24>.<x32>.<x32+>" },
    { id: "unkey-root-key", shape: "unkey_<A20-40>", minEntropy: 3300 },
  ],
}

const jwtHeaders =
  "alg apu apv aud b64 crit cty enc epk iss iv jku jwk key_ops kid kty nonce p2c p2s ppt sub svt tag typ url use ver version x x5c x5t x5u zip"

/** How a web token with a given first member of its header looks after one more round of base64. */
const wrapped = (member: string): string => {
  const once = Buffer.from(`{"${member}":`, "utf8").toString("base64")
  const stable = once.slice(0, Math.trunc((member.length + 4) / 3) * 4)
  const twice = Buffer.from(stable, "latin1").toString("base64")
  return twice.slice(0, Math.trunc(stable.length / 3) * 4)
}

/** Those that are told from any other wrapped JSON. */
const wrappedStarts = Array.from(new Set(jwtHeaders.split(" ").map(wrapped))).filter(
  (start) => start.length >= 8,
)

const jwt: Family = {
  name: "jwt",
  tokens: [
    {
      id: "wrapped-web-token",
      shape: wrappedStarts.map((start) => `${start}<E40+>`),
      strong,
    },
    { id: "grafana-wrapped-key", shape: "eyJrIjoi<A60+>", strong },
  ],
}

const privateKey: Family = {
  name: "private-key",
  tokens: [
    { id: "openssh-body", shape: "b3BlbnNzaC1rZXktdjE<E60+>", strong },
    { id: "pkcs8-rsa-body", shape: ["IBADANBgkqhkiG9w0BAQEFAASC<E60+>"], strong },
    {
      id: "pkcs1-rsa-body",
      shape: [
        "MIIEpAIBAAKCAQEA<E60+>",
        "MIIEowIBAAKCAQEA<E60+>",
        "MIIEogIBAAKCAQEA<E60+>",
        "MIIJKAIBAAKCAgEA<E60+>",
        "MIIJKQIBAAKCAgEA<E60+>",
        "MIICXAIBAAKBgQ<E60+>",
        "MIICXQIBAAKBgQ<E60+>",
      ],
      strong,
    },
    {
      id: "ec-body",
      shape: ["MHcCAQEEI<E60+>", "MIGkAgEBBD<E60+>", "MIGHAgEAMBMGByqGSM49<E60+>"],
      strong,
    },
    { id: "ed25519-body", shape: "MC4CAQAwBQYDK2VwBCIEI<E42+>", strong },
    { id: "encrypted-pkcs8-body", shape: "MIIFH<A1>BJBgkqhkiG9w0BBQ0w<E60+>", strong },
  ],
  assigned: [
    {
      id: "raw-private-key",
      names: ["private_key", "private key", "privatekey", "priv_key", "seed_hex"],
      value: ["<x64>", "0x<x64>"],
      minEntropy: 3000,
    },
    { id: "wireguard-key", names: ["privatekey", "presharedkey"], value: "<B43>=" },
  ],
}

const wallet: Family = {
  name: "wallet",
  tokens: [
    {
      id: "extended-private-key",
      shape: ["xprv<K107>", "yprv<K107>", "zprv<K107>", "tprv<K107>"],
      checksum: { length: [111, 112], verify: base58Check, role: "required" },
    },
    {
      id: "nostr-key",
      shape: "nsec1<b58>",
      checksum: { length: [63, 63], verify: bech32, role: "required" },
    },
  ],
}

/** Keys that are kept for others, private keys, web tokens, wallets. */
export const keyFamilies: ReadonlyArray<Family> = [manager, jwt, privateKey, wallet]
