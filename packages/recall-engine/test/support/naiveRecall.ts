/**
 * Recall as its rules are written down, over a plain list of memories, as slowly as it likes. It
 * shares nothing with the engine but the analysed terms.
 *
 * @module
 */
import type { Attributes } from "@reminisce/store"

export interface NaiveMemory {
  readonly key: string
  readonly attributes: Attributes
  /** Index terms, features included. */
  readonly terms: ReadonlySet<string>
  /** Status moves after recording, oldest first. */
  readonly moves: ReadonlyArray<{ readonly status: string; readonly at: number }>
}

export interface NaiveQuery {
  readonly terms: ReadonlyArray<string> | undefined
  readonly focus: ReadonlyArray<{ readonly term: string; readonly strength: number }>
  readonly audience: ReadonlySet<string>
  readonly aspects: ReadonlyArray<string> | undefined
  readonly asOf: number | undefined
  readonly at: number | null
  /** Terms that more memories have give no echo. */
  readonly echoMost?: number
}

export interface NaiveHit {
  readonly key: string
  readonly score: number
  readonly focus: number
  readonly duplicates: ReadonlyArray<string>
}

export interface NaiveAnswer {
  readonly scanned: number
  readonly weights: ReadonlyArray<{ readonly memories: number; readonly weight: number }>
  /** Every match, best first; what stands behind another is not among them. */
  readonly hits: ReadonlyArray<NaiveHit>
}

const listOf = (memory: NaiveMemory, name: string): ReadonlyArray<string> => {
  const value = memory.attributes[name]
  return Array.isArray(value) ? value.map(String) : []
}

const numberOf = (memory: NaiveMemory, name: string): number | undefined => {
  const value = memory.attributes[name]
  return typeof value === "number" ? value : undefined
}

const ownTimeOf = (memory: NaiveMemory): number =>
  numberOf(memory, "occurredAt") ?? numberOf(memory, "validFrom") ?? Number.NEGATIVE_INFINITY

const statusOf = (memory: NaiveMemory, asOf: number | undefined): string => {
  if (asOf === undefined) return String(memory.attributes.status)
  let status = memory.moves.length === 0 ? String(memory.attributes.status) : "active"
  for (const move of memory.moves) if (move.at <= asOf) status = move.status
  return status
}

export const isNaivelyVisible = (memory: NaiveMemory, query: NaiveQuery): boolean => {
  const { audience, aspects, asOf, at } = query
  const own = listOf(memory, "aspects")
  if (statusOf(memory, asOf) !== "active") return false
  if (asOf !== undefined && (numberOf(memory, "recordedAt") ?? 0) > asOf) return false
  if (!listOf(memory, "concerns").every((subject) => audience.has(subject))) return false
  if (own.includes("persona")) return false
  if (own.includes("affective") && aspects?.includes("affective") !== true) return false
  if (aspects !== undefined && !own.some((aspect) => aspects.includes(aspect))) return false
  if (at === null) return true
  const from = numberOf(memory, "validFrom")
  const to = numberOf(memory, "validTo")
  return (from === undefined || from <= at) && (to === undefined || at < to)
}

/** floor(256·log2((n + df) / df)) by squaring in fixed point of 15 bits. */
const naiveWeight = (n: number, df: number): number => {
  let numerator = BigInt(n + df)
  let denominator = BigInt(df)
  let weight = 0n
  while (numerator >= 2n * denominator) {
    denominator *= 2n
    weight += 256n
  }
  let x = (numerator * 32_768n) / denominator
  for (let bit = 128n; bit >= 1n; bit /= 2n) {
    x = (x * x) / 32_768n
    if (x >= 65_536n) {
      x /= 2n
      weight += bit
    }
  }
  numerator = 0n
  return Number(weight)
}

const AFTER = [1024, 717, 502, 351, 246]
const BEFORE = [1024, 512, 256, 128, 64]

