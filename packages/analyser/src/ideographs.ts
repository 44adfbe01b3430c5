/**
 * Chinese and Japanese show no word boundaries, so a stretch of Han and kana gives its overlapping pairs of
 * characters, and each Han character alone so that a query of one character finds it.
 *
 * @module
 */
import { CharacterClass, classOf } from "./CharacterClass.ts"
import type { TermSink } from "./TermSink.ts"

/** Han characters that carry grammar, in Chinese above all. */
const functionHan = new Set(
  "的了是在不我你您他她它们們这這那哪有和就也都很吗嗎呢吧啊呀么麼什谁誰怎为為因所以之与與及或把被从從到对對向于於个個给給让讓又还還要会會能可没沒多少几幾里裡时時候叫",
)

/** Of these, the ones that are hardly ever part of a longer word: a pair with one of them says nothing. */
const pureFunctionHan = new Set("的了吗嗎呢吧啊呀么麼是很也")

/** Hiragana that follow a noun; a pair of Han and one of these says nothing. */
const particles = new Set("をはがにへとのもでやかねよ")

const functionKana = new Set(
  `です ます した して いる いた ある あり ない なか から まで ので のは のが のを には では とは にも でも ても って った
  たい こと もの する すれ され れる られ らせ せる さん さま くん ちゃ ゃん どこ こに こで いつ つも だれ なに なん どう うし
  なぜ ため よう そう この その あの どの これ それ あれ どれ ここ そこ くだ ださ さい だっ だろ ろう しま せん でし まし ませ
  んで てい てる いま ます すか のか たの るの いの のに けど れば なら なら いて おり ので たち とき など ほど だけ しか より れな らな わな せな けな`
    .split(/\s+/)
    .filter(Boolean),
)

interface Character {
  readonly text: string
  readonly class: number
}

const charactersOf = (run: string): Array<Character> => {
  const characters: Array<Character> = []
  for (const text of run) {
    const characterClass = classOf(text.codePointAt(0) ?? 0)
    if (characterClass !== CharacterClass.Mark) characters.push({ text, class: characterClass })
  }
  return characters
}

const isHan = (character: Character | undefined): boolean => character?.class === CharacterClass.Han

const addHan = (
  before: Character | undefined,
  character: Character,
  after: Character | undefined,
  sink: TermSink,
): void => {
  if (functionHan.has(character.text)) sink.common(character.text)
  else if (isHan(before) || isHan(after)) sink.weak(character.text)
  else sink.strong(character.text)
}

const isPair = (first: Character, second: Character): boolean =>
  first.class === second.class || (isHan(first) && second.class === CharacterClass.Hiragana)

const addHanPair = (first: string, second: string, sink: TermSink): void => {
  const isCommon =
    pureFunctionHan.has(first) ||
    pureFunctionHan.has(second) ||
    (functionHan.has(first) && functionHan.has(second))
  if (isCommon) sink.common(first + second)
  else sink.strong(first + second)
}

const addPair = (first: Character, second: Character, sink: TermSink): void => {
  if (!isPair(first, second)) return
  const pair = first.text + second.text
  const isGrammar = isHan(first) ? particles.has(second.text) : functionKana.has(pair)
  if (isHan(second)) addHanPair(first.text, second.text, sink)
  else if (isGrammar) sink.fallback(pair)
  else sink.strong(pair)
}

/** A word in katakana is usually a loan and is also found whole, with or without its last long vowel. */
const addKatakanaWord = (word: string, sink: TermSink): void => {
  const trimmed = word.length > 3 && word.endsWith("ー") ? word.slice(0, -1) : word
  if (word.length === 1 || (trimmed.length > 2 && trimmed.length <= 21)) sink.strong(trimmed)
}

/** The terms of a run of Han and kana. */
export const addIdeographs = (run: string, sink: TermSink): void => {
  const characters = charactersOf(run)
  const [first] = characters
  if (characters.length === 1 && first?.class === CharacterClass.Hiragana) sink.common(first.text)
  let katakanaFrom = -1
  characters.forEach((character, index) => {
    const after = characters[index + 1]
    if (isHan(character)) addHan(characters[index - 1], character, after, sink)
    if (after !== undefined) addPair(character, after, sink)
    if (character.class !== CharacterClass.Katakana) return
    if (katakanaFrom === -1) katakanaFrom = index
    if (after?.class === CharacterClass.Katakana) return
    if (index - katakanaFrom < 22) {
      const word = characters.slice(katakanaFrom, index + 1)
      addKatakanaWord(word.map(({ text }) => text).join(""), sink)
    }
    katakanaFrom = -1
  })
}
