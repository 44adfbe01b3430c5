/**
 * AES-256-GCM under a key that all the people's keys and a salt by chance give together (HKDF-SHA-256).
 * Bound to its place: moved to another record, owner or people, it does not open.
 *
 * @module
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto"
import type { SealedPlace } from "@reminisce/schema"
import { formatOwner, type Owner } from "@reminisce/store"

const SALT_BYTES = 32
const TAG_BYTES = 16
const MARK_BYTES = 16
/** AES-256 and its nonce. The salt is never used twice, and so neither are these. */
const DERIVED = { key: 32, nonce: 12 } as const

export interface Keys {
  /** Ascending, each once. */
  readonly ids: ReadonlyArray<string>
  /** Those of `ids`, in their order. */
  readonly keys: ReadonlyArray<Uint8Array>
}

export const sealText = (place: SealedPlace, keys: Keys, text: string): Uint8Array => {
  const salt = randomBytes(SALT_BYTES)
  const { key, nonce } = derive(keys, salt)
  const cipher = createCipheriv("aes-256-gcm", key, nonce)
  cipher.setAAD(boundTo(place, keys))
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()])
  return Buffer.concat([salt, cipher.getAuthTag(), sealed])
}

/** Undefined where it was sealed elsewhere, under other keys, or altered. */
export const openText = (place: SealedPlace, keys: Keys, bytes: Uint8Array): string | undefined => {
  if (bytes.length < SALT_BYTES + TAG_BYTES) return undefined
  const { key, nonce } = derive(keys, bytes.subarray(0, SALT_BYTES))
  const cipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(boundTo(place, keys))
  cipher.setAuthTag(bytes.subarray(SALT_BYTES, SALT_BYTES + TAG_BYTES))
  const sealed = cipher.update(bytes.subarray(SALT_BYTES + TAG_BYTES))
  try {
    return Buffer.concat([sealed, cipher.final()]).toString("utf8")
  } catch {
    return undefined
  }
}

/** Equal for equal texts of one owner and the same people. */
export const markText = (owner: Owner, keys: Keys, text: string): Uint8Array => {
  const key = hkdfSync("sha256", joined(keys), "", "reminisce mark 1", 32)
  const message = JSON.stringify([formatOwner(owner), keys.ids, text])
  return createHmac("sha256", Buffer.from(key)).update(message).digest().subarray(0, MARK_BYTES)
}

const joined = ({ keys }: Keys): Buffer => Buffer.concat(keys)

const derive = (keys: Keys, salt: Uint8Array) => {
  const length = DERIVED.key + DERIVED.nonce
  const bytes = Buffer.from(hkdfSync("sha256", joined(keys), salt, "reminisce seal 1", length))
  return { key: bytes.subarray(0, DERIVED.key), nonce: bytes.subarray(DERIVED.key) }
}

const boundTo = ({ owner, type, key }: SealedPlace, { ids }: Keys): Buffer =>
  Buffer.from(JSON.stringify([formatOwner(owner), type, key, ids]))
