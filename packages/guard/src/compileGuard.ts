/**
 * The guard without Effect: compiles the table once and scans lists of fields synchronously.
 *
 * @module
 */

import { createHash } from "node:crypto"
import type { Family } from "./Family.ts"
import type { GuardField } from "./GuardField.ts"
import type { AllowList, GuardOptions } from "./GuardOptions.ts"
import { compileRules } from "./internal/compileRules.ts"
import { type Acquittal, makeEngine } from "./internal/Engine.ts"
import { textOf } from "./internal/ScanPage.ts"
import {
  bottomless,
  makeScratch,
  type Scanner,
  scanJoined,
  scanText,
  wipeScratch,
} from "./internal/scanText.ts"
import { validateFamilies } from "./internal/validateFamilies.ts"
import { versionOf } from "./internal/versionOf.ts"
import { runRules, structures } from "./structures/structures.ts"

/** What was found in one field; `index` is its position. Families are sorted, at least one. */
export interface FieldFinding {
  readonly index: number
  readonly families: ReadonlyArray<string>
}

/** A compiled table. Not re-entrant: one scan runs to its end before the next begins. */
export interface CompiledGuard {
  /** Every field with a finding, in the order of the fields. Keeps nothing of what it read. */
  readonly scan: (fields: ReadonlyArray<GuardField>) => ReadonlyArray<FieldFinding>
  /** The names of all families in force, sorted. */
  readonly families: ReadonlyArray<string>
  /** Changes whenever a rule, a reading or the policy changes. */
  readonly version: string
}

/** A longer token is never acquitted. */
const longestAllowed = 4096

/**
 * Acquits tokens whose hash is known. A reading that glues characters together hides where a token ends, so there a
 * token is acquitted if one that was acquitted in the same write stands at its beginning.
 */
const allowance = (allow: AllowList | undefined) => {
  const hashes = new Set((allow?.hashes ?? []).map((hash) => hash.toLowerCase()))
  const salt = allow?.salt ?? ""
  const acquitted = new Set<string>()
  const isAllowed: Acquittal = (page, from, to, reading) => {
    if (reading === "joined") {
      return Array.from(acquitted).some(
        (token) => textOf(page, from, from + token.length) === token,
      )
    }
    if (to - from > longestAllowed) return false
    const token = textOf(page, from, to)
    const isKnown = hashes.has(
      createHash("sha256")
        .update(salt + token)
        .digest("hex"),
    )
    if (isKnown) acquitted.add(token)
    return isKnown
  }
  return { isAllowed: hashes.size > 0 ? isAllowed : undefined, forget: () => acquitted.clear() }
}

/** The longest part of a field that can belong to a secret split over two fields. */
const seam = 1024

/** The value of `name=value`, or all of a text; of a long text its two ends. */
const seamOf = (text: string): string => {
  const value = text.replace(/^[\w.-]{1,128}=/, "")
  return value.length <= 2 * seam
    ? value
    : `${value.slice(0, seam)}\u0001\uFFFD${value.slice(-seam)}`
}

const sorted = (found: ReadonlySet<string>): ReadonlyArray<string> => Array.from(found).sort()

/**
 * Compiles families and policy. Pure and slow (some milliseconds): do it once.
 * Throws `InvalidRule` when a row of `families` is malformed or its id is taken.
 */
export const compileGuard = (
  families: ReadonlyArray<Family>,
  options: GuardOptions = {},
): CompiledGuard => {
  const added = options.families ?? []
  const invalid = validateFamilies(added, families)
  if (invalid !== undefined) throw invalid
  const table = [...families, ...added]
  const checks = compileRules(table, structures)
  const allowed = allowance(options.allow)
  const scanner: Scanner = {
    engine: makeEngine(checks),
    runs: runRules,
    scratch: makeScratch(),
    isAllowed: allowed.isAllowed,
  }
  const names = new Set([bottomless, ...[...checks, ...runRules].map((rule) => rule.family)])
  const scan = (fields: ReadonlyArray<GuardField>): ReadonlyArray<FieldFinding> => {
    const findings: Array<FieldFinding> = []
    for (const [index, field] of fields.entries()) {
      const found = scanText(scanner, field.text)
      if (found.size > 0) findings.push({ index, families: sorted(found) })
    }
    if (findings.length === 0 && fields.length > 1) {
      const found = scanJoined(scanner, fields.map((field) => seamOf(field.text)).join(""))
      if (found.size > 0) findings.push({ index: fields.length - 1, families: sorted(found) })
    }
    wipeScratch(scanner.scratch)
    allowed.forget()
    return findings
  }
  let version: string | undefined
  return {
    scan,
    families: sorted(names),
    get version() {
      version ??= versionOf(table, [...structures, ...runRules], options)
      return version
    },
  }
}
