/**
 * LoCoMo evidence recall, ours and peers in one run.
 * `npm run bench -- locomo --data DIRECTORY [--only dev]`; the directory holds `26.json`, `30.json`, ….
 *
 * @module
 */
import { parseArgs } from "node:util"
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

const evaluate = async (
  conversations: ReadonlyArray<Conversation>,
  system: System,
): Promise<ReadonlyArray<Outcome>> => {
  const outcomes: Array<Outcome> = []
  for (const { questions, turns } of conversations) {
    const ready = await system(turns)
    for (const { category, evidence, text } of questions)
      outcomes.push({ ranked: await ready.rank(text, 100), evidence, category })
    await ready.close()
  }
  return outcomes
}

/** The same ranking seen as sessions: a session stands where its best turn does. */
const asSessions = (
  conversations: ReadonlyArray<Conversation>,
  outcomes: ReadonlyArray<Outcome>,
): ReadonlyArray<Outcome> => {
  const sessionOf = new Map(
    conversations.flatMap(({ turns }) => turns.map((turn) => [turn.id, turn.session] as const)),
  )
  return outcomes.map(({ category, evidence, ranked }) => ({
    ranked: bySession(ranked, sessionOf),
    evidence: new Set(bySession([...evidence], sessionOf)),
    category,
  }))
}

const row = (name: string, { mrr, recall10, recall20, recall5 }: Metrics): string =>
  `  ${name.padEnd(34)} R@5 ${percent(recall5)}  R@10 ${percent(recall10)}  R@20 ${percent(recall20)}  MRR ${percent(mrr)}`

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

const splits = [
  ["chosen on", DEV],
  ["held out", HELD_OUT],
] as const

out(machineLine())
out(
  "Evidence recall: the share of a question's evidence among the first k, averaged over questions.",
)
for (const [name, ids] of values.only === "dev" ? splits.slice(0, 1) : splits) {
  const conversations = ids.map((id) => readConversation(data, id))
  const questions = conversations.reduce((sum, each) => sum + each.questions.length, 0)
  out(`\n${name}: conversations ${ids.join(", ")}; ${questions} questions`)
  for (const [system, make] of SYSTEMS) {
    const outcomes = await evaluate(conversations, make)
    out(row(`${system}, turns`, measure(outcomes)))
    out(row(`${system}, sessions`, measure(asSessions(conversations, outcomes), 1)))
  }
}
