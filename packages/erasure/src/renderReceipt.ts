/**
 * A receipt as a page to read, in plain words.
 *
 * @module
 */
import { formatInstant } from "@reminisce/schema"
import { memoriesOf, numbered } from "./internal/numbered.ts"
import type { BytesErased, ErasureCounts, NotReached, Receipt } from "./Receipt.ts"

const OPERATIONS: { readonly [operation in Receipt["operation"]]: string } = {
  withdraw: "Withdrawal of a person's words",
  purge: "Withdrawal of a person's words, and removal of the person",
  redact: "Redaction of one memory",
  retain: "Erasure of what was kept for as long as agreed",
}

const KINDS: { readonly [kind in keyof ErasureCounts]: readonly [one: string, many: string] } = {
  memories: ["memory emptied", "memories emptied"],
  statusReasons: ["reason of a status change removed", "reasons of status changes removed"],
  contradictions: ["reason of a contradiction removed", "reasons of contradictions removed"],
  groups: [
    "association or persona version that lost what was said of it",
    "associations and persona versions that lost what was said of them",
  ],
  citations: ["citation removed", "citations removed"],
  sources: ["source removed that nothing else cites", "sources removed that nothing else cites"],
  subjectLinks: ["link to the person removed", "links to the person removed"],
  withdrawals: ["record of a withdrawal removed", "records of withdrawals removed"],
}

const BYTES: { readonly [bytes in BytesErased]: string } = {
  done: "The store's files were rewritten; no byte of the words is left in them.",
  pending:
    "The store's files still hold old bytes, since another process was reading them. Verifying completes this.",
  unsupported: "This store cannot rewrite its files: its engine frees the bytes when it does.",
}

const KEY: { readonly [key in NonNullable<Receipt["key"]>]: string } = {
  destroyed:
    "  The person's key was destroyed: what was sealed under it can be read in no copy of the store.",
  none: "  No key of the person was found: it was destroyed before, or never made, or is kept elsewhere.",
}

const sentenceOf = (missed: NotReached): string => {
  switch (missed.what) {
    case "keys":
      return "Keys of memories stay for ever."
    case "unlinked-memories":
      return "Memories that name the person without being linked to them: verify with words finds them."
    case "shared-sources":
      return `${numbered(missed.count, "source", "sources")} that other memories cite as well.`
    case "dependent-memories":
      return `What rests on the memory or replaced it: ${missed.keys.join(", ")}.`
    case "withdrawal-reason":
      return "The reason given, which stays in the record of this erasure."
    case "backup":
      return `The backup ${missed.name} of ${formatInstant(missed.takenAt)}: expire it, or withdraw again after restoring it.`
    case "other-backups":
      return "Backups that were not named here."
    case "copies-outside":
      return "Copies outside the store: logs, job arguments, caches, answers already given."
    case "running-processes":
      return "Single words in the memory of running processes, until they end."
    case "bytes-on-disk":
      return "Bytes on disk, until the engine frees them."
    case "index-beside":
      return "An index kept beside the store, until the next recall of each owner."
  }
}

const retentionLines = ({ retention }: Receipt): ReadonlyArray<string> => {
  if (retention === undefined) return []
  const { subjectRetentionDays, scopeRetentionDays = {}, until } = retention
  const days = (count: number): string => numbered(count, "day", "days")
  return [
    `Kept before ${formatInstant(until)} for more than`,
    ...(subjectRetentionDays === undefined
      ? []
      : [`  ${days(subjectRetentionDays)}: affects about people`]),
    ...Object.entries(scopeRetentionDays).map(
      ([scope, count]) => `  ${days(count)}: about people, on the terms of ${scope}`,
    ),
  ]
}

export const renderReceipt = (receipt: Receipt): string => {
  const { leftovers, memories, withWords } = receipt.verification
  const counts = Object.entries(KINDS).flatMap(([kind, [one, many]]) => {
    const count = receipt.total[kind as keyof ErasureCounts]
    return count === 0 ? [] : [`  ${numbered(count, one, many)}`]
  })
  const lines = [
    OPERATIONS[receipt.operation],
    ...(receipt.subject === undefined ? [] : [`Person: ${receipt.subject}`]),
    ...(receipt.memory === undefined ? [] : [`Memory: ${receipt.memory}`]),
    ...(receipt.only === undefined ? [] : [`Limited to: ${receipt.only}`]),
    ...retentionLines(receipt),
    `From ${formatInstant(receipt.startedAt)} to ${formatInstant(receipt.completedAt)}`,
    "",
    "Reached",
    ...(counts.length === 0 ? ["  nothing: there was nothing left to erase"] : counts),
    ...receipt.owners.map((owner) => `  ${owner.owner}: ${memoriesOf(owner.memories)}`),
    "",
    "Not reached",
    ...receipt.notReached.map((missed) => `  ${sentenceOf(missed)}`),
    "",
    "Bytes",
    `  ${BYTES[receipt.bytes]}`,
    ...(receipt.key === undefined ? [] : [KEY[receipt.key]]),
    "",
    "Verified",
    `  Withdrawn memories read again: ${memories}. With anything left: ${leftovers}. Memories with words: ${withWords}.`,
    "",
    `Digest ${receipt.digest}`,
  ]
  return `${lines.join("\n")}\n`
}
