/**
 * Invented memories and questions of any number, the same from the same seed: words with the
 * frequencies of a language, conversations of twenty turns, a part of them hidden.
 *
 * @module
 */

export interface BenchMemory {
  readonly key: string
  readonly content: string
  /** One of `SPEAKERS`. */
  readonly speaker: string
  readonly trail: string
  readonly ordinal: number
  readonly isActive: boolean
  /** About a person the asking audience does not include. */
  readonly isHidden: boolean
  /** No longer valid. */
  readonly isOver: boolean
}

export type QueryKind = "natural" | "selective" | "broad" | "none" | "common 32"

export interface Corpus {
  readonly memories: (from: number, to: number) => ReadonlyArray<BenchMemory>
  readonly queries: (kind: QueryKind, count: number) => ReadonlyArray<string>
}

/** Names no word of a memory is made like. */
export const SPEAKERS = Array.from(
  { length: 40 },
  (_, i) => `Ely${"aeiouy"[i % 6]}${"rnsxw"[i % 5]}${i}`,
)

const VOCABULARY = 200_000
/** Zipf's law with Mandelbrot's shift. */
const SHIFT = 3.7
const EXPONENT = 1.05
const TRAIL_LENGTH = 20

export const makeCorpus = (size: number): Corpus => {
  const words = makeWords()
  const cumulated = new Float64Array(VOCABULARY)
  let sum = 0
  for (let rank = 0; rank < VOCABULARY; rank++) {
    sum += 1 / (rank + SHIFT) ** EXPONENT
    cumulated[rank] = sum
  }
  /** Every memory has its own chance, so that any can be made without those before it. */
  const rankAt = (random: () => number): number => {
    const at = random() * sum
    let low = 0
    let high = VOCABULARY - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((cumulated[middle] as number) < at) low = middle + 1
      else high = middle
    }
    return low
  }
  const ranksOf = (i: number): ReadonlyArray<number> => {
    const random = makeRandom(i * 2 + 1)
    return Array.from({ length: 8 + Math.floor(random() * 13) }, () => rankAt(random))
  }
  const makeMemory = (i: number): BenchMemory => {
    const random = makeRandom(i * 2)
    return {
      key: `m_${hex(random)}${hex(random)}${hex(random)}${hex(random)}`,
      content: ranksOf(i)
        .map((rank) => words[rank])
        .join(" "),
      speaker: SPEAKERS[(i * 7) % SPEAKERS.length] as string,
      trail: `t${Math.floor(i / TRAIL_LENGTH)}`,
      ordinal: i % TRAIL_LENGTH,
      isActive: random() < 0.95,
      isHidden: random() >= 0.9,
      isOver: random() >= 0.97,
    }
  }
  const random = makeRandom(7)
  const some = (from: number, to: number): string =>
    words[from + Math.floor(random() * (to - from))] as string
  const query: { readonly [kind in QueryKind]: () => string } = {
    natural: () => {
      const distinct = [...new Set(ranksOf(Math.floor(random() * size)))]
      return shuffled(distinct, random)
        .slice(0, 5)
        .map((rank) => words[rank])
        .join(" ")
    },
    // Words that about 5 to 50 of 100,000 memories have.
    selective: () => `${some(20_000, 90_000)} ${some(20_000, 90_000)}`,
    broad: () => `${some(0, 30)} ${some(0, 30)} ${some(0, 30)}`,
    // What a query made to be costly can ask: as many of the commonest words as are used.
    "common 32": () => shuffled(words.slice(0, 32), random).join(" "),
    none: () => `${hex(random)}q ${hex(random)}q`,
  }
  return {
    memories: (from, to) => Array.from({ length: to - from }, (_, i) => makeMemory(from + i)),
    queries: (kind, count) => Array.from({ length: count }, () => query[kind]()),
  }
}

/** Pronounceable words, each once, which no stemmer shortens into another. */
const makeWords = (): ReadonlyArray<string> => {
  const heads = [..."bdfgklmnprtvz"]
  const vowels = [..."aou"]
  const syllables = heads.flatMap((head) => vowels.map((vowel) => head + vowel))
  return Array.from({ length: VOCABULARY }, (_, i) => {
    let word = ""
    for (let rest = i + 1; rest > 0; rest = Math.floor(rest / syllables.length)) {
      word += syllables[rest % syllables.length]
    }
    return `${word}k`
  })
}

const hex = (random: () => number): string =>
  Math.floor(random() * 2 ** 32)
    .toString(16)
    .padStart(8, "0")

const shuffled = <T>(items: ReadonlyArray<T>, random: () => number): ReadonlyArray<T> =>
  items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)

/** Mulberry's generator: 0 to 1, the same from the same seed. */
export const makeRandom = (seed: number): (() => number) => {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}
