/**
 * Korean writes particles and endings onto the word, so a word gives its overlapping pairs of syllables;
 * what is particle or ending counts little or not at all.
 *
 * @module
 */
import type { TermSink } from "./TermSink.ts"

const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/).filter(Boolean))

/** Particles, and the forms of 하다 that make a verb of a noun, by length, longest first. */
const particles = [
  words("에서부터 으로부터 이라고는 했습니다"),
  words(`에게서 에서는 에서도 으로는 으로도 까지는 부터는 이라는 이라고 한테서 처럼은 이네는 네에서 합니다 했어요
    하려고 하면서 하기로 하나요 할까요`),
  words(`에서 에게 한테 께서 으로 부터 까지 보다 처럼 마다 이랑 하고 이나 라도 조차 밖에 에는 에도 만큼 이라 라는 라고
    이는 이가 이를 이네 네는 들은 들이 들을 들과 들의 한다 하다 했다 해요 하는
    하고 해서 하게 했던 하면 했고`),
  words("은 는 이 가 을 를 에 의 도 만 로 와 과 랑 나 야 께 네 들 한 할 해"),
]

/** Pairs of syllables that belong to endings and auxiliaries. */
const functionPairs =
  words(`에서 에게 한테 께서 으로 부터 까지 보다 처럼 마다 이랑 하고 입니 니다 습니 어요 아요 해요
  예요 이에 에요 나요 니까 하는 하다 한다 했다 했어 하게 했고 있다 있는 있어 있고 없다 없는 없어 것은 것이 것을 이다 였다
  이었 었다 았다 었어 았어 어서 아서 어디 누가 누구 언제 무엇 무슨 어떤 어느 어떻 떻게 뭐야 이야 그리 리고 그런 런데 하나
  인가 인지 는지 은지 디야`)

/** Syllables that mean little alone. */
const functionSyllables = words(
  "이 그 저 것 수 등 때 및 또 더 뭐 뭘 왜 안 못 좀 네 내 제 나 너 걸 게 건 데 하 있 없 되",
)

const stemLength = (syllables: ReadonlyArray<string>): number => {
  for (const [index, list] of particles.entries()) {
    const length = particles.length - index
    if (syllables.length > length && list.has(syllables.slice(-length).join(""))) {
      return syllables.length - length
    }
  }
  return syllables.length
}

const isParticle = (run: string): boolean => particles.some((list) => list.has(run))

/**
 * The terms of a run of Hangul; `attached` says that it follows a word of another script without a space, as a
 * particle does.
 */
export const addHangul = (run: string, attached: boolean, sink: TermSink): void => {
  const syllables = [...run]
  if (attached && isParticle(run)) return
  const stem = stemLength(syllables)
  const [first = ""] = syllables
  if (stem === 1) {
    if (functionSyllables.has(first)) sink.common(first)
    else sink.strong(first)
  }
  for (let index = 0; index + 1 < syllables.length; index++) {
    const pair = `${syllables[index]}${syllables[index + 1]}`
    if (index >= stem || functionPairs.has(pair)) sink.fallback(pair)
    else if (index + 1 < stem) sink.strong(pair)
    else if (stem === 1) sink.weak(pair)
    else sink.common(pair)
  }
}
