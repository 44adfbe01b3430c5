/**
 * A prompt on a person's own memory: remember, recall, why, forget.
 *
 * @module
 */
import { createInterface } from "node:readline/promises"
import { open, type Reminisce } from "reminisce"
import type { Place } from "./Command.ts"
import { clientConfig } from "./clientConfig.ts"
import { openFault, say } from "./preflight.ts"
import { showExplanation, showRecall, showRefusal } from "./show.ts"

const HELP = `  remember <words>       keep a sentence
  recall <question>      ask; a line without a command asks as well
  why <number or key>    explain one of the last answers
  forget <number or key> take it out of recall
  undo <number or key>   put it back
  config                 configurations for MCP clients
  help, quit
`

export const prompt = async (place: Place): Promise<number> => {
  const opened = await open({ filename: place.filename })
  if (!opened.ok) {
    say(`reminisce-mcp: ${openFault(place, opened.error)}`)
    return 1
  }
  const memory = opened.value
  say(`Your memories live in ${place.filename} (owner ${place.owner}).`)
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  lines.setPrompt("reminisce> ")
  process.stdout.write(HELP)
  lines.prompt()
  let last: ReadonlyArray<string> = []
  for await (const line of lines) {
    const [command = "", ...rest] = line.trim().split(/\s+/)
    if (command === "quit" || command === "exit") break
    if (command !== "")
      last = await answer(memory, place, command, rest.join(" "), line.trim(), last)
    lines.prompt()
  }
  lines.close()
  await memory.close()
  return 0
}

/** Answers one line; gives the keys its numbers stand for. */
const answer = async (
  memory: Reminisce,
  place: Place,
  command: string,
  rest: string,
  line: string,
  last: ReadonlyArray<string>,
): Promise<ReadonlyArray<string>> => {
  const write = (text: string): void => void process.stdout.write(text)
  const key = last[Number(rest) - 1] ?? rest
  switch (command) {
    case "help":
      write(HELP)
      return last
    case "config":
      write(
        clientConfig({ owner: place.owner, store: { kind: "sqlite", filename: place.filename } }),
      )
      return last
    case "remember": {
      const kept = await memory.remember(place.owner, {
        content: rest,
        aspects: ["semantic"],
        basis: "told",
      })
      write(kept.ok ? `  kept as ${kept.value.key}\n` : showRefusal(kept.error))
      return kept.ok ? [kept.value.key] : last
    }
    case "why": {
      const found = await memory.why(place.owner, key)
      write(found.ok ? showExplanation(found.value) : showRefusal(found.error))
      return last
    }
    case "forget":
    case "undo": {
      const act = command === "undo" ? memory.unforget : memory.forget
      const done = await act(place.owner, key)
      write(done.ok ? `  ${done.value.key} is ${done.value.status}\n` : showRefusal(done.error))
      return last
    }
    default: {
      const before = performance.now()
      const found = await memory.recall(place.owner, command === "recall" ? rest : line)
      if (!found.ok) write(showRefusal(found.error))
      else write(showRecall(found.value, performance.now() - before))
      return found.ok ? found.value.memories.map((each) => each.key) : last
    }
  }
}
