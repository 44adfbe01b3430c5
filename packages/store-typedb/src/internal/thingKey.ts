/**
 * How records and links are found: by 16 characters, 6 that follow from their owner and 10 from
 * their type and key, so that they lie in TypeDB's inline strings and those of an owner lie together.
 *
 * @module
 */
import { createHash } from "node:crypto"
import { formatOwner, type Owner, type Ref } from "@reminisce/store"

const digest = (...parts: ReadonlyArray<string>): string =>
  createHash("sha256").update(parts.join("\u0000")).digest("base64url")

/** 16 characters. The owner's name is kept beside it. */
export const ownerKey = (owner: Owner): string => digest(formatOwner(owner)).slice(0, 16)

/** `owner` is an `ownerKey`. */
export const thingKey = (owner: string, { type, key }: Ref): string =>
  owner.slice(0, 6) + digest(owner, type, key).slice(0, 10)

/** Keys of an owner's changes sort as their sequences do. */
export const changeKey = (owner: string, sequence: number): string =>
  owner.slice(0, 6) + sequence.toString(36).padStart(10, "0")
