/**
 * Repeats the erasures that receipts tell of, in the order in which they were done.
 *
 * @module
 */
import { readFileSync } from "node:fs"
import * as Effect from "effect/Effect"
import { type Erasure, formatInstant, isReceiptIntact, type Receipt } from "reminisce"
import { say } from "../preflight.ts"
import { numbered, plain } from "../show.ts"
import { type ErasePlace, failing, over } from "./erase.ts"

/** A receipt that names a person. */
type Repeatable = Receipt & { readonly subject: string }

export const repeating = (
  place: ErasePlace,
  files: ReadonlyArray<string>,
  by: string | undefined,
): Promise<number> => {
  const receipts: Array<Repeatable> = []
  for (const file of files) {
    const receipt = readReceipt(file)
    if (receipt === undefined)
      return failing(`${file} is no receipt as it was issued; nothing was repeated`)
    if (isRepeatable(receipt)) receipts.push(receipt)
    else say(`${file}: a ${receipt.operation} names nobody and cannot be repeated from its receipt`)
  }
  receipts.sort((a, b) => a.startedAt - b.startedAt)
  return over(place, (erasure) =>
    Effect.gen(function* () {
      for (const receipt of receipts) {
        const memories = yield* repeat(erasure, receipt, by === undefined ? {} : { by })
        const what = `${receipt.operation} of ${formatInstant(receipt.completedAt)}`
        process.stdout.write(
          `${what}: ${plain(receipt.subject)}: ${numbered(memories, "memory", "memories")} emptied\n`,
        )
      }
      return 0
    }),
  )
}

const isRepeatable = (receipt: Receipt): receipt is Repeatable => receipt.subject !== undefined

const repeat = (
  erasure: Erasure["Service"],
  { completedAt, only, operation, subject }: Repeatable,
  options: { readonly by?: string },
) =>
  (operation === "purge"
    ? erasure.purge(subject, { ...options, confirm: true })
    : erasure.withdraw(subject, `the withdrawal of ${formatInstant(completedAt)}, repeated`, {
        ...options,
        ...(only === undefined ? {} : { only }),
      })
  ).pipe(
    Effect.map(({ total }) => total.memories),
    // Who is not known has nothing here.
    Effect.catchTag("NotFound", () => Effect.succeed(0)),
  )

const readReceipt = (file: string): Receipt | undefined => {
  try {
    const receipt = JSON.parse(readFileSync(file, "utf8")) as Receipt
    return isReceiptIntact(receipt) ? receipt : undefined
  } catch {
    return undefined
  }
}
