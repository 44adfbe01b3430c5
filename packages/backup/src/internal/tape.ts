/**
 * A few files of fixed names one behind the other, in the format of tar, so that whoever has opened a
 * locked backup with other tools can take them apart as well.
 *
 * @module
 */

const BLOCK = 512
const END_BLOCKS = 2

export interface TapedFile {
  readonly name: string
  /** Bytes. */
  readonly size: number
}

const encoder = new TextEncoder()

/** Places in a header: name, mode, user, group, size, time, sum, kind, magic. */
const SIZE_AT = 124
const SIZE_DIGITS = 11
const SUM_AT = 148
const KIND_AT = 156
const FIELDS: ReadonlyArray<readonly [at: number, text: string]> = [
  [100, "0000600\0"],
  [108, "0000000\0"],
  [116, "0000000\0"],
  [136, "00000000000\0"],
  [SUM_AT, "        "],
  [KIND_AT, "0"],
  [257, "ustar\u000000"],
]

/** The header of a file. A size that does not fit into octal digits is written in binary, as GNU's tar has it. */
export const tapeHeader = ({ name, size }: TapedFile): Uint8Array => {
  const header = new Uint8Array(BLOCK)
  const put = (at: number, text: string): void => header.set(encoder.encode(text), at)
  put(0, name)
  for (const [at, text] of FIELDS) put(at, text)
  if (size < 8 ** SIZE_DIGITS) put(SIZE_AT, `${size.toString(8).padStart(SIZE_DIGITS, "0")}\0`)
  else {
    header[SIZE_AT] = 0x80
    new DataView(header.buffer).setBigUint64(SIZE_AT + 4, BigInt(size))
  }
  put(SUM_AT, `${sumOf(header).toString(8).padStart(6, "0")}\0 `)
  return header
}

/** Undefined for what is no such header; `end` for the block of zeros that stands at the end. */
export const readTapeHeader = (header: Uint8Array): TapedFile | "end" | undefined => {
  if (header.every((byte) => byte === 0)) return "end"
  const text = Buffer.from(header).toString("latin1")
  const name = text.slice(0, text.indexOf("\0"))
  const size =
    header[SIZE_AT] === 0x80
      ? Number(
          new DataView(header.buffer, header.byteOffset, header.byteLength).getBigUint64(
            SIZE_AT + 4,
          ),
        )
      : Number.parseInt(text.slice(SIZE_AT, SIZE_AT + SIZE_DIGITS), 8)
  const found = { name, size }
  return Number.isSafeInteger(size) && Buffer.compare(tapeHeader(found), header) === 0
    ? found
    : undefined
}

/** What fills the last block of a file. */
export const tapePadding = (size: number): Uint8Array =>
  new Uint8Array((BLOCK - (size % BLOCK)) % BLOCK)

export const TAPE_BLOCK = BLOCK
export const TAPE_END = new Uint8Array(END_BLOCKS * BLOCK)

const sumOf = (header: Uint8Array): number => header.reduce((sum, byte) => sum + byte, 0)
