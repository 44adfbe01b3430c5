/**
 * The checksums that vendors put into their keys. Each takes the whole token as ASCII.
 *
 * @module
 */

import { createHash } from "node:crypto"
import { crc32 } from "node:zlib"

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

const inBase = (value: number, digits: string, width: number): string => {
  let rest = value
  let text = ""
  while (rest > 0) {
    text = (digits[rest % digits.length] ?? "") + text
    rest = Math.trunc(rest / digits.length)
  }
  return text.padStart(width, digits[0] ?? "0")
}

/** The CRC-32 of `body` in six digits of base 62. */
export const crcBase62 = (body: string): string => inBase(crc32(body), base62, 6)

/** `prefix`, a body, and the body's CRC-32 in the last six characters, as GitHub, npm and Vercel do. */
export const endsInCrcBase62 =
  (prefix: number, size: number) =>
  (token: string): boolean => {
    const body = token.slice(prefix, prefix + size)
    return token.slice(prefix + size, prefix + size + 6) === crcBase62(body)
  }

/** `prefix_body_` and the CRC-32 of the body in eight hexadecimal digits. */
export const endsInCrcHex = (token: string): boolean => {
  const parts = token.split("_")
  const sum = parts.at(-1) ?? ""
  const body = parts.at(-2) ?? ""
  return sum.toLowerCase() === crc32(body).toString(16).padStart(8, "0")
}

/** GitLab's routable tokens: after the last dot two digits of length and seven of CRC-32, all in base 36. */
export const gitlabRoutable = (token: string): boolean => {
  const body = token.slice(0, -7)
  return token.slice(-7) === crc32(body).toString(36).padStart(7, "0")
}

const bech32Digits = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
const bech32Generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]

const bech32Step = (sum: number, value: number): number => {
  const top = sum >>> 25
  let next = ((sum & 0x1ffffff) << 5) ^ value
  for (const [bit, generator] of bech32Generators.entries()) {
    if (((top >> bit) & 1) === 1) next ^= generator
  }
  return next
}

/** Bech32: a readable part, the digit 1, and data that end in six digits of checksum. */
export const bech32 = (token: string): boolean => {
  const text = token.toLowerCase()
  const split = text.lastIndexOf("1")
  if (split < 1) return false
  let sum = 1
  const readable = Array.from(text.slice(0, split), (character) => character.charCodeAt(0))
  for (const code of readable) sum = bech32Step(sum, code >> 5)
  sum = bech32Step(sum, 0)
  for (const code of readable) sum = bech32Step(sum, code & 31)
  for (const character of text.slice(split + 1)) {
    const value = bech32Digits.indexOf(character)
    if (value < 0) return false
    sum = bech32Step(sum, value)
  }
  return sum === 1
}

const base58Digits = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

const base58Bytes = (text: string): Uint8Array | undefined => {
  const bytes: Array<number> = []
  for (const character of text) {
    let carry = base58Digits.indexOf(character)
    if (carry < 0) return undefined
    for (let index = 0; index < bytes.length; index += 1) {
      carry += (bytes[index] ?? 0) * 58
      bytes[index] = carry & 255
      carry >>= 8
    }
    while (carry > 0) {
      bytes.push(carry & 255)
      carry >>= 8
    }
  }
  return Uint8Array.from(bytes.reverse())
}

const sha256 = (bytes: Uint8Array): Uint8Array => createHash("sha256").update(bytes).digest()

/** Base58Check: the last four bytes begin the double SHA-256 of the others. At most 120 characters. */
export const base58Check = (token: string): boolean => {
  if (token.length > 120) return false
  const bytes = base58Bytes(token)
  if (bytes === undefined || bytes.length < 5) return false
  const sum = sha256(sha256(bytes.subarray(0, -4)))
  return bytes.subarray(-4).every((byte, index) => byte === sum[index])
}

const base32Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

/** Stellar's keys: 35 bytes in base 32, the last two a CRC-16 (XModem) of the others, low byte first. */
export const stellarKey = (token: string): boolean => {
  const bytes: Array<number> = []
  let group = 0
  let bits = 0
  for (const character of token) {
    const value = base32Digits.indexOf(character)
    if (value < 0) return false
    group = ((group << 5) | value) & 0xfff
    bits += 5
    if (bits >= 8) {
      bits -= 8
      bytes.push((group >> bits) & 255)
    }
  }
  let sum = 0
  for (const byte of bytes.slice(0, -2)) {
    sum ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1) {
      sum = ((sum & 0x8000) === 0 ? sum << 1 : (sum << 1) ^ 0x1021) & 0xffff
    }
  }
  return bytes.length === 35 && bytes[33] === (sum & 255) && bytes[34] === sum >> 8
}
