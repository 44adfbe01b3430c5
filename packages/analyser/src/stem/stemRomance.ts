/**
 * Light stemmers for Spanish, French, Italian and Portuguese after folding: plural and gender first, then
 * the commonest endings of verbs.
 *
 * @module
 */
import { makeSuffixTable, stripSuffix } from "./stripSuffix.ts"

type Replacement = readonly [suffix: string, replacement: string]

/** The first replacement whose suffix fits a word that keeps at least `leastStem` letters before it. */
const replaceEnd = (
  word: string,
  replacements: ReadonlyArray<Replacement>,
  leastStem: number,
): string => {
  const fitting = replacements.find(
    ([suffix]) => word.length - suffix.length >= leastStem && word.endsWith(suffix),
  )
  return fitting === undefined ? word : word.slice(0, -fitting[0].length) + fitting[1]
}

const spanishPlurals: ReadonlyArray<Replacement> = [
  ["mos", "mos"],
  ["ces", "z"],
  ["ses", "s"],
  ["des", "d"],
  ["res", "r"],
  ["les", "l"],
  ["nes", "n"],
  ["yes", "y"],
  ["s", ""],
]
const spanishEndings =
  makeSuffixTable(`ariamos eriamos iriamos aremos eremos iremos abamos ieramos aramos
  asteis isteis ieron iendo yendo andose iendose arian erian irian arias aria eria iria aran eran iran aras
  eras iras are ere ire ara era ira aban abas aba aron ado ada ido ida ados adas idos idas ando ian ias ia
  amos emos imos ar er ir arse erse irse arlo erlo irlo arla erla irla aste iste io an en as es o a e i`)

/** The stem of a folded Spanish word. */
export const stemSpanish = (word: string): string =>
  stripSuffix(replaceEnd(word, spanishPlurals, 3), spanishEndings, 3)

const frenchPlurals: ReadonlyArray<Replacement> = [
  ["eaux", "eau"],
  ["aux", "al"],
  ["s", ""],
  ["x", ""],
]
const frenchEndings =
  makeSuffixTable(`eraient eront erons erez erait erai eras era iraient iront irait ira
  issaient issons issez issait issent aient ions iez ait ai ant ent ons ez er ir ee e es ie`)

/** The e that keeps a g soft before an ending ("mangeait"). */
const softened: ReadonlyArray<Replacement> = [["ge", "g"]]

/** The stem of a folded French word. */
export const stemFrench = (word: string): string =>
  replaceEnd(stripSuffix(replaceEnd(word, frenchPlurals, 3), frenchEndings, 3), softened, 3)

const italianEndings =
  makeSuffixTable(`eranno iranno eremo iremo erebbe irebbe avamo evamo ivamo avano evano
  ivano arono erono irono assero essero issero ando endo ava eva iva avo evo ivo avi evi ivi ato ata ati ate
  uto uta uti ute ito ita iti ite are ere ire arsi ersi irsi iamo ano ono era ira ero iro he hi io
  ia ie ii a e i o`)

/** The stem of a folded Italian word. */
export const stemItalian = (word: string): string => stripSuffix(word, italianEndings, 3)

const portuguesePlurals: ReadonlyArray<Replacement> = [
  ["oes", "ao"],
  ["aes", "ao"],
  ["ais", "al"],
  ["eis", "el"],
  ["ns", "m"],
  ["res", "r"],
  ["zes", "z"],
  ["s", ""],
]
const portugueseEndings =
  makeSuffixTable(`ariamos eriamos iriamos aremos eremos iremos avamos aram eram iram
  ando endo indo ariam eriam iriam aria eria iria avam ava ou eu iu ado ada ido ida amos emos imos ar er ir
  arei erei irei ara era ira iam ia am em a e o`)

/** The stem of a folded Portuguese word. */
export const stemPortuguese = (word: string): string =>
  stripSuffix(replaceEnd(word, portuguesePlurals, 3), portugueseEndings, 3)
