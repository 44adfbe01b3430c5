/**
 * How much a term tells: the fewer memories have it, the more. Integers only, so that every machine
 * agrees to the last bit.
 *
 * @module
 */

/** Weights count in 256ths of a bit. */
const FRACTION_BITS = 8
/** One, in the fixed point the squaring runs in. */
const ONE = 32_768

/**
 * About floor(256·log2((count + having) / having)) by repeated squaring; this routine is the
 * definition, a few values lie one below the true floor. `having`: how many of the `count` memories
 * have the term, at least 1. Never falls as `having` shrinks; 256 where all have it.
 */
export const termWeight = (count: number, having: number): number => {
  const numerator = count + having
  let denominator = having
  let whole = 0
  while (numerator >= denominator * 2) {
    denominator *= 2
    whole++
  }
  let x = Math.floor((numerator * ONE) / denominator)
  let fraction = 0
  for (let bit = 0; bit < FRACTION_BITS; bit++) {
    x = Math.floor((x * x) / ONE)
    fraction *= 2
    if (x >= 2 * ONE) {
      x = Math.floor(x / 2)
      fraction += 1
    }
  }
  return whole * 2 ** FRACTION_BITS + fraction
}

/** The least weight a term can have: every memory has it. */
export const LEAST_TERM_WEIGHT = 256
