/**
 * Units whose repetition is the worst that can be done to a scanner: every keyword of the table followed by every kind
 * of thing that its check may walk over, and escapes and encodings that unfold into more of themselves.
 *
 * @module
 */

import { families } from "../../src/index.ts"
import { compileRules } from "../../src/internal/compileRules.ts"
import { structures } from "../../src/structures/structures.ts"

const tails = [
  "",
  "-",
  "_",
  ".",
  "=",
  " ",
  "a",
  "A1",
  "-a",
  "a-",
  ".ey",
  ":",
  "://",
  "@",
  ":a@",
  "= ",
  '="',
  "/",
  "\n",
  "key",
  "token=",
  " is ",
  "a".repeat(19),
  "a".repeat(39),
  "9".repeat(9),
  "0f".repeat(20),
  "A-_9".repeat(40),
  "%",
  "\\",
  "é",
]

/** How many tails each keyword gets: every tail comes up, with a different part of the keywords each time. */
const perKeyword = 6

const unfolding = [
  "%25",
  "%2525",
  "%",
  "%%%%4",
  "\\\\",
  "\\u005cu005c",
  "\\134",
  "&amp;amp;",
  "&",
  "&#38;#38;",
  "=3D",
  "=\n",
  "==",
  "a-",
  "a--",
  "- ",
  "1 ",
  "10,",
  "0x41,",
  "41 ",
  "41:",
  "QUFB",
  "UVVGQg==",
  "UVVGQg==\n",
  "JTI1",
  "NDE",
  "deadbeef",
  "deadbeef ",
  "0",
  "a",
  "A",
  "_",
  "é",
  "\u0301",
  "\u0301\u0323",
  "\u200b",
  "\u{e0041}",
  "\ufe0f",
  "\u{20000}",
  "\u{1d400}",
  "ﷺ",
  "㎏",
  "\ud800",
  "\u0000",
  "\u001b[",
  "\u001b[0m",
  "密码",
  "пароль",
  "пароль:",
  "password",
  "password is ",
  "password = ",
  'password" "',
  "://a:b",
  "://a:b@",
  "http://a:a@a ",
  "-----BEGIN PRIVATE KEY",
  "-----BEGIN",
  "curl -u ",
  "curl -",
  "kind: Secret data: ",
  "data: a:",
  "authorization: ",
  "bearer ",
  "eyJ",
  "eyJ.eyJ",
  "ey-",
  "x9Qw(3.token=",
  "x9Q-changeme3.secret=",
  "A9-x8_k7.auth_key:",
  "LOOKER_CLIENT_ID=key",
  "'+'",
  '" + "',
]

/** The keywords of the whole table. */
const keywords = Array.from(
  new Set(compileRules(families, structures).map((check) => check.keyword)),
)

/** More than four thousand units. */
export const adversarialUnits: ReadonlyArray<string> = [
  ...unfolding,
  ...keywords.flatMap((keyword, index) =>
    Array.from(
      { length: perKeyword },
      (_, turn) => keyword + (tails[(index * 7 + turn * 5) % tails.length] ?? ""),
    ),
  ),
]

/** A unit repeated to a number of UTF-16 units. */
export const repeated = (unit: string, size: number): string =>
  unit.repeat(Math.ceil(size / unit.length)).slice(0, size)
