/**
 * Cuts a stream of bytes into lines without ever holding more than a stated length of one.
 * What a line means is left to its sink.
 *
 * @module
 */

/** Bytes handed to a sink are only valid during the call: the reader reuses its memory. */
export interface LineSink {
  /** One whole line, without its `\n` or `\r\n`; it may be empty. */
  readonly line: (bytes: Buffer) => void
  /** The line under way has just outgrown the bound; `head` is what was held of it. */
  readonly overflow: (head: Buffer) => void
  /** That line has now ended; `tail` is its last bytes, at most 512. */
  readonly overflowEnd: (tail: Buffer) => void
  /** Asked after each line. */
  readonly isFull: () => boolean
}

export interface LineReader {
  /** Takes bytes up to the first line end at which the sink is full; the result is how many. */
  readonly push: (chunk: Buffer) => number
  /** The input is over: what is left counts as a line if there is any. */
  readonly end: () => void
}

const lineFeed = 0x0a
const carriageReturn = 0x0d
const tailBytes = 512

/** `maxLineBytes` bounds a line without its ending. */
export const make = (maxLineBytes: number, sink: LineSink): LineReader => {
  // Once grown it stays: who writes one long line writes more, and memory given back is not back at once.
  let held: Buffer = Buffer.allocUnsafe(0)
  let length = 0
  let skipping = false
  let tail: Buffer = Buffer.alloc(0)

  const fits = (line: Buffer): boolean =>
    line.length <= maxLineBytes ||
    (line.length === maxLineBytes + 1 && line[maxLineBytes] === carriageReturn)

  const keepTail = (part: Buffer): void => {
    tail = Buffer.concat([tail, part.subarray(-tailBytes)]).subarray(-tailBytes)
  }

  const append = (part: Buffer): void => {
    const room = Math.min(part.length, maxLineBytes + 1 - length)
    if (length + room > held.length) held = grown(held, length, length + room, maxLineBytes + 1)
    part.copy(held, length, 0, room)
    length += room
    if (room === part.length && fits(held.subarray(0, length))) return
    startSkipping(held.subarray(0, length), part.subarray(room))
  }

  const startSkipping = (taken: Buffer, rest: Buffer): void => {
    sink.overflow(taken.subarray(0, maxLineBytes))
    skipping = true
    keepTail(taken)
    keepTail(rest)
    length = 0
  }

  const finishSkipping = (): void => {
    skipping = false
    const last = tail
    tail = Buffer.alloc(0)
    sink.overflowEnd(withoutReturn(last))
  }

  const finishLine = (rest: Buffer): void => {
    if (!skipping && length === 0 && fits(rest)) {
      sink.line(withoutReturn(rest))
      return
    }
    if (!skipping) append(rest)
    else keepTail(rest)
    if (skipping) {
      finishSkipping()
      return
    }
    const line = held.subarray(0, length)
    length = 0
    sink.line(withoutReturn(line))
  }

  const push = (chunk: Buffer): number => {
    let from = 0
    for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, from)) {
      finishLine(chunk.subarray(from, at))
      from = at + 1
      if (sink.isFull()) return from
    }
    const rest = chunk.subarray(from)
    if (skipping) keepTail(rest)
    else if (rest.length > 0) append(rest)
    return chunk.length
  }

  return {
    push,
    end: () => {
      if (skipping || length > 0) finishLine(Buffer.alloc(0))
    },
  }
}

const withoutReturn = (line: Buffer): Buffer =>
  line[line.length - 1] === carriageReturn ? line.subarray(0, -1) : line

/** Doubles, so that a line arriving byte by byte is copied a logarithmic number of times. */
const grown = (held: Buffer, length: number, needed: number, most: number): Buffer => {
  const larger = Buffer.allocUnsafe(Math.min(most, Math.max(needed, held.length * 2, 1024)))
  held.copy(larger, 0, 0, length)
  return larger
}
