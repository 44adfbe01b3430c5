/**
 * Repeats the erasures that receipts tell of, in the order in which they were done.
 *
 * @module
 */
import { readFileSync } from "node:fs"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type Erasure, formatInstant, isReceiptIntact, parseOwner, type Receipt } from "reminisce"
import { say } from "../preflight.ts"
import { numbered, plain } from "../show.ts"
import { type ErasePlace, failing, over, sayPending } from "./erase.ts"

type Service = Erasure["Service"]
type Told = { readonly by?: string }
type Again = ReturnType<Service["withdraw" | "purge" | "redact"]>

interface Repeatable {
  readonly receipt: Receipt
  /** Who, or which memory. */
  readonly what: string
  readonly again: (erasure: Service, told: Told) => Effect.Effect<Receipt, Effect.Error<Again>>
}

export const repeating = (
  place: ErasePlace,
  files: ReadonlyArray<string>,
  by: string | undefined,
): Promise<number> => {
  const found: Array<Repeatable> = []
  for (const file of files) {
    const receipt = readReceipt(file)
    if (receipt === undefined)
      return failing(`${file} is no receipt as it was issued; nothing was repeated`)
    const repeatable = toRepeatable(receipt)
    if (repeatable === undefined)
      say(`${file}: a ${receipt.operation} is not repeated from its receipt: run it again`)
    else found.push(repeatable)
  }
  found.sort((a, b) => a.receipt.startedAt - b.receipt.startedAt)
  return over(place, (erasure) =>
    Effect.gen(function* () {
      for (const { again, receipt, what } of found) {
        const done = yield* again(erasure, by === undefined ? {} : { by }).pipe(
          // Who or what is not known has nothing here.
          Effect.catchTag("NotFound", () => Effect.succeed(undefined)),
        )
        const emptied =
          done === undefined
            ? "not in this store"
            : `${numbered(done.total.memories, "memory", "memories")} emptied`
        process.stdout.write(`${instantOf(receipt)}: ${plain(what)}: ${emptied}\n`)
        if (done !== undefined) sayPending(done)
      }
      return 0
    }),
  )
}

const instantOf = ({ completedAt, operation }: Receipt): string =>
  `${operation} of ${formatInstant(completedAt)}`

/** Undefined where the receipt does not say of whom, or of what. */
const toRepeatable = (receipt: Receipt): Repeatable | undefined => {
  const { memory, only, operation, owners, subject } = receipt
  const reason = `the ${instantOf(receipt)}, repeated`
  const owner = Option.getOrUndefined(parseOwner(owners[0]?.owner ?? ""))
  if (operation === "redact" && memory !== undefined && owner !== undefined)
    return {
      receipt,
      what: memory,
      again: (erasure, told) => erasure.redact(owner, memory, reason, told),
    }
  if (subject === undefined) return undefined
  return {
    receipt,
    what: subject,
    again: (erasure, told) =>
      operation === "purge"
        ? erasure.purge(subject, { ...told, confirm: true })
        : erasure.withdraw(subject, reason, { ...told, ...(only === undefined ? {} : { only }) }),
  }
}

const readReceipt = (file: string): Receipt | undefined => {
  try {
    const receipt = JSON.parse(readFileSync(file, "utf8")) as Receipt
    return isReceiptIntact(receipt) ? receipt : undefined
  } catch {
    return undefined
  }
}
