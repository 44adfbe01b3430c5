/**
 * What `memory_recall` answers: the library's answer as plain JSON, in a bounded number of bytes.
 *
 * @module
 */
import type { RecallAnswer } from "@reminisce/recall-engine"
import { formatInstant } from "@reminisce/schema"
import { compact, filled } from "./internal/compact.ts"
import { fitMemories } from "./internal/fitMemories.ts"
import { memoryToOutput } from "./MemoryOutput.ts"
import type { JsonObject } from "./ToolSchema.ts"

export interface RecallOutputOptions {
  /** Adds scores, their parts and the terms. */
  readonly explain: boolean
  /**
   * Cap of `memories`, and again of `due`, in bytes of compact JSON; 500 and more. The tail is
   * named by key in `omitted` and `dueOmitted`. A first one too long for it is `clipped`.
   */
  readonly maxBytes: number
  /** The handle that stands for the next focus, where one was asked for. */
  readonly focus?: string
  readonly focusReset?: boolean
}

export const recallToOutput = (
  answer: RecallAnswer,
  { explain, focus, focusReset, maxBytes }: RecallOutputOptions,
): JsonObject => {
  const { memories, due } = answer
  const found = fitMemories(
    memories.map((memory, i) =>
      compact({
        ...memoryToOutput(memory),
        duplicates: filled(answer.duplicates[i] ?? []),
        ...(explain ? { score: answer.scores[i], parts: { ...answer.parts[i] } } : {}),
      }),
    ),
    maxBytes,
  )
  const fallen = fitMemories(
    due.map(({ because, memory }) => ({ ...memoryToOutput(memory), because })),
    maxBytes,
  )
  return compact({
    memories: found.shown,
    omitted: filled(memories.slice(found.shown.length).map(({ key }) => key)),
    next: answer.next,
    scanned: answer.scanned,
    nothing: answer.nothing,
    due: filled(fallen.shown),
    dueOmitted: filled(due.slice(fallen.shown.length).map(({ memory }) => memory.key)),
    at: answer.at === null ? null : formatInstant(answer.at),
    terms: explain ? answer.terms.map((term) => ({ ...term })) : undefined,
    termsLeftOut: answer.termsLeftOut,
    focus,
    focusReset: focusReset === true ? true : undefined,
  })
}
