/**
 * A verification as a person at a terminal reads it.
 *
 * @module
 */
import type { Verification } from "reminisce"
import { numbered, plain } from "../show.ts"

const BYTES: { readonly [bytes in Verification["bytes"]]: string } = {
  done: "rewritten; no byte of what was erased is left in them",
  pending: "still read by another process, so that old bytes are left; verify again",
  unsupported: "this store cannot rewrite its files: its engine frees old bytes when it does",
}

export const showVerification = ({ bytes, index, isClean, owners, words }: Verification): string =>
  [
    ...owners.map(
      ({ leftovers, owner, withdrawn, withWords }) =>
        `${plain(owner)}: withdrawn ${withdrawn}, of them with anything left ${leftovers}, with words ${withWords}`,
    ),
    ...(owners.length === 0
      ? ["no owner knows the person: purged, or never known by this name"]
      : []),
    ...words.map(
      ({ attribute, key, owner, type, word }) =>
        `${plain(owner)}: line ${word + 1} of the words is in ${attribute} of ${type} ${plain(key)}`,
    ),
    index === undefined
      ? "index: kept beside the store"
      : `index: ${numbered(index.stray, "entry", "entries")} left of ${numbered(index.withdrawn, "withdrawn memory", "withdrawn memories")}`,
    `files: ${BYTES[bytes]}`,
    isClean ? "clean" : "not clean",
    "",
  ].join("\n")
