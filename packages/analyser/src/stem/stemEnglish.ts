/**
 * Porter's stemmer for English, after a table of irregular forms whose endings tell nothing.
 *
 * @module
 */
import { irregularEnglish } from "./irregularEnglish.ts"

const isVowel = (word: string, index: number): boolean => {
  const letter = word.charAt(index)
  if (letter === "y") return index > 0 && !isVowel(word, index - 1)
  return letter !== "" && "aeiou".includes(letter)
}

/** How many times a vowel is followed by a consonant. */
const measure = (stem: string): number => {
  let count = 0
  let afterVowel = false
  for (let index = 0; index < stem.length; index++) {
    const vowel = isVowel(stem, index)
    if (afterVowel && !vowel) count++
    afterVowel = vowel
  }
  return count
}

const hasVowel = (stem: string): boolean => {
  for (let index = 0; index < stem.length; index++) if (isVowel(stem, index)) return true
  return false
}

const endsInDoubleConsonant = (word: string): boolean => {
  const last = word.length - 1
  return last > 0 && word.charAt(last) === word.charAt(last - 1) && !isVowel(word, last)
}

/** Consonant, vowel, consonant other than w, x and y, as in "hop". */
const endsShort = (word: string): boolean => {
  const last = word.length - 1
  return (
    last > 1 &&
    !isVowel(word, last) &&
    isVowel(word, last - 1) &&
    !isVowel(word, last - 2) &&
    !"wxy".includes(word.charAt(last))
  )
}

const withoutPlural = (word: string): string => {
  if (word.endsWith("sses") || word.endsWith("ies")) return word.slice(0, -2)
  return word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word
}

const restoredEnd = (stem: string): string => {
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`
  if (endsInDoubleConsonant(stem) && !/[lsz]$/.test(stem)) return stem.slice(0, -1)
  return measure(stem) === 1 && endsShort(stem) ? `${stem}e` : stem
}

const withoutPastOrProgressive = (word: string): string => {
  if (word.endsWith("eed")) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word
  const length = word.endsWith("ed") ? 2 : word.endsWith("ing") ? 3 : 0
  if (length === 0 || !hasVowel(word.slice(0, -length))) return word
  return restoredEnd(word.slice(0, -length))
}

const withFinalI = (word: string): string =>
  word.endsWith("y") && hasVowel(word.slice(0, -1)) ? `${word.slice(0, -1)}i` : word

type Rules = ReadonlyArray<readonly [suffix: string, replacement: string]>

const rules = (list: string): Rules =>
  list.split(" ").map((rule) => {
    const [suffix = "", replacement = ""] = rule.split(">")
    return [suffix, replacement] as const
  })

/** "-ion" is a suffix only after s or t. */
const isAllowed = (word: string, suffix: string): boolean =>
  suffix !== "ion" || /[st]ion$/.test(word)

/** The first rule whose suffix fits decides, whether or not the stem before it is long enough. */
const applyRules = (word: string, list: Rules, least: number): string => {
  const rule = list.find(([suffix]) => word.endsWith(suffix) && isAllowed(word, suffix))
  if (rule === undefined) return word
  const stem = word.slice(0, -rule[0].length)
  return measure(stem) > least ? stem + rule[1] : word
}

const doubleSuffixes = rules(
  "ational>ate tional>tion enci>ence anci>ance izer>ize bli>ble alli>al entli>ent eli>e ousli>ous " +
    "ization>ize ation>ate ator>ate alism>al iveness>ive fulness>ful ousness>ous aliti>al iviti>ive biliti>ble logi>log",
)
const qualities = rules("icate>ic ative> alize>al iciti>ic ical>ic ful> ness>")
const remainders = rules(
  "al> ance> ence> er> ic> able> ible> ant> ement> ment> ent> ion> ou> ism> ate> iti> ous> ive> ize>",
)

const withoutFinalE = (word: string): string => {
  if (!word.endsWith("e")) return word
  const stem = word.slice(0, -1)
  const length = measure(stem)
  return length > 1 || (length === 1 && !endsShort(stem)) ? stem : word
}

const withSingleL = (word: string): string =>
  word.endsWith("ll") && measure(word.slice(0, -1)) > 1 ? word.slice(0, -1) : word

/** The stem of a lower-case word of the letters a to z; shorter than three letters, it is its own stem. */
export const stemEnglish = (word: string): string => {
  const regular = irregularEnglish.get(word) ?? word
  if (regular.length < 3) return regular
  const inflected = withFinalI(withoutPastOrProgressive(withoutPlural(regular)))
  const derived = applyRules(applyRules(inflected, doubleSuffixes, 0), qualities, 0)
  return withSingleL(withoutFinalE(applyRules(derived, remainders, 1)))
}