/** What one hit is worth to another memory of its trail. */
const echoOf = (hit: NaiveMemory, other: NaiveMemory): number => {
  if (hit === other) return 1024
  const trail = hit.attributes.trail
  const place = numberOf(hit, "ordinal")
  const its = numberOf(other, "ordinal")
  if (trail === undefined || trail !== other.attributes.trail) return 0
  if (place === undefined || its === undefined) return 0
  const distance = its - place
  return (distance >= 0 ? AFTER[distance] : BEFORE[-distance]) ?? 0
}

const compareBytes = (a: string, b: string): number =>
  Buffer.compare(Buffer.from(a), Buffer.from(b))

export const recallNaively = (
  memories: ReadonlyArray<NaiveMemory>,
  query: NaiveQuery,
): NaiveAnswer => {
  const visible = memories.filter((memory) => isNaivelyVisible(memory, query))
  const valueOf = (term: string, memory: NaiveMemory): number => {
    const hits = visible.filter((hit) => hit.terms.has(term))
    const isCommon = hits.length > Math.max(query.echoMost ?? 1_000, Math.floor(visible.length / 8))
    return Math.max(0, ...hits.map((hit) => (isCommon && hit !== memory ? 0 : echoOf(hit, memory))))
  }
  const factsOf = (term: string) => {
    const having = visible.filter((memory) => memory.terms.has(term)).length
    return { memories: having, weight: having === 0 ? 0 : naiveWeight(visible.length, having) }
  }
  const terms = query.terms ?? []
  const weights = terms.map(factsOf)
  const known = weights.filter(({ memories: having }) => having > 0).map(({ weight }) => weight)
  const cap =
    query.terms === undefined
      ? Number.POSITIVE_INFINITY
      : Math.floor((known.length === 0 ? 256 : Math.min(...known)) / 2) * 1024
  const scored = visible.map((memory) => {
    let part = 0
    for (const [i, term] of terms.entries())
      part += (weights[i]?.weight ?? 0) * valueOf(term, memory)
    if (terms.some((term) => memory.terms.has(`@@p:${term}`)))
      part = Math.floor((part * 1331) / 1024)
    let added = 0
    for (const { term, strength } of query.focus) {
      if (terms.includes(term)) continue
      added += Math.floor((factsOf(term).weight * strength) / 2048) * valueOf(term, memory)
    }
    const focus = Math.min(added, cap)
    return { memory, score: part + focus, focus }
  })
  const ranked = scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => {
      if (a.score !== b.score) return b.score - a.score
      const [x, y] = [ownTimeOf(a.memory), ownTimeOf(b.memory)]
      if (x !== y) return x > y ? -1 : 1
      return compareBytes(a.memory.key, b.memory.key)
    })
  const seen: Array<{ memory: NaiveMemory; score: number; focus: number; behind: Array<string> }> =
    []
  for (const hit of ranked) {
    const first = seen.find(({ memory }) => saysTheSame(memory, hit.memory))
    if (first === undefined) seen.push({ ...hit, behind: [] })
    else first.behind.push(hit.memory.key)
  }
  return {
    scanned: visible.length,
    weights,
    hits: seen.map(({ memory, score, focus, behind }) => ({
      key: memory.key,
      score,
      focus,
      duplicates: behind.slice(0, 32),
    })),
  }
}

/** The same words but for case, punctuation and articles, the same everything else. */
const saysTheSame = (a: NaiveMemory, b: NaiveMemory): boolean => {
  const words = ({ attributes }: NaiveMemory): string =>
    String(attributes.content ?? "")
      .toLowerCase()
      .replace(/[.,!?]/g, " ")
      .split(/\s+/)
      .filter((word) => !["", "a", "an", "the"].includes(word))
      .join(" ")
  const rest = ({ attributes }: NaiveMemory): string =>
    JSON.stringify(
      ["facets", "aspects", "concerns", "occurredAt", "validFrom", "validTo"].map(
        (name) => attributes[name] ?? null,
      ),
    )
  return a.attributes.content !== undefined && words(a) === words(b) && rest(a) === rest(b)
}
