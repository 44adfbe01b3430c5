/**
 * Thai, Lao, Khmer, Myanmar and their relatives write words without spaces. Their letters are gathered into
 * clusters (a consonant with the vowels and tones written around it), and a run gives its overlapping pairs.
 *
 * @module
 */
import { CharacterClass, classOf } from "./CharacterClass.ts"
import type { TermSink } from "./TermSink.ts"

/** Thai and Lao vowels written before the consonant they follow in speech. */
const leadingVowels = /[\u0e40-\u0e44\u0ec0-\u0ec4]/
/** Vowels and signs written after it that are letters to Unicode. */
const followingVowels = /[\u0e30\u0e32\u0e33\u0e45\u0e46\u0e2f\u0eb0\u0eb2\u0eb3\u0ec6]/

/** Clusters longer than this are cut: a pair of them still fits into a term. */
const maxClusterUnits = 8

const clustersOf = (run: string): Array<string> => {
  const clusters: Array<string> = []
  let cluster = ""
  let open = false
  for (const character of run) {
    const isMark = classOf(character.codePointAt(0) ?? 0) === CharacterClass.Mark
    const continues = open || isMark || followingVowels.test(character)
    if (!continues || cluster.length >= maxClusterUnits) {
      if (cluster !== "") clusters.push(cluster)
      cluster = ""
    }
    cluster += character
    open = leadingVowels.test(character)
  }
  if (cluster !== "") clusters.push(cluster)
  return clusters
}

/** The terms of a run of an unspaced script. */
export const addUnspaced = (run: string, sink: TermSink): void => {
  const clusters = clustersOf(run)
  const alone = clusters.length === 1
  clusters.forEach((cluster, index) => {
    if (alone) sink.strong(cluster)
    else sink.weak(cluster)
    const next = clusters[index + 1]
    if (next !== undefined) sink.strong(cluster + next)
  })
}
