/**
 * Takes a run of letters, digits and connecting signs apart: identifiers, paths, addresses, versions, dates.
 * The whole and each of its nested parts become findable: "src/foo/bar.ts", "bar.ts", "bar".
 *
 * @module
 */
import { CharacterClass, classAt, widthAt } from "./CharacterClass.ts"
import { maxTermBytes } from "./capTerm.ts"
import { numberTerms } from "./numberTerms.ts"
import { splitHumps } from "./splitHumps.ts"

/** What a compound is made of. */
export interface CompoundParts {
  /** Joined spellings, as the text has them but for connectors that writers choose freely. */
  readonly wholes: Array<string>
  /** Numbers, ready to be terms. */
  readonly numbers: Array<string>
  /** Words, still as the text spells them. */
  readonly words: Array<string>
}

/** What stands between two connectors, and the connector before it ("" for the first). */
interface Piece {
  readonly connector: string
  /** One word, or digits and the signs that join them. */
  readonly text: Array<string>
  readonly isNumber: boolean
}

const pieceOrConnector = /[-_.,/\\@:&]+|[^-_.,/\\@:&]+/g
const isConnector = (token: string): boolean => /^[-_.,/\\@:&]/.test(token)
/** From the connectors that separate most to the ones that separate least. */
const levels = [/^[/\\@:&]/, /^[.,]/]
const joinsDigits = /^[-.,:/]$/
const onlyDigits = /^\d+$/
const digitsOrVersion = /^v?\d+$/i
const schemes = new Set(["http", "https", "ftp", "file", "mailto"])

/** Digits joined by a single sign (2.4.1, 10:30, 2023-05-08, 1,000) are one piece. */
const piecesOf = (raw: string): ReadonlyArray<Piece> => {
  const pieces: Array<Piece> = []
  let connector = ""
  for (const [token] of raw.matchAll(pieceOrConnector)) {
    const last = pieces.at(-1)
    if (isConnector(token)) {
      connector = token
    } else if (last?.isNumber && joinsDigits.test(connector) && onlyDigits.test(token)) {
      last.text.push(connector, token)
    } else {
      pieces.push({ connector, text: [token], isNumber: digitsOrVersion.test(token) })
    }
  }
  return pieces
}

const isNamed = (piece: Piece | undefined, name: ReadonlySet<string>): boolean =>
  piece !== undefined && name.has(piece.text.join("").toLowerCase())

/** How many pieces at the front say only that this is an address on the web. */
const schemeLength = (pieces: ReadonlyArray<Piece>): number => {
  const scheme = isNamed(pieces[0], schemes) && pieces[1]?.connector.startsWith(":") ? 1 : 0
  return isNamed(pieces[scheme], new Set(["www"])) && scheme + 1 < pieces.length
    ? scheme + 1
    : scheme
}

const endsInDigit = /\d$/
const startsWithDigit = /^\d/

/** Hyphens and underscores are a writer's choice and go, except between digits; no more than a term needs. */
const joined = (pieces: ReadonlyArray<Piece>): string => {
  let whole = ""
  for (const { connector, text } of pieces) {
    const next = text.join("")
    if (whole === "") whole = next
    else if (!/^[-_]/.test(connector)) whole += connector.replaceAll("\\", "/") + next
    else whole += (endsInDigit.test(whole) && startsWithDigit.test(next) ? "-" : "") + next
    if (whole.length > 2 * maxTermBytes) return whole
  }
  return whole
}

/** The groups between connectors of one level. */
const groupsAt = (pieces: ReadonlyArray<Piece>, level: RegExp): Array<Array<Piece>> => {
  const groups: Array<Array<Piece>> = []
  for (const piece of pieces) {
    const group = groups.at(-1)
    if (group === undefined || level.test(piece.connector)) groups.push([piece])
    else group.push(piece)
  }
  return groups
}

const isInitials = (pieces: ReadonlyArray<Piece>): boolean =>
  pieces.every(({ connector, text }) => /^\.?$/.test(connector) && isOneLetter(text.join("")))

const isOneLetter = (text: string): boolean =>
  text !== "" && widthAt(text, 0) === text.length && isLetter(classAt(text, 0))

const isLetter = (characterClass: number): boolean =>
  characterClass >= CharacterClass.Latin && characterClass <= CharacterClass.Unspaced

const ordinal = /^(?:st|nd|rd|th)$/i

/** A number with a unit ("5km") and a name with a number ("iphone15") are also found by either. */
const addWord = (word: string, parts: CompoundParts): void => {
  const shape = /^(\D*)(\d+)(\D*)$/.exec(word)
  if (shape === null) {
    const list = /\d/.test(word) ? parts.wholes : parts.words
    list.push(word)
    return
  }
  const [, before = "", digits = "", after = ""] = shape
  const letters = before + after
  if (letters === "" || (before === "" && ordinal.test(after))) {
    parts.numbers.push(digits)
    return
  }
  parts.wholes.push(word)
  if (before !== "" && after !== "") return
  if (before === "" || letters.length > 1) parts.numbers.push(digits)
  if (letters.length > 1) parts.words.push(letters)
}

const addPiece = (piece: Piece, parts: CompoundParts): void => {
  const text = piece.text.join("")
  if (piece.isNumber) {
    if (/^v\d+$/i.test(text)) parts.wholes.push(text)
    parts.numbers.push(...numberTerms(text.replace(/^v/i, "")))
    return
  }
  const humps = splitHumps(text)
  if (humps.length > 1) parts.wholes.push(text)
  for (const hump of humps) addWord(hump, parts)
}

const addPieces = (pieces: ReadonlyArray<Piece>, level: number, parts: CompoundParts): void => {
  const separator = levels[level]
  const groups =
    separator === undefined ? pieces.map((piece) => [piece]) : groupsAt(pieces, separator)
  if (groups.length > 1) parts.wholes.push(joined(pieces))
  for (const group of groups) {
    const [first] = group
    if (first !== undefined && group.length === 1) addPiece(first, parts)
    else addPieces(group, level + 1, parts)
  }
}

/** The parts of a run; hyphenated and camel-cased spellings of one identifier share their first whole. */
export const splitCompound = (raw: string): CompoundParts => {
  const parts: CompoundParts = { wholes: [], numbers: [], words: [] }
  const all = piecesOf(raw)
  const pieces = all.slice(schemeLength(all))
  if (pieces.length > 1 && isInitials(pieces)) {
    parts.wholes.push(pieces.map(({ text }) => text.join("")).join(""))
  } else {
    addPieces(pieces, 0, parts)
  }
  return parts
}
