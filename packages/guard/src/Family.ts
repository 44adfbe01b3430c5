/**
 * The form of the table: a family is a named group of vendors' keys, each described by data alone.
 * Hosts add families of their own in the same form.
 *
 * @module
 */

/** What a checksum inside a token proves. */
export interface Checksum {
  /** Shortest and longest token that has the checksum, at most 512: one of another length is not verified. */
  readonly length: readonly [least: number, most: number]
  /** Recomputes the checksum of a token in ASCII. Must not throw. */
  readonly verify: (token: string) => boolean
  /**
   * `confirms`: a right checksum overrules every sign of a stand-in, a wrong one proves nothing (formats change).
   * `required`: the shape is too common to be refused without it.
   */
  readonly role: "confirms" | "required"
}

/** A key that its own text gives away, whatever stands around it. */
export interface TokenRule {
  /** Kebab case, unique in the whole table. */
  readonly id: string
  /**
   * One shape or several. Literal text and runs: `<A36>` exactly 36 of alphabet A, `<A20-40>` a range, `<A36+>` open.
   * Alphabets: D digits; h, H, x hexadecimal (lower, upper, any); L letters; a, U, A digits with lower, upper, all
   * letters; w and W as A with `_` and `_-`; c as A with `-`; S, s base32; B base64; E base64 of both kinds with `=`;
   * g as W with `=`; G as g with `.`; T as W with `~.`; P percent-coded; K base58; b, Q bech32. `<uuid>` is a UUID.
   * The longest literal (three characters or more) is the keyword the shape is found by.
   */
  readonly shape: string | ReadonlyArray<string>
  /**
   * The literal names its vendor beyond doubt: the token is found in the middle of a word, spelt with spaces and
   * quotes, and split over fields. Its shapes must end in an open run or a literal. Default false.
   */
  readonly strong?: boolean
  /** Literals match in any case. Default false. */
  readonly anyCase?: boolean
  /** Lowest entropy of the variable part, in thousandths of a bit for each character. Default 2000. */
  readonly minEntropy?: number
  readonly checksum?: Checksum
}

/** A key without a mark of its own, recognised by the name it is assigned to. */
export interface AssignedRule {
  readonly id: string
  /** Names, any case, three characters or more, that occur in the assigned name: `heroku` in `HEROKU_API_KEY=`. */
  readonly names: ReadonlyArray<string>
  /** The whole value, in the notation of `TokenRule.shape`; no keyword is needed. */
  readonly value: string | ReadonlyArray<string>
  /** The name must not be the end of a longer word: `lob` but not `blob`. Default false. */
  readonly wholeWord?: boolean
  readonly minEntropy?: number
}

/** A named group of rules. The name is what a refusal tells. */
export interface Family {
  /** Kebab case. Families of the same name are one. */
  readonly name: string
  readonly tokens?: ReadonlyArray<TokenRule>
  readonly assigned?: ReadonlyArray<AssignedRule>
}
