/**
 * Invented memories and the questions asked of them; the same number gives the same words.
 *
 * @module
 */
import type { RememberRequest } from "reminisce"

const WHO = ["Mira", "Tomas", "Ana", "Per", "Ines", "Jonas", "Lena", "Oskar"]
const WHERE = ["north gate", "harbour", "boat house", "mill", "old bridge", "market", "lighthouse"]
const WHAT = ["opens at dawn", "closes at dusk", "was painted", "needs a new lock", "is dry again"]

export const memoryAt = (i: number): RememberRequest => ({
  key: `m_${i}`,
  content: `${WHO[i % 8]} said on round ${i} that the ${WHERE[i % 7]} ${WHAT[i % 5]}.`,
  aspects: ["episodic"],
  basis: "told",
})

export const questionAt = (i: number): string =>
  `what did ${WHO[i % 8]} say about the ${WHERE[(i * 3) % 7]} on round ${(i * 37) % 9_000}`
