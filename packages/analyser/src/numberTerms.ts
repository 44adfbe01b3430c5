/**
 * The terms of digits joined by single signs: versions, decimals, times, dates, addresses, grouped thousands.
 *
 * @module
 */

const versionPattern = /^\d+(?:\.\d+){2,}$/
const thousandsPattern = /^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*$/

const isTelling = (digits: string): boolean => digits.length >= 3 && /[1-9]/.test(digits)

/**
 * The number as it is written, then what it may be asked by: grouped digits in one ("1,000": "1000"),
 * the first two parts of a version ("2.4.1": "2.4"), and every part of three digits or more.
 */
export const numberTerms = (text: string): ReadonlyArray<string> => {
  const thousands = thousandsPattern.exec(text)
  const joined = text.replaceAll(/[.,]/g, "")
  if (thousands?.[1] === ",") return [joined]
  if (thousands?.[1] === ".") return [text, joined]
  const parts = text.split(/[-.,:/]/)
  if (parts.length === 1) return [text]
  const minor = versionPattern.test(text) ? [`${parts[0]}.${parts[1]}`] : []
  return [text, ...minor, ...parts.filter(isTelling)]
}
