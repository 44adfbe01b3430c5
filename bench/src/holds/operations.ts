/**
 * Every operation that reads or writes a whole owner or a whole store, one after the other.
 *
 * @module
 */
import { type Answer, open, type Reminisce, unwrap } from "reminisce"
import { makeCorpus } from "../recall/corpus.ts"
import { HUB, KIND, OWNER, PERSON } from "./buildStore.ts"
import { longestTurn } from "./turns.ts"

const QUERIES = 5
const WRITES = 100

export const measureOperations = async (file: string, memories: number): Promise<void> => {
  const options = { filename: file, durability: "relaxed" } as const
  const corpus = makeCorpus(memories)
  const reminisce = unwrap(await longestTurn("open", () => open(options)))
  const held = async (what: string, run: () => Promise<Answer<unknown, unknown>>) =>
    unwrap(await longestTurn(what, run))
  await held("first recall", () => reminisce.recall(OWNER, "warm"))
  for (const kind of ["natural", "broad", "common 32"] as const) {
    await longestTurn(`recalls, ${kind}`, async () => {
      for (const query of corpus.queries(kind, QUERIES))
        unwrap(await reminisce.recall(OWNER, query))
    })
  }
  const [query = ""] = corpus.queries("broad", 1)
  await held("recall for a person", () => reminisce.recall(OWNER, query, { subject: PERSON }))
  await held("recallTrails", () => reminisce.recallTrails(OWNER, query))
  await held("recall of a past moment", () =>
    reminisce.recall(OWNER, query, { asOf: Date.now() - 1_000 }),
  )
  await held("whyNot", () => reminisce.whyNot(OWNER, query, HUB))
  await held("listMemories, 1,000", () => reminisce.listMemories(OWNER, { limit: 1_000 }))
  await held("listMemories, nothing to find", () =>
    reminisce.listMemories(OWNER, { aspects: ["episodic"] }),
  )
  await held("recall of a list, nothing to find", () =>
    reminisce.recall(OWNER, null, { list: true, aspects: ["episodic"] }),
  )
  await held("asOf, 1,000", () => reminisce.asOf(OWNER, Date.now(), { limit: 1_000 }))
  await held("asOf before all", () => reminisce.asOf(OWNER, 1_000))
  await held("why of a hub", () => reminisce.why(OWNER, HUB, { depth: 64 }))
  await held("history", () => reminisce.history(OWNER, HUB))
  await held("diff of all time", () => reminisce.diff(OWNER, 0, Date.now()))
  await measureWrites(reminisce, query)
  const other = unwrap(await open(options))
  await remembers(other, 10, "elsewhere")
  await held("recall after another's writes", () => reminisce.recall(OWNER, query))
  unwrap(await other.rememberMany(OWNER, sentences(1_000, "elsewhere in bulk")))
  await held("recall after another's 1,000", () => reminisce.recall(OWNER, query))
  await other.close()
  await measureErasure(reminisce)
  await longestTurn("close", () => reminisce.close())
}

const measureWrites = async (reminisce: Reminisce, query: string): Promise<void> => {
  await longestTurn(`${WRITES} remembers`, () => remembers(reminisce, WRITES, "here"))
  await longestTurn("recall after own writes", () => reminisce.recall(OWNER, query))
  for (const count of [10, 100, 1_000]) {
    await longestTurn(`rememberMany of ${count}`, () =>
      reminisce.rememberMany(OWNER, sentences(count, `many ${count}`)),
    )
  }
}

const measureErasure = async ({ erasure }: Reminisce): Promise<void> => {
  await longestTurn("preview", () => erasure.preview(PERSON))
  await longestTurn("subjectReport", () => erasure.subjectReport(PERSON))
  await longestTurn("withdraw of 5,000", () => erasure.withdraw(PERSON, "asked"))
  await longestTurn("verifyErasure", () => erasure.verifyErasure(PERSON))
  await longestTurn("purge", () => erasure.purge(PERSON, { confirm: true }))
}

const sentences = (count: number, what: string) =>
  Array.from({ length: count }, (_, i) => ({
    ...KIND,
    content: `Sentence ${i} that was said ${what}`,
  }))

const remembers = async (reminisce: Reminisce, count: number, what: string): Promise<void> => {
  for (const request of sentences(count, what)) unwrap(await reminisce.remember(OWNER, request))
}
