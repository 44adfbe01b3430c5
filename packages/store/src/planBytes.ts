/**
 * The size of a plan, the same on every store, for the cap each store declares.
 *
 * @module
 */
import type { PageWrite, Plan } from "./Plan.ts"
import type { Attributes } from "./Value.ts"

/** Keys, names and text in bytes of UTF-8, pages in bytes, and 16 for any other value, removal or write. */
export const planBytes = (plan: Plan): number => {
  let bytes = 0
  for (const writes of [plan.create, plan.set]) {
    for (const { key, attributes } of writes)
      bytes += 16 + textBytes(key) + attributeBytes(attributes)
  }
  for (const { ends, attributes } of plan.link) {
    for (const end of Object.values(ends)) bytes += textBytes(end.key)
    bytes += 16 + attributeBytes(attributes)
  }
  for (const { key, attributes } of plan.unset) {
    bytes += textBytes(key) + 16 * attributes.length
  }
  for (const refs of [plan.drop, plan.unlink])
    for (const { key } of refs) bytes += 16 + textBytes(key)
  return bytes + pageBytes(plan.pages)
}

/** The part of pages in it. */
export const pageBytes = (pages: ReadonlyArray<PageWrite>): number => {
  let bytes = 0
  for (const page of pages) bytes += 16 + textBytes(page.name) + (page.bytes?.length ?? 0)
  return bytes
}

const attributeBytes = (attributes: Attributes): number => {
  let bytes = 0
  for (const name of Object.keys(attributes)) {
    const value = attributes[name]
    if (Array.isArray(value)) for (const each of value) bytes += valueBytes(each)
    else bytes += valueBytes(value)
  }
  return bytes
}

/** Bytes of UTF-8. Most text of a plan is short and plain, and is quicker counted than handed over. */
const textBytes = (text: string): number => {
  if (text.length > SHORT) return Buffer.byteLength(text)
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return Buffer.byteLength(text)
  return text.length
}

const SHORT = 64

const valueBytes = (value: unknown): number => (typeof value === "string" ? textBytes(value) : 16)
