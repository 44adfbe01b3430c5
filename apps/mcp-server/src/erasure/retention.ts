/**
 * How long what is about people is kept, as the command line says it.
 *
 * @module
 */
import type { ErasureSettings } from "reminisce"

type Rules = Pick<ErasureSettings, "subjectRetentionDays" | "scopeRetentionDays">

interface Given {
  readonly "affect-days"?: string
  readonly "scope-days"?: string
}

const isDays = (text: string): boolean => /^[1-9]\d{0,4}$/.test(text) && Number(text) <= 36_500

/** Or a sentence that repeats none of it. */
export const readRetention = (options: Given): Rules | string => {
  const { "affect-days": affects, "scope-days": listed = "" } = options
  if (affects !== undefined && !isDays(affects)) return "--affect-days is a number from 1 to 36500"
  const scopes: Record<string, number> = {}
  for (const each of listed.split(",").filter((part) => part !== "")) {
    const at = each.lastIndexOf("=")
    const [scope, days] = [each.slice(0, at), each.slice(at + 1)]
    if (at < 1 || !isDays(days)) return "--scope-days is written NAME=DAYS, with commas between"
    scopes[scope] = Number(days)
  }
  if (affects === undefined && Object.keys(scopes).length === 0)
    return "retain needs --affect-days N or --scope-days NAME=N: nothing is over its time by itself"
  return {
    ...(affects === undefined ? {} : { subjectRetentionDays: Number(affects) }),
    ...(Object.keys(scopes).length === 0 ? {} : { scopeRetentionDays: scopes }),
  }
}
