import type { GuardEngine } from "@reminisce/guard"
import { lintSource } from "@secretlint/core"
import { creator } from "@secretlint/secretlint-rule-preset-recommend"
import * as Effect from "effect/Effect"

const id = "@secretlint/secretlint-rule-preset-recommend"
const config = { rules: [{ id, rule: creator, options: {} }] }

const rulesIn = async (content: string): Promise<ReadonlyArray<string>> => {
  const source = { content, filePath: "memory.txt", contentType: "text" } as const
  const { messages } = await lintSource({ source, options: { config } })
  return messages.map(({ ruleId }) => ruleId.replace(/^.*secretlint-rule-/, "secretlint-"))
}

/** Asks a linter of secrets as well. What it throws is a defect, and the write dies with it. */
export const secretlintEngine: GuardEngine = {
  name: "secretlint",
  version: "13.1.0",
  scan: (fields) =>
    Effect.promise(async () => {
      const found = await Promise.all(fields.map(({ text }) => rulesIn(text)))
      return found.flatMap((rules, index) => rules.map((family) => ({ index, family })))
    }),
}
