/**
 * A passphrase as age takes one, with its derivation, which is made to be slow, on another thread: the
 * library's own would hold the event loop for seconds.
 *
 * @module
 */
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from "node:crypto"
import { promisify } from "node:util"
import type { Identity, Recipient, Stanza } from "age-encryption"

const NAME = "scrypt"
const LABEL = "age-encryption.org/v1/scrypt"
const SALT_BYTES = 16
const KEY_BYTES = 32
const FILE_KEY_BYTES = 16
const TAG_BYTES = 16
/** Each key is used once. */
const NONCE = new Uint8Array(12)
const CIPHER = "chacha20-poly1305"

/** What age locks with, as a power of two: about a second, and 256 MiB meanwhile. */
const WORK = 18
/** The most that is opened: a file asks for it, and may have been made to ask for too much. */
const WORK_MOST = 20
const BLOCK = 8

const deriveAsync = promisify<
  string,
  Uint8Array,
  number,
  { readonly N: number; readonly r: number; readonly p: number; readonly maxmem: number },
  Buffer
>(scrypt)

const deriveKey = (passphrase: string, salt: Uint8Array, work: number): Promise<Uint8Array> => {
  const N = 2 ** work
  // Twice what it takes, which is more than the little beside.
  const maxmem = 2 * 128 * N * BLOCK
  const labelled = Buffer.concat([Buffer.from(LABEL), salt])
  return deriveAsync(passphrase, labelled, KEY_BYTES, { N, r: BLOCK, p: 1, maxmem })
}

/** `make`: the library's own class. */
export const passphraseRecipient = (passphrase: string, make: typeof Stanza): Recipient => ({
  wrapFileKey: async (fileKey) => {
    const salt = randomBytes(SALT_BYTES)
    const key = await deriveKey(passphrase, salt, WORK)
    const cipher = createCipheriv(CIPHER, key, NONCE, { authTagLength: TAG_BYTES })
    const body = Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()])
    return [new make([NAME, toBase64(salt), String(WORK)], body)]
  },
})

export const passphraseIdentity = (passphrase: string): Identity => ({
  unwrapFileKey: async (stanzas) => {
    const [stanza] = stanzas
    if (stanza?.args[0] !== NAME) return null
    const { args, body } = stanza
    const salt = Buffer.from(args[1] ?? "", "base64")
    const work = /^[1-9]\d?$/.test(args[2] ?? "") ? Number(args[2]) : undefined
    const isSound =
      stanzas.length === 1 &&
      args.length === 3 &&
      salt.length === SALT_BYTES &&
      toBase64(salt) === args[1] &&
      work !== undefined &&
      work <= WORK_MOST &&
      body.length === FILE_KEY_BYTES + TAG_BYTES
    if (!isSound) throw new Error("not how a passphrase locks")
    return open(await deriveKey(passphrase, salt, work), body)
  },
})

/** Null where it is another passphrase. */
const open = (key: Uint8Array, body: Uint8Array): Uint8Array | null => {
  const cipher = createDecipheriv(CIPHER, key, NONCE, { authTagLength: TAG_BYTES })
  cipher.setAuthTag(body.subarray(FILE_KEY_BYTES))
  const fileKey = cipher.update(body.subarray(0, FILE_KEY_BYTES))
  try {
    cipher.final()
    return new Uint8Array(fileKey)
  } catch {
    return null
  }
}

/** Without the padding, as age writes it. */
const toBase64 = (bytes: Buffer): string => bytes.toString("base64").replace(/=+$/, "")
