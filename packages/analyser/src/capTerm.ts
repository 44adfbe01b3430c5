/**
 * The upper bound on a term, so that no text can make an index key long.
 *
 * @module
 */

/** The longest term, in bytes of UTF-8. */
export const maxTermBytes = 64

/** A UTF-16 unit takes at most three bytes, so this many units always fit. */
const alwaysFits = Math.floor(maxTermBytes / 3)

const utf8Length = (codePoint: number): number => {
  if (codePoint < 0x80) return 1
  if (codePoint < 0x800) return 2
  return codePoint < 0x10000 ? 3 : 4
}

/** The longest prefix of whole code points that fits into `maxTermBytes`. */
export const capTerm = (term: string): string => {
  if (term.length <= alwaysFits) return term
  let bytes = 0
  let end = 0
  while (end < term.length) {
    const codePoint = term.codePointAt(end) ?? 0
    bytes += utf8Length(codePoint)
    if (bytes > maxTermBytes) return term.slice(0, end)
    end += codePoint > 0xffff ? 2 : 1
  }
  return term
}
