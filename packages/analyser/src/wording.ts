/**
 * The wording of a text: its words as they stand, for telling whether two texts say the same. Nothing is
 * stemmed and nothing left out but case, spacing, punctuation and the English articles.
 *
 * @module
 */
import { normaliseText } from "./normaliseText.ts"

/** Space and punctuation of every script, by code point: the runtime's own classes follow its Unicode version. */
const between =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters stand between words too
  /[\u0000-\u0020!"'(),\-./:;?[\\\]_{}\u007f-\u00a1\u00a7\u00ab\u00b6\u00b7\u00bb\u00bf\u055a-\u055f\u0589\u058a\u05be\u05c0\u05c3\u05f3\u05f4\u060c\u061b\u061f\u066d\u06d4\u0964\u0965\u0970\u0e4f\u0e5a\u0e5b\u104a-\u104f\u1360-\u1368\u1680\u17d4-\u17da\u2000-\u2027\u2028-\u205f\u2e00-\u2e5d\u3000-\u3003\u3008-\u3011\u3014-\u301f\u3030\u30a0\u30fb\ua8ce\ua8cf]+/

const articles: ReadonlySet<string> = new Set(["a", "an", "the"])

/**
 * The words in order, in lower case. Signs such as `+`, `#`, `%` and `€` tell words apart and stay. Empty
 * for a text of punctuation and articles alone.
 */
export const wording = (text: string): ReadonlyArray<string> =>
  normaliseText(text)
    .toLowerCase()
    .split(between)
    .filter((word) => word !== "" && !articles.has(word))
