/**
 * The name of a set of rules.
 *
 * @module
 */

import { createHash } from "node:crypto"
import type { Family } from "../Family.ts"
import type { GuardOptions } from "../GuardOptions.ts"
import { harmlessAfter, harmlessBefore, identifyingWords } from "../rules/harmlessWords.ts"
import {
  copulas,
  directions,
  looseWords,
  passwordWords,
  secretWords,
} from "../rules/secretWords.ts"
import type { RunRule, StructureRule } from "./Check.ts"

/** Raised whenever a reading of the text, or the meaning of a row, changes. */
export const revision = 7

/** `r1-` and twelve hexadecimal digits of everything that decides what is refused. */
export const versionOf = (
  families: ReadonlyArray<Family>,
  structures: ReadonlyArray<StructureRule | RunRule>,
  options: GuardOptions,
): string => {
  const decisive = {
    families: families.map((family) => ({
      ...family,
      tokens: (family.tokens ?? []).map((rule) => ({ ...rule, checksum: rule.checksum?.role })),
    })),
    structures: structures.map((rule) => [rule.id, rule.revision, rule.family]),
    words: [passwordWords, secretWords, looseWords, copulas, directions],
    excuses: [harmlessAfter, harmlessBefore, identifyingWords].map((words) => Array.from(words)),
    allow: options.allow,
    severity: Object.entries(options.severity ?? {}).sort(),
    engines: (options.engines ?? []).map((engine) => [engine.name, engine.version]),
  }
  const digest = createHash("sha256").update(JSON.stringify(decisive)).digest("hex")
  return `r${revision}-${digest.slice(0, 12)}`
}
