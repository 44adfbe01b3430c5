/**
 * Counts the lines that were taken in and not yet answered, and their bytes, and says when to stop
 * reading and when to go on. Between the two bounds it keeps its last word.
 *
 * @module
 */

export interface BacklogLimits {
  /** Reading stops above this many bytes of waiting lines. */
  readonly waitingBytes: number
  /** Reading stops above this many waiting lines. */
  readonly waitingLines: number
  /** Reading resumes once waiting is down to this many bytes, and ... */
  readonly resumeBytes: number
  /** ... to this many lines. */
  readonly resumeLines: number
}

export interface Backlog {
  readonly add: (bytes: number) => void
  readonly remove: (bytes: number) => void
  readonly isFull: () => boolean
}

/** `onRoom` is called each time a full backlog has drained far enough. */
export const make = (limits: BacklogLimits, onRoom: () => void): Backlog => {
  let bytes = 0
  let lines = 0
  let full = false
  return {
    add: (size) => {
      bytes += size
      lines += 1
      full ||= bytes > limits.waitingBytes || lines > limits.waitingLines
    },
    remove: (size) => {
      bytes -= size
      lines -= 1
      if (!full || bytes > limits.resumeBytes || lines > limits.resumeLines) return
      full = false
      onRoom()
    },
    isFull: () => full,
  }
}
