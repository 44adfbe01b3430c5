/**
 * Cuts an identifier where its capitals begin a word, and a mixed run where its script changes.
 *
 * @module
 */
import { CharacterClass, classOf } from "./CharacterClass.ts"

/** Names of products and firms that only look like identifiers; a user looks for them whole. */
const names = new Set(
  `airbnb airpods airtag bigquery bitcoin bluetooth chatgpt clickup devops doordash dropbox ebay facebook
  facetime fedex figma firefox github gitlab graphql grpc hubspot icloud imessage imovie instagram ios ipad iphone
  ipod itunes javascript jetbrains jquery latex linkedin macbook macos mariadb mastercard mongodb mysql
  nosql nodejs onedrive onenote openai opengl paypal playstation postgresql powerpoint powershell pytorch
  quickbooks quicktime redis salesforce sharepoint skype snapchat soundcloud spacex sqlite squarespace
  stackoverflow starcraft tensorflow testflight tiktok typedb typescript unicode vscode watchos webassembly webgl
  wechat whatsapp wikipedia wordpress xbox youtube`.split(/\s+/),
)

/** Surnames and the like of two capitals: McDonald, MacLeod, DeVito, LeBron, DiCaprio, LaTeX. */
const nameOfTwoCapitals = /^(?:Mc|Mac|De|Di|Du|La|Le|Fitz|Van|Von)[A-Z][a-z]+$/

const isName = (text: string): boolean => {
  const bare = text.replace(/'.*$/, "").replace(/\d+$/, "")
  return nameOfTwoCapitals.test(bare) || names.has(bare.toLowerCase())
}

const isUpper = (character: string): boolean => character >= "A" && character <= "Z"
const isLower = (character: string): boolean => character >= "a" && character <= "z"
const isDigit = (character: string): boolean => character >= "0" && character <= "9"

const humpBegins = (before: string, character: string, after: string): boolean => {
  if (before === "" || !isUpper(character)) return false
  return isLower(before) || ((isUpper(before) || isDigit(before)) && isLower(after))
}

/** The class of a letter, or 0 for anything that goes with any script. */
const scriptOf = (character: string): number => {
  const characterClass = classOf(character.codePointAt(0) ?? 0)
  return characterClass >= CharacterClass.Latin ? characterClass : 0
}

/** "getURLFor" gives get, URL and For; a well-known name ("GitHub") and a surname ("McDonald") stay whole. */
export const splitHumps = (text: string): ReadonlyArray<string> => {
  const wholeName = isName(text)
  const words: Array<string> = []
  let start = 0
  let index = 0
  let before = ""
  let scriptBefore = 0
  for (const character of text) {
    const script = scriptOf(character)
    const scriptChanges = script !== 0 && scriptBefore !== 0 && script !== scriptBefore
    const next = text.charAt(index + character.length)
    if (scriptChanges || (!wholeName && humpBegins(before, character, next))) {
      words.push(text.slice(start, index))
      start = index
    }
    if (script !== 0) scriptBefore = script
    before = character
    index += character.length
  }
  words.push(text.slice(start))
  return words
}
