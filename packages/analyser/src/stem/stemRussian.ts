/**
 * The Snowball stemmer for Russian, and one rule more: the vowel that comes and goes before a final к or ц
 * ("кошка", "кошек") is dropped. Words of other Cyrillic languages pass through the same rules.
 *
 * @module
 */

const vowels = "аеиоуыэюя"

const suffixes = (list: string): ReadonlyArray<string> =>
  list.split(" ").sort((one, other) => other.length - one.length)

const gerundAfterA = suffixes("в вши вшись")
const gerund = suffixes("ив ивши ившись ыв ывши ывшись")
const adjective = suffixes(
  "ее ие ые ое ими ыми ей ий ый ой ем им ым ом его ого ему ому их ых ую юю ая яя ою ею",
)
const participleAfterA = suffixes("ем нн вш ющ щ")
const participle = suffixes("ивш ывш ующ")
const verbAfterA = suffixes("ла на ете йте ли й л ем н ло но ет ют ны ть ешь нно")
const verb = suffixes(
  "ила ыла ена ейте уйте ите или ыли ей уй ил ыл им ым ен ило ыло ено ят ует уют ит ыт ены ить ыть ишь ую ю",
)
const noun = suffixes(
  "а ев ов ие ье е иями ями ами еи ии и ией ей ой ий й иям ям ием ем ам ом о у ах иях ях ы ь ию ью ю ия ья я",
)

/** The length of the longest suffix at the end of `word` that starts at `from` or later, or 0. */
const suffixLength = (word: string, from: number, list: ReadonlyArray<string>): number =>
  list.find((suffix) => word.endsWith(suffix) && word.length - suffix.length >= from)?.length ?? 0

/** The same for suffixes that count only after а or я, which stays. */
const suffixLengthAfterA = (word: string, from: number, list: ReadonlyArray<string>): number =>
  list.find((suffix) => {
    const before = word.length - suffix.length - 1
    return word.endsWith(suffix) && before >= from && "ая".includes(word.charAt(before))
  })?.length ?? 0

const afterVowelAndConsonant = (word: string, from: number): number => {
  for (let index = from + 1; index < word.length; index++) {
    if (vowels.includes(word.charAt(index - 1)) && !vowels.includes(word.charAt(index))) {
      return index + 1
    }
  }
  return word.length
}

const cut = (word: string, length: number): string => word.slice(0, word.length - length)

const withoutInflection = (word: string, from: number): string => {
  const ofGerund = suffixLength(word, from, gerund) || suffixLengthAfterA(word, from, gerundAfterA)
  if (ofGerund > 0) return cut(word, ofGerund)
  const bare = cut(word, suffixLength(word, from, ["ся", "сь"]))
  const ofAdjective = suffixLength(bare, from, adjective)
  if (ofAdjective > 0) {
    const rest = cut(bare, ofAdjective)
    return cut(
      rest,
      suffixLength(rest, from, participle) || suffixLengthAfterA(rest, from, participleAfterA),
    )
  }
  const ofVerb = Math.max(
    suffixLength(bare, from, verb),
    suffixLengthAfterA(bare, from, verbAfterA),
  )
  return cut(bare, ofVerb > 0 ? ofVerb : suffixLength(bare, from, noun))
}

const tidied = (word: string, from: number): string => {
  const bare = cut(word, suffixLength(word, from, ["ейше", "ейш"]))
  if (bare.endsWith("нн")) return cut(bare, 1)
  return cut(bare, suffixLength(bare, from, ["ь"]))
}

const withoutFleetingVowel = (stem: string): string =>
  stem.length > 3 && /[^аеиоуыэюяйь][ео][кц]$/.test(stem)
    ? stem.slice(0, -2) + stem.slice(-1)
    : stem

/** The stem of a folded word of Cyrillic letters. */
export const stemRussian = (word: string): string => {
  const firstVowel = [...word].findIndex((letter) => vowels.includes(letter))
  if (firstVowel === -1) return word
  const from = firstVowel + 1
  const derivationFrom = afterVowelAndConsonant(word, afterVowelAndConsonant(word, 0))
  const inflected = withoutInflection(word, from)
  const short = cut(inflected, suffixLength(inflected, from, ["и"]))
  const underived = cut(short, suffixLength(short, derivationFrom, ["ость", "ост"]))
  return withoutFleetingVowel(tidied(underived, from))
}
