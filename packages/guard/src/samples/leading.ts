/**
 * One sample, or several, for each of the 222 rules of the leading open rule set (gitleaks, 2026), by the id it has
 * there. They were written from the shapes that the rule set states, not from our table, and hold no secret: a run
 * such as `<A36>` is filled in when the sample is rendered.
 *
 * @module
 */

import { leadingAssigned } from "./leadingAssigned.ts"
import { leadingTokens } from "./leadingTokens.ts"
import type { Sample } from "./Sample.ts"

/** All of them, by rule. */
export const leading: { readonly [rule: string]: Sample } = {
  ...leadingTokens,
  ...leadingAssigned,
}

/** Rules of that set that are not refused on purpose, with the reason. */
export const missedOnPurpose: { readonly [rule: string]: string } = {
  "pkcs12-file": "it matches the name of a file; naming a certificate gives nothing away",
}
