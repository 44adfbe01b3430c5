/**
 * Writes lines of UTF-8 and keeps count of those the other side has not taken yet.
 *
 * @module
 */
import type { Writable } from "node:stream"

export interface LineWriter {
  /** Writes `text` and a line feed; `onWritten` runs once the system has taken them. */
  readonly write: (text: string, onWritten?: () => void) => void
  /** Whether the other side is behind, so that more output would only grow memory. */
  readonly isBehind: () => boolean
  /** Settles once the other side has caught up, or never will; at once when it is not behind. */
  readonly caughtUp: () => Promise<void>
  readonly isIdle: () => boolean
  readonly close: () => void
}

export interface LineWriterEvents {
  readonly onCaughtUp: () => void
  /** Nothing more can be written. `isGone`: the reader closed its end, which is no failure. */
  readonly onFailed: (isGone: boolean) => void
}

export const make = (output: Writable, events: LineWriterEvents): LineWriter => {
  // Bound now: a guard put on the stream's `write` later keeps others out, not this writer.
  const writeOutput = output.write.bind(output)
  let unwritten = 0
  let behind: PromiseWithResolvers<void> | undefined

  const release = (): void => {
    behind?.resolve()
    behind = undefined
  }
  const onDrain = (): void => {
    release()
    events.onCaughtUp()
  }
  const onError = (error: Error): void => {
    release()
    events.onFailed("code" in error && goneCodes.has(String(error.code)))
  }
  const onClose = (): void => events.onFailed(true)
  /** What is written in one turn goes out in one call to the system. */
  const writeTogether = (): void => {
    if (output.writableCorked > 0) return
    output.cork()
    process.nextTick(() => output.uncork())
  }
  output.on("drain", onDrain).on("error", onError).on("close", onClose)

  return {
    write: (text, onWritten) => {
      unwritten += 1
      writeTogether()
      writeOutput(`${text}\n`, "utf8", (error) => {
        unwritten -= 1
        if (!error) onWritten?.()
      })
    },
    isBehind: () => output.writableNeedDrain,
    caughtUp: () => {
      if (!output.writableNeedDrain) return Promise.resolve()
      behind ??= Promise.withResolvers<void>()
      return behind.promise
    },
    isIdle: () => unwritten === 0,
    close: () => {
      release()
      output.off("drain", onDrain).off("close", onClose).off("error", onError)
      // A write still under way may fail after this, and nobody is left to tell.
      if (unwritten > 0 || output.destroyed) output.on("error", () => {})
    },
  }
}

const goneCodes = new Set([
  "EPIPE",
  "ECONNRESET",
  "ERR_STREAM_DESTROYED",
  "ERR_STREAM_WRITE_AFTER_END",
])
