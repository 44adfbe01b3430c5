// Verifies: LM-24
/**
 * LoCoMo evidence recall, ours and peers in one run, and what each rule of the ranking is worth.
 * `npm run bench -- locomo --data DIRECTORY [--only dev]`; the directory holds `26.json`, `30.json`, ….
 *
 * @module
 */
import { parseArgs } from "node:util"
import { lightStemmers, makeAnalyser } from "@reminisce/analyser"
import { machineLine } from "../recall/measure.ts"
import { type Conversation, DEV, HELD_OUT, readConversation } from "./conversations.ts"
import { bySession, type Metrics, measure, type Outcome, percent } from "./metrics.ts"
import { ours } from "./ours.ts"
import { fts5, miniSearch, orama } from "./peers.ts"
import type { System } from "./System.ts"

const { values } = parseArgs({ options: { data: { type: "string" }, only: { type: "string" } } })
const out = (line: string): void => void process.stdout.write(`${line}\n`)
if (values.data === undefined) {
  out("usage: npm run bench -- locomo --data DIRECTORY [--only dev]")
  process.exit(2)
}
const data = values.data

/** Ranked for each question: turns for turns, and enough of them to cover twenty sessions. */
const TURNS = 100
const DEPTH = 400
const SESSIONS = 20

interface Outcomes {
  readonly turns: ReadonlyArray<Outcome>
  /** A system that ranks sessions itself is asked for them; turns of the others are added up. */
  readonly sessions: ReadonlyArray<Outcome>
}

const evaluate = async (
  conversations: ReadonlyArray<Conversation>,
  system: System,
): Promise<Outcomes> => {
  const outcomes: { turns: Array<Outcome>; sessions: Array<Outcome> } = { turns: [], sessions: [] }
  for (const { questions, turns } of conversations) {
    const sessionOf = new Map(turns.map((turn) => [turn.id, turn.session] as const))
    const ready = await system(turns)
    for (const { category, evidence, text } of questions) {
      const hits = await ready.rank(text, ready.rankSessions === undefined ? DEPTH : TURNS)
      outcomes.turns.push({ hits, evidence, category })
      outcomes.sessions.push({
        hits: (await ready.rankSessions?.(text, SESSIONS)) ?? bySession(hits, sessionOf),
        evidence: new Set([...evidence].map((id) => sessionOf.get(id) ?? id)),
        category,
      })
    }
    await ready.close()
  }
  return outcomes
}

const addUp = (parts: ReadonlyArray<Outcomes>): Outcomes => ({
  turns: parts.flatMap(({ turns }) => turns),
  sessions: parts.flatMap(({ sessions }) => sessions),
})

const row = (name: string, { mrr, recall10, recall20, recall5 }: Metrics): string =>
  `  ${name.padEnd(38)} R@5 ${percent(recall5)}  R@10 ${percent(recall10)}  R@20 ${percent(recall20)}  MRR ${percent(mrr)}`

const STOP_WORDS: ReadonlySet<string> = new Set(
  "a about am an and any are as at be been but by can could did do does for from had has have he her him his how i if in into is it its me my of on or our she should so some such than that the their them then there these they this those to too was we were what when where which while who whom why will with would you your".split(
    " ",
  ),
)

const SYSTEMS: ReadonlyArray<readonly [string, System]> = [
  ["FTS5, defaults", fts5("unicode61", new Set())],
  ["FTS5, porter, stop words out", fts5("porter unicode61", STOP_WORDS)],
  ["MiniSearch, defaults", miniSearch],
  ["Orama, defaults", orama],
  ["reminisce", ours()],
]

const unstemmed = makeAnalyser({
  version: "bench-unstemmed-1",
  stemmers: { ...lightStemmers, en: (word) => word },
})
const ALONE = { echoAfter: [1024], echoBefore: [1024] }

/** One rule taken out of the ranking at a time. */
const WITHOUT: ReadonlyArray<readonly [string, System]> = [
  ["echo", ours({ rules: ALONE })],
  ["stemming", ours({ analyser: unstemmed })],
  ["rarity", ours({ rules: { weighsRarity: false } })],
  ["person lift", ours({ rules: { personLift: 1024 } })],
  ["speaker facets", ours({ withoutSpeakers: true })],
  ["dates in the query", ours({ rules: { readsDates: false } })],
  ["times of the memories", ours({ withoutTimes: true })],
]

const readAll = (ids: ReadonlyArray<string>): ReadonlyArray<Conversation> =>
  ids.map((id) => readConversation(data, id))

const printSystem = async (
  conversations: ReadonlyArray<Conversation>,
  name: string,
  system: System,
): Promise<Outcomes> => {
  const outcomes = await evaluate(conversations, system)
  printOutcomes(name, outcomes)
  if (name !== "reminisce") return outcomes
  for (const category of [1, 2, 3, 4, 5]) {
    const part = outcomes.turns.filter((outcome) => outcome.category === category)
    out(row(`${name}, turns, category ${category}`, measure(part)))
  }
  return outcomes
}

const printOutcomes = (name: string, { turns, sessions }: Outcomes): void => {
  out(row(`${name}, turns`, measure(turns)))
  out(row(`${name}, sessions`, measure(sessions, 1)))
}

/** All conversations as the memories of one owner, sessions as the unit, no evidence counted as a miss. */
const printHaystack = async (
  conversations: ReadonlyArray<Conversation>,
  name: string,
  system: System,
): Promise<void> => {
  const whole: Conversation = {
    id: "all",
    turns: conversations.flatMap(({ turns }) => turns),
    questions: conversations.flatMap(({ questions }) => questions),
  }
  const { sessions } = await evaluate([whole], system)
  out(row(`${name}, sessions`, measure(sessions, 0)))
}

const splits = [
  ["chosen on", DEV],
  ["held out", HELD_OUT],
] as const

out(machineLine())
out("Evidence recall: the share of a question's evidence among the first k, mean over questions.")
out(
  "Turns: questions without evidence are left out. Sessions: they count as 1; in the haystack as 0.",
)
const bySystem = new Map<string, Array<Outcomes>>()
for (const [name, ids] of values.only === "dev" ? splits.slice(0, 1) : splits) {
  const conversations = readAll(ids)
  const questions = conversations.reduce((sum, each) => sum + each.questions.length, 0)
  out(`\n${name}: conversations ${ids.join(", ")}; ${questions} questions`)
  for (const [system, make] of SYSTEMS) {
    const outcomes = await printSystem(conversations, system, make)
    bySystem.set(system, [...(bySystem.get(system) ?? []), outcomes])
  }
}
if (values.only !== "dev") {
  out("\nall ten conversations, one store each")
  for (const [system, parts] of bySystem) printOutcomes(system, addUp(parts))
  const conversations = readAll([...DEV, ...HELD_OUT])
  out("\nall ten conversations in one haystack")
  for (const [system, make] of SYSTEMS) await printHaystack(conversations, system, make)
}
out("\nwithout one rule, chosen on")
const chosenOn = readAll(DEV)
for (const [rule, system] of WITHOUT) {
  printOutcomes(`without ${rule}`, await evaluate(chosenOn, system))
}
