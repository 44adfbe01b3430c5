/**
 * Credentials in command lines and manifests: curl's user option and Kubernetes secrets.
 *
 * @module
 */

import type { Extent } from "../internal/assignedValue.ts"
import type { StructureRule } from "../internal/Check.ts"
import { classIndex, isAlnum, isQuote, isSpace, isWord, toLower } from "../internal/charClass.ts"
import { isPlaceholder } from "../internal/excuses.ts"
import { at, runEnd, type ScanPage } from "../internal/ScanPage.ts"
import { isStandIn } from "../internal/standIns.ts"

const extent: Extent = { from: 0, to: 0 }
const base64 = classIndex("B")

/** How far a command's options and a manifest's data may be from its first word. */
const reach = 400

const startsWith = (page: ScanPage, from: number, text: string): boolean => {
  for (let index = 0; index < text.length; index += 1) {
    if (toLower(at(page, from + index)) !== text.charCodeAt(index)) return false
  }
  return true
}

/** The start of the value of `-u` or `--user` at `from`, or -1. */
const userOption = (page: ScanPage, from: number): number => {
  const end = startsWith(page, from, "--user")
    ? from + 6
    : startsWith(page, from, "-u")
      ? from + 2
      : -1
  if (end < 0 || !isSpace(at(page, from - 1))) return -1
  let start = end
  while (
    start < end + 6 &&
    (isSpace(at(page, start)) || at(page, start) === 61 || isQuote(at(page, start)))
  )
    start += 1
  return start > end ? start : -1
}

/** Reads `name:password` at `from`; fills `extent` with the password. */
const readPair = (page: ScanPage, from: number): boolean => {
  let colon = -1
  let index = from
  while (index < from + 160 && !isSpace(at(page, index)) && at(page, index) !== 0) {
    if (at(page, index) === 58 && colon < 0) colon = index
    else if (isQuote(at(page, index)) && colon >= 0 && index > colon + 1) break
    index += 1
  }
  if (colon < 0) return false
  let start = colon + 1
  while (isQuote(at(page, start))) start += 1
  extent.from = start
  extent.to = index
  return index - start >= 3
}

/** `curl -u name:password`. */
export const curlUser: StructureRule = {
  id: "curl-user",
  revision: 1,
  family: "command-credentials",
  keywords: ["curl", "wget"],
  test: (page, from, to, span) => {
    if (isAlnum(at(page, from - 1)) || isWord(at(page, to))) return false
    for (let index = to; index < to + reach; index += 1) {
      // The next command looks at what follows it, so that no stretch is looked at twice.
      if (startsWith(page, index, "curl") || startsWith(page, index, "wget")) return false
      if (at(page, index) !== 45) continue
      const start = userOption(page, index)
      if (start < 0 || !readPair(page, start)) continue
      if (isPlaceholder(page, extent) || isStandIn(page, extent.from, extent.to)) continue
      if (startsWith(page, extent.from, "pass") || startsWith(page, extent.from, "pwd")) continue
      span.from = extent.from
      span.to = extent.to
      return true
    }
    return false
  },
}

/** A line `name: base64` of a manifest's `data:`, within `reach` bytes and before the next such word. */
const hasEncodedEntry = (
  page: ScanPage,
  from: number,
  span: { from: number; to: number },
): boolean => {
  for (let index = from; index < from + reach; index += 1) {
    if (at(page, index) !== 58 || !isWord(at(page, index - 1))) continue
    if (startsWith(page, index - 4, "data") || startsWith(page, index - 4, "kind")) return false
    let start = index + 1
    while (start < index + 12 && opensEntry(at(page, start))) start += 1
    const end = runEnd(page, base64, 0, start)
    const isLong = start > index + 1 && end - start >= 10 && at(page, end) !== 58
    if (isLong && !isStandIn(page, start, end)) {
      span.from = start
      span.to = end
      return true
    }
  }
  return false
}

/** White space, quotes, and the bar of a block. */
const opensEntry = (byte: number): boolean => isSpace(byte) || isQuote(byte) || byte === 124

const skip = (page: ScanPage, from: number): number => {
  let position = from
  while (position < from + 12 && (isSpace(at(page, position)) || isQuote(at(page, position)))) {
    position += 1
  }
  return position
}

/** Whether `kind: Secret` stands at `from`, however it is spaced and quoted. */
const isSecretKind = (page: ScanPage, from: number): boolean => {
  if (!startsWith(page, from, "kind")) return false
  const colon = skip(page, from + 4)
  return at(page, colon) === 58 && startsWith(page, skip(page, colon + 1), "secret")
}

const secretKindAfter = (page: ScanPage, from: number): boolean => {
  for (let index = from; index < from + reach; index += 1) {
    if (isSecretKind(page, index)) return true
    if (startsWith(page, index, "data:")) return false
  }
  return false
}

const dataAfter = (page: ScanPage, from: number): number => {
  for (let index = from; index < from + reach; index += 1) {
    if (startsWith(page, index, "kind:")) return -1
    if (startsWith(page, index, "data") && !isAlnum(at(page, index - 1))) {
      const colon = skip(page, index + 4)
      if (at(page, colon) === 58) return colon + 1
    }
  }
  return -1
}

/** `kind: Secret` with `data:` before or after it. */
export const kubernetesSecret: StructureRule = {
  id: "kubernetes-secret",
  revision: 1,
  family: "kubernetes-secret",
  keywords: ["kind", "data"],
  test: (page, from, to, span) => {
    if (isAlnum(at(page, from - 1)) || isWord(at(page, to))) return false
    if (isSecretKind(page, from)) {
      const data = dataAfter(page, to)
      return data >= 0 && hasEncodedEntry(page, data, span)
    }
    const colon = skip(page, to)
    if (
      toLower(at(page, from)) !== 100 ||
      at(page, colon) !== 58 ||
      !isSpace(at(page, colon + 1))
    ) {
      return false
    }
    return secretKindAfter(page, colon) && hasEncodedEntry(page, colon + 1, span)
  },
}

/** A password in the configuration of NuGet. */
export const nugetPassword: StructureRule = {
  id: "nuget-password",
  revision: 1,
  family: "package-registry",
  keywords: ['password"', "password'"],
  test: (page, _from, to, span) => {
    const name = skip(page, to)
    if (!startsWith(page, name, "value=")) return false
    const start = skip(page, name + 6)
    let end = start
    while (end < start + 160 && !isQuote(at(page, end)) && at(page, end) !== 0) end += 1
    extent.from = start
    extent.to = end
    if (end - start < 8 || isPlaceholder(page, extent) || isStandIn(page, start, end)) return false
    span.from = start
    span.to = end
    return true
  },
}
