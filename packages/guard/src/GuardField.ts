/**
 * What the guard is given and what it answers.
 *
 * @module
 */

/** One string of a write, exactly as it would be stored. */
export interface GuardField {
  /**
   * Where it stands, such as `content`, `facets[2]` or `sources[0]`. It is repeated in a refusal, so it must not be
   * taken from the caller's own words; a name that is not made of letters, digits and `_.-[]`, is longer than 80
   * characters or holds a secret itself is reported as `fields[n]`.
   */
  readonly field: string
  /** Any text, of any length. A facet arrives as `name=value`. */
  readonly text: string
}

/** Nothing was found, or only what the policy holds back for review. Families are sorted. */
export type GuardVerdict = "clear" | { readonly held: ReadonlyArray<string> }
