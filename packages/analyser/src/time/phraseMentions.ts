/**
 * Time expressions of Chinese, Japanese and Korean, which stand in the text without spaces around them.
 *
 * @module
 */
import { mentionOf, mentionOfUnit, type TimeMention } from "./TimeMention.ts"
import { phrases } from "./timeWords.ts"

/** Year, month and day in figures before their signs; the year or the rest may be missing. */
const dates =
  /(?:((?:19|20)\d\d) ?[年년])(?: ?(\d{1,2}) ?[月월](?: ?(\d{1,2}) ?[日号號일])?)?|(\d{1,2}) ?[月월](?: ?(\d{1,2}) ?[日号號일])?/g

const units = new Map(phrases.map(([phrase, unit, count]) => [phrase, { unit, count }] as const))
const phrasePattern = new RegExp(
  phrases
    .map(([phrase]) => phrase)
    .sort((one, other) => other.length - one.length)
    .join("|"),
  "g",
)
const hasSuchScript = /[\u3000-\u9fff\uac00-\ud7a3]/

/** The mentions in a normalised text, dates first; relative ones only if `today` is given. */
export const phraseMentions = (
  text: string,
  today: number | undefined,
): ReadonlyArray<TimeMention> => {
  if (!hasSuchScript.test(text)) return []
  const mentions: Array<TimeMention | undefined> = []
  for (const [, year = "0", month = "0", day = "0", monthOnly, dayOnly = "0"] of text.matchAll(
    dates,
  )) {
    mentions.push(
      monthOnly === undefined
        ? mentionOf(Number(year), Number(month), Number(day))
        : mentionOf(0, Number(monthOnly), Number(dayOnly)),
    )
  }
  if (today !== undefined) {
    for (const [phrase] of text.matchAll(phrasePattern)) {
      const found = units.get(phrase)
      if (found !== undefined) mentions.push(mentionOfUnit(found.unit, found.count, today))
    }
  }
  return mentions.filter((mention) => mention !== undefined)
}
