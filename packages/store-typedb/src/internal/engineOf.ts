/**
 * Which servers will do. Older ones lose rows, put given text into quotes unescaped, or do not know
 * given rows at all.
 *
 * @module
 */
const LEAST = [3, 12, 3] as const

/** What the server calls itself, with its version; undefined where that is too old or not TypeDB 3. */
export const engineOf = (answer: unknown): string | undefined => {
  if (typeof answer !== "object" || answer === null) return undefined
  if (!("distribution" in answer) || !("version" in answer)) return undefined
  const { distribution, version } = answer
  if (typeof distribution !== "string" || typeof version !== "string") return undefined
  const numbers = /^(\d+)\.(\d+)\.(\d+)/.exec(version)?.slice(1).map(Number)
  if (numbers === undefined || !distribution.startsWith("TypeDB")) return undefined
  const [major = 0, minor = 0, patch = 0] = numbers
  const isNewEnough =
    major === LEAST[0] && (minor > LEAST[1] || (minor === LEAST[1] && patch >= LEAST[2]))
  return isNewEnough ? `${distribution} ${version}` : undefined
}
