/**
 * A checksum for each row, since SQLite keeps none: a bit that turns one value into another leaves
 * the file well-formed. The same arithmetic for every table.
 *
 * @module
 */
import { crc32 } from "node:zlib"
import { NotAStore, StoreError } from "@reminisce/store"
import type { Cell } from "./codec.ts"

/**
 * CRC-32 of the cells in the order of their columns; of the bytes of a page last. What is absent at the
 * end does not count: a host may add attributes to a type that has rows.
 */
export const checksumOf = (cells: ReadonlyArray<Cell>, bytes?: Uint8Array): number => {
  let count = cells.length
  while (count > 0 && cells[count - 1] === null) count--
  const sum = crc32(JSON.stringify(count === cells.length ? cells : cells.slice(0, count)))
  return bytes === undefined ? sum : crc32(bytes, sum)
}

/** Of an owner's row: id, name, sequence, instant, and the slots taken, of which a new type adds more. */
export const ownerChecksum = ([id, name, sequence, at, ...slots]: ReadonlyArray<Cell>): number =>
  checksumOf([
    id ?? null,
    name ?? null,
    sequence ?? null,
    at ?? null,
    ...slots.map((taken) => (taken === 0 ? null : taken)),
  ])

/** For reading and changing a row that is not as it was written. */
export const damaged = (operation: string): StoreError =>
  new StoreError({ operation, reason: new NotAStore({ rule: "damaged" }) })
