/**
 * What a person at a terminal is shown. Control characters of stored text are made visible, so that
 * a memory can never drive the terminal.
 *
 * @module
 */
import { styleText } from "node:util"
import { type Explanation, formatInstant, type Memory, type RecallAnswer } from "reminisce"

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it replaces
const UNSAFE = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

export const plain = (text: string): string => text.replace(UNSAFE, "\ufffd")

/** `1 owner`, `2 owners`. */
export const numbered = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`

const dim = (text: string): string => styleText("dim", text)
export const strong = (text: string): string => styleText("bold", text)

export const showMillis = (millis: number): string => `${millis.toFixed(1)} ms`

const showMemory = (memory: Memory): string =>
  plain(memory.content ?? (memory.sealed ? "(sealed)" : "(withdrawn)"))

const NOTHING: Readonly<Record<NonNullable<RecallAnswer["nothing"]>, string>> = {
  "no-words": "the question has no words to look for",
  "no-match": "no memory has any of its words",
  "below-floor": "no memory is close enough",
}

export const showRecall = (answer: RecallAnswer, millis: number): string => {
  const head = dim(`  ${showMillis(millis)}, ${answer.scanned} memories considered`)
  if (answer.memories.length === 0)
    return `  nothing: ${answer.nothing === undefined ? "none" : NOTHING[answer.nothing]}\n${head}\n`
  const lines = answer.memories.map(
    (memory, i) =>
      `  ${i + 1}. ${showMemory(memory)} ${dim(`${memory.key} ${answer.scores[i] ?? 0}`)}\n`,
  )
  return `${lines.join("")}${head}\n`
}

export const showExplanation = (explanation: Explanation): string => {
  const lines: Array<string> = []
  const add = (name: string, text: string): void => void lines.push(`     ${dim(name)} ${text}\n`)
  const { memory } = explanation
  add("what", showMemory(memory))
  add("basis", `${memory.basis}, recorded ${formatInstant(memory.recordedAt)}`)
  for (const source of explanation.sources) add("source", plain(source))
  for (const { depth, memory: ground } of explanation.ancestors)
    add(`rests on${depth > 1 ? ` (${depth} steps)` : ""}`, showMemory(ground))
  for (const { memory: older, reason } of explanation.supersedes)
    add("replaces", `${showMemory(older)}${reason === undefined ? "" : ` (${plain(reason)})`}`)
  for (const { memory: newer } of explanation.supersededBy) add("replaced by", showMemory(newer))
  for (const { reason } of explanation.contradictions) add("contradicted", plain(reason ?? ""))
  if (explanation.withdrawal !== "none") add("withdrawal", explanation.withdrawal)
  add("history", explanation.history.map(({ status }) => status).join(" → "))
  return lines.join("")
}

export const showRefusal = (error: { readonly _tag: string; readonly message: string }): string =>
  `  refused: ${error.message === "" ? error._tag : error.message}\n`
