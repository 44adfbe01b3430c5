/**
 * A short tour on invented memories, in a store of its own that is gone afterwards: what was asked,
 * what came, how fast, and why. At a terminal it ends in a prompt on the person's own memory.
 *
 * @module
 */
import { open, type RememberRequest, type Reminisce, unwrap } from "reminisce"
import tourFixture from "../../../fixtures/tour.json" with { type: "json" }
import type { Place } from "./Command.ts"
import { clientConfig } from "./clientConfig.ts"
import { say } from "./preflight.ts"
import { prompt } from "./prompt.ts"
import { showExplanation, showMillis, showRecall, showRefusal, strong } from "./show.ts"

const write = (text: string): void => void process.stdout.write(text)
const heading = (text: string): void => write(`\n${strong(text)}\n`)

export const tour = async (place: Place): Promise<number> => {
  say(`The tour keeps nothing. Your own memories live in ${place.filename}.`)
  const memory = unwrap(await open({ filename: ":memory:" }))
  try {
    await play(memory)
  } finally {
    await memory.close()
  }
  heading("Connect an agent: paste one of these")
  write(
    `${clientConfig({ owner: place.owner, store: { kind: "sqlite", filename: place.filename } })}\n`,
  )
  if (process.stdin.isTTY !== true || process.stdout.isTTY !== true) return 0
  heading("Now yours")
  return prompt(place)
}

type Fixture = (typeof tourFixture)["memories"][number]

/** The fixture's `at` is when it happened. */
const toRequest = ({ at, ...rest }: Fixture | { readonly at: string }): RememberRequest =>
  ({ ...rest, occurredAt: at }) as unknown as RememberRequest

const play = async (memory: Reminisce): Promise<void> => {
  const { changeOfMind, memories, owner, questions } = tourFixture
  heading(`${memories.length} memories of invented people over five days`)
  const before = performance.now()
  const kept = unwrap(await memory.rememberMany(owner, memories.map(toRequest)))
  const refused = kept.filter((each) => "refusal" in each).length
  write(
    `  kept ${kept.length - refused}, refused ${refused}, in ${showMillis(performance.now() - before)}\n`,
  )

  heading("One change of mind")
  const newer = unwrap(
    await memory.supersede(owner, changeOfMind.replaces, toRequest(changeOfMind.memory), {
      reason: changeOfMind.reason,
    }),
  )
  write(`  ${newer.content ?? ""}\n`)

  heading("One secret, refused at the door")
  // Put together here, so that no file of this repository holds anything shaped like a key.
  const secret = ["ghp", "x7Kq2Vn9Rb4Tm1Zc8Wd5Yh3Jf6Lg0PsQaEuN"].join("_")
  const answer = await memory.remember(owner, {
    content: `Tomas uses the token ${secret} for releases.`,
    aspects: ["semantic"],
    basis: "told",
  })
  write(answer.ok ? "  it was kept, which is a fault\n" : showRefusal(answer.error))

  heading("Questions")
  for (const question of questions) {
    write(`\n${strong(`? ${question.ask}`)}\n`)
    const start = performance.now()
    const found = unwrap(await memory.recall(owner, question.ask, { k: 2 }))
    write(showRecall(found, performance.now() - start))
    const [first] = found.memories
    if ("why" in question && first !== undefined)
      write(showExplanation(unwrap(await memory.why(owner, first.key))))
  }
}
