/**
 * The file a receipt is written to: looked at before anything is erased, for an erasure cannot be had again
 * to give its receipt.
 *
 * @module
 */
import { accessSync, constants, existsSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { say } from "../preflight.ts"

/** A sentence where no new file can be made of that name. */
export const fileFault = (file: string): string | undefined => {
  if (existsSync(file))
    return "the file for the receipt exists already; give another path with --receipt"
  try {
    accessSync(dirname(file), constants.W_OK)
    return undefined
  } catch {
    return "no file can be made where the receipt is to go; give another path with --receipt"
  }
}

/** For this user's eyes only. Answers whether it is there. */
export const writeReceipt = (file: string, text: string): boolean => {
  try {
    writeFileSync(file, text, { mode: 0o600, flag: "wx" })
  } catch {
    say("reminisce-mcp: it was erased, but the receipt could not be written: keep what is above")
    return false
  }
  say(`reminisce-mcp: the receipt is in ${file}`)
  return true
}
