/**
 * Letters that readers of a script take for the same are made the same: case, diacritics of Latin and Greek,
 * vocalisation of Arabic and Hebrew, spelling variants of Devanagari.
 *
 * @module
 */
import { CharacterClass } from "./CharacterClass.ts"

const pairs = (list: string): ReadonlyMap<string, string> =>
  new Map(list.split(" ").map((pair) => [pair.slice(0, 1), pair.slice(1)] as const))

const replaceEach = (word: string, replacements: ReadonlyMap<string, string>): string => {
  let folded = ""
  for (const character of word) folded += replacements.get(character) ?? character
  return folded
}

/** Latin letters that do not decompose into a base letter and a mark. */
const latinLetters = pairs(
  "ßss æae œoe øo đd łl ðd þth ıi ħh ŧt ŋn ĸk ɓb ɗd ɛe ɣg ɨi ƙk ŀl ɔo ŉn ſs",
)
const latinSpecial = /[ßæœøđłðþıħŧŋĸɓɗɛɣɨƙŀɔŉſ]/
const beyondAscii = /[^\0-\x7f]/
const combiningMarks = /[\u0300-\u036f]/g

const foldLatin = (word: string): string => {
  if (!beyondAscii.test(word)) return word
  const bare = word.normalize("NFD").replace(combiningMarks, "")
  return latinSpecial.test(bare) ? replaceEach(bare, latinLetters) : bare
}

const foldGreek = (word: string): string =>
  word.normalize("NFD").replace(combiningMarks, "").replaceAll("ς", "σ")

/** Only marks that did not compose go (stress marks); й, ї and ў are letters of their own. */
const foldCyrillic = (word: string): string =>
  word.replace(combiningMarks, "").replaceAll("ё", "е").replaceAll("ѐ", "е").replaceAll("ѝ", "и")

const arabicMarks = /[\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed]/g
const arabicLetters = pairs("أا إا آا ٱا ىي ةه ؤو ئي کك یي ہه")
const foldArabic = (word: string): string =>
  replaceEach(word.replace(arabicMarks, ""), arabicLetters)

const hebrewMarks = /[\u0591-\u05bd\u05bf-\u05c7"\u05f3\u05f4]/g
const hebrewFinals = pairs("ךכ םמ ןנ ףפ ץצ")
const foldHebrew = (word: string): string =>
  replaceEach(word.replace(hebrewMarks, ""), hebrewFinals)

const virama = "\u094d"
/** Each class of Devanagari consonants with the nasal that is also written as a dot over the letter before. */
const homorganicNasals = [
  ["ङ", "क-घ"],
  ["ञ", "च-झ"],
  ["ण", "ट-ढ"],
  ["न", "त-ध"],
  ["म", "प-भ"],
].map(([nasal, consonants]) => new RegExp(`${nasal}${virama}(?=[${consonants}])`, "g"))
const nukta = /\u093c/g

const foldDevanagari = (word: string): string => {
  let folded = word.replace(nukta, "").replaceAll("ँ", "ं")
  for (const nasal of homorganicNasals) folded = folded.replace(nasal, "ं")
  return folded
}

/** The bit of a class in a set of classes. */
export const classBit = (characterClass: number): number => 1 << characterClass

const folds: ReadonlyArray<readonly [number, (word: string) => string]> = [
  [classBit(CharacterClass.Latin), foldLatin],
  [classBit(CharacterClass.Greek), foldGreek],
  [classBit(CharacterClass.Cyrillic), foldCyrillic],
  [classBit(CharacterClass.Arabic), foldArabic],
  [classBit(CharacterClass.Hebrew), foldHebrew],
  [classBit(CharacterClass.Devanagari), foldDevanagari],
]

/**
 * A lower-case word of a normalised text, folded; `classes` is the set of classes in it (see `classBit`).
 * Folding twice gives the same as folding once.
 */
export const foldWord = (word: string, classes: number): string => {
  let folded = word
  for (const [bit, fold] of folds) if ((classes & bit) !== 0) folded = fold(folded)
  return folded
}
