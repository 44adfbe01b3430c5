/**
 * The LoCoMo-10 conversations as turns and questions, read from a directory outside the repository
 * (the data is CC BY-NC 4.0).
 *
 * @module
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"

/** Conversations rules and figures were chosen on. */
export const DEV: ReadonlyArray<string> = ["26", "30", "41", "42", "43", "44", "47"]
/** Conversations nothing was chosen on. */
export const HELD_OUT: ReadonlyArray<string> = ["48", "49", "50"]

export interface Turn {
  /** `conversation/dialogue id`, such as `26/D1:3`. */
  readonly id: string
  readonly conversation: string
  /** `conversation/session number`. */
  readonly session: string
  /** Place in its session, from 0. */
  readonly place: number
  readonly speaker: string
  /** Words, and the caption of a photo shared with them. */
  readonly text: string
  readonly at: number
  /** As the data writes it. */
  readonly date: string
}

export interface Question {
  readonly conversation: string
  readonly text: string
  /** 1 multi-hop, 2 temporal, 3 open-domain, 4 single-hop, 5 adversarial. */
  readonly category: number
  /** Ids of the turns that hold the answer; empty where the data names none that exist. */
  readonly evidence: ReadonlySet<string>
}

export interface Conversation {
  readonly id: string
  readonly turns: ReadonlyArray<Turn>
  readonly questions: ReadonlyArray<Question>
}

interface RawTurn {
  readonly speaker: string
  readonly dia_id: string
  readonly text?: string
  readonly blip_caption?: string
}

interface RawQuestion {
  readonly question: string
  readonly category: number
  readonly evidence?: ReadonlyArray<string>
}

export const readConversation = (directory: string, id: string): Conversation => {
  const raw = JSON.parse(readFileSync(join(directory, `${id}.json`), "utf8")) as Record<
    string,
    unknown
  >
  const turns: Array<Turn> = []
  for (let session = 1; session < 100; session++) {
    const said = raw[`session_${session}`] as ReadonlyArray<RawTurn> | undefined
    if (said === undefined) continue
    const date = String(raw[`session_${session}_date_time`])
    for (const [place, turn] of said.entries()) {
      turns.push({
        id: `${id}/${turn.dia_id}`,
        conversation: id,
        session: `${id}/${session}`,
        place,
        speaker: turn.speaker,
        text: (turn.text ?? "") + (turn.blip_caption ? ` [photo: ${turn.blip_caption}]` : ""),
        at: parseDate(date),
        date,
      })
    }
  }
  const known = new Set(turns.map((turn) => turn.id))
  const questions = (raw.qa as ReadonlyArray<RawQuestion>).map((question) => ({
    conversation: id,
    text: question.question,
    category: question.category,
    evidence: evidenceOf(id, question, known),
  }))
  return { id, turns, questions }
}

/** Evidence is written `D1:3`, at times several in one text or with zeros before the number. */
const evidenceOf = (
  id: string,
  { evidence = [] }: RawQuestion,
  known: ReadonlySet<string>,
): ReadonlySet<string> => {
  const found = new Set<string>()
  for (const text of evidence) {
    for (const [, session, turn] of String(text).matchAll(/D:?\s*(\d+):0*(\d+)/g)) {
      const name = `${id}/D${session}:${turn}`
      if (known.has(name)) found.add(name)
    }
  }
  return found
}

const MONTHS = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
]

/** `1:56 pm on 8 May, 2023`, as UTC. */
const parseDate = (text: string): number => {
  const found = /(\d+):(\d+)\s*(am|pm) on (\d+) (\w+),? (\d+)/i.exec(text)
  if (found === null) throw new Error("not a LoCoMo date")
  const [, hour, minute, half, day, month, year] = found
  const hours = (Number(hour) % 12) + (half?.toLowerCase() === "pm" ? 12 : 0)
  const monthNumber = MONTHS.indexOf(String(month).toLowerCase())
  return Date.UTC(Number(year), monthNumber, Number(day), hours, Number(minute))
}
