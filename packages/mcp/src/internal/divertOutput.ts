/**
 * Keeps standard output to the protocol: what anything else writes there goes elsewhere.
 *
 * @module
 */
import type { Writable } from "node:stream"

/** Whatever calls `output.write` from now on writes to `instead`. The result undoes it. */
export const divertOutput = (output: Writable, instead: Writable): (() => void) => {
  const before = Object.getOwnPropertyDescriptor(output, "write")
  output.write = instead.write.bind(instead)
  return () => {
    if (before === undefined) Reflect.deleteProperty(output, "write")
    else Object.defineProperty(output, "write", before)
  }
}
