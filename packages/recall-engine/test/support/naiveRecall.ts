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

export const listOf = (memory: NaiveMemory, name: string): ReadonlyArray<string> => {
  const value = memory.attributes[name]
  return Array.isArray(value) ? value.map(String) : []
}

/** Each rule by itself, so that one can be broken at a time. */
export interface NaiveRules {
  readonly statusOf: (memory: NaiveMemory, asOf: number | undefined) => string
  readonly isRecorded: (memory: NaiveMemory, asOf: number) => boolean
  readonly mayHear: (memory: NaiveMemory, audience: ReadonlySet<string>) => boolean
  readonly isOfPersona: (aspects: ReadonlyArray<string>) => boolean
  readonly isKeptBack: (aspects: ReadonlyArray<string>, asked: NaiveQuery["aspects"]) => boolean
  readonly isWanted: (aspects: ReadonlyArray<string>, asked: ReadonlyArray<string>) => boolean
  readonly hasBegun: (from: number, at: number) => boolean
  readonly isOver: (to: number, at: number) => boolean
  /** What frequencies are counted over, of all memories and of those that are visible. */
  readonly countedOver: (
    all: ReadonlyArray<NaiveMemory>,
    visible: ReadonlyArray<NaiveMemory>,
  ) => ReadonlyArray<NaiveMemory>
  readonly weigh: (n: number, df: number) => number
  readonly echoMost: (most: number, visible: number) => number
  /** What a hit is worth so many places away, below 0 when it stands after. */
  readonly echo: (distance: number) => number
  readonly together: (values: ReadonlyArray<number>) => number
  /** By how many of the names asked for it was said. */
  readonly lift: (part: number, names: number) => number
  /** The weight of a term of the focus. */
  readonly fade: (weight: number, strength: number) => number
  readonly isFocusTerm: (term: string, asked: ReadonlyArray<string>) => boolean
  readonly cap: (weights: ReadonlyArray<number>, isAsked: boolean) => number
  readonly ownTime: (memory: NaiveMemory) => number
  readonly compareTimes: (a: number, b: number) => number
  readonly compareKeys: (a: string, b: string) => number
  readonly isCopy: (a: NaiveMemory, b: NaiveMemory) => boolean
}

export const numberIn = (memory: NaiveMemory, name: string): number | undefined => {
  const value = memory.attributes[name]
  return typeof value === "number" ? value : undefined
}

const isNaivelyVisibleBy = (memory: NaiveMemory, query: NaiveQuery, rules: NaiveRules): boolean => {
  const { audience, aspects, asOf, at } = query
  const own = listOf(memory, "aspects")
  if (rules.statusOf(memory, asOf) !== "active") return false
  if (asOf !== undefined && !rules.isRecorded(memory, asOf)) return false
  if (!rules.mayHear(memory, audience)) return false
  if (rules.isOfPersona(own) || rules.isKeptBack(own, aspects)) return false
  if (aspects !== undefined && !rules.isWanted(own, aspects)) return false
  if (at === null) return true
  const from = numberIn(memory, "validFrom")
  const to = numberIn(memory, "validTo")
  return (
    (from === undefined || rules.hasBegun(from, at)) && (to === undefined || !rules.isOver(to, at))
  )
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

export const NAIVE_RULES: NaiveRules = {
  statusOf: (memory, asOf) => {
    if (asOf === undefined) return String(memory.attributes.status)
    let status = memory.moves.length === 0 ? String(memory.attributes.status) : "active"
    for (const move of memory.moves) if (move.at <= asOf) status = move.status
    return status
  },
  isRecorded: (memory, asOf) => (numberIn(memory, "recordedAt") ?? 0) <= asOf,
  mayHear: (memory, audience) =>
    listOf(memory, "concerns").every((subject) => audience.has(subject)),
  isOfPersona: (aspects) => aspects.includes("persona"),
  isKeptBack: (aspects, asked) =>
    aspects.includes("affective") && asked?.includes("affective") !== true,
  isWanted: (aspects, asked) => aspects.some((aspect) => asked.includes(aspect)),
  hasBegun: (from, at) => from <= at,
  isOver: (to, at) => to <= at,
  countedOver: (_all, visible) => visible,
  weigh: naiveWeight,
  echoMost: (most, visible) => Math.max(most, Math.floor(visible / 8)),
  echo: (distance) => (distance >= 0 ? AFTER[distance] : BEFORE[-distance]) ?? 0,
  together: (values) => Math.max(0, ...values),
  lift: (part, names) => (names > 0 ? Math.floor((part * 1331) / 1024) : part),
  fade: (weight, strength) => Math.floor((weight * strength) / 2048),
  isFocusTerm: (term, asked) => !asked.includes(term),
  cap: (weights, isAsked) =>
    isAsked
      ? Math.floor((weights.length === 0 ? 256 : Math.min(...weights)) / 2) * 1024
      : Number.POSITIVE_INFINITY,
  ownTime: (memory) =>
    numberIn(memory, "occurredAt") ?? numberIn(memory, "validFrom") ?? Number.NEGATIVE_INFINITY,
  compareTimes: (a, b) => (a === b ? 0 : a > b ? -1 : 1),
  compareKeys: (a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)),
  isCopy: (a, b) => saysTheSame(a, b, spoken, OF_THE_SAME),
}

export const isNaivelyVisible = (memory: NaiveMemory, query: NaiveQuery): boolean =>
  isNaivelyVisibleBy(memory, query, NAIVE_RULES)

/** The places between two memories of one trail; undefined where they are of none. */
const distanceOf = (hit: NaiveMemory, other: NaiveMemory): number | undefined => {
  const trail = hit.attributes.trail
  const place = numberIn(hit, "ordinal")
  const its = numberIn(other, "ordinal")
  if (trail === undefined || trail !== other.attributes.trail) return undefined
  return place === undefined || its === undefined ? undefined : its - place
}

export const recallNaively = (
  memories: ReadonlyArray<NaiveMemory>,
  query: NaiveQuery,
  rules: NaiveRules = NAIVE_RULES,
): NaiveAnswer => {
  const visible = memories.filter((memory) => isNaivelyVisibleBy(memory, query, rules))
  const counted = rules.countedOver(memories, visible)
  const valueOf = (term: string, memory: NaiveMemory): number => {
    const hits = visible.filter((hit) => hit.terms.has(term))
    const isCommon = hits.length > rules.echoMost(query.echoMost ?? 1_000, visible.length)
    const worth = (hit: NaiveMemory): number => {
      if (hit === memory) return 1024
      const distance = isCommon ? undefined : distanceOf(hit, memory)
      return distance === undefined ? 0 : rules.echo(distance)
    }
    return rules.together(hits.map(worth))
  }
  const factsOf = (term: string) => {
    const having = counted.filter((memory) => memory.terms.has(term)).length
    return { memories: having, weight: having === 0 ? 0 : rules.weigh(counted.length, having) }
  }
  const terms = query.terms ?? []
  const weights = terms.map(factsOf)
  const known = weights.filter(({ memories: having }) => having > 0).map(({ weight }) => weight)
  const cap = rules.cap(known, query.terms !== undefined)
  const scored = visible.map((memory) => {
    let part = 0
    for (const [i, term] of terms.entries())
      part += (weights[i]?.weight ?? 0) * valueOf(term, memory)
    part = rules.lift(part, terms.filter((term) => memory.terms.has(`@@p:${term}`)).length)
    let added = 0
    for (const { term, strength } of query.focus) {
      if (!rules.isFocusTerm(term, terms)) continue
      added += rules.fade(factsOf(term).weight, strength) * valueOf(term, memory)
    }
    const focus = Math.min(added, cap)
    return { memory, score: part + focus, focus }
  })
  const ranked = scored
    .filter(({ score }) => score > 0)
    .sort(
      (a, b) =>
        b.score - a.score ||
        rules.compareTimes(rules.ownTime(a.memory), rules.ownTime(b.memory)) ||
        rules.compareKeys(a.memory.key, b.memory.key),
    )
  const seen: Array<{ memory: NaiveMemory; score: number; focus: number; behind: Array<string> }> =
    []
  for (const hit of ranked) {
    const first = seen.find(({ memory }) => rules.isCopy(memory, hit.memory))
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

/** What copies have in common besides their words. */
export const OF_THE_SAME = ["facets", "aspects", "concerns", "occurredAt", "validFrom", "validTo"]

/** But for case, punctuation and articles. */
export const spoken = (content: string): string =>
  content
    .toLowerCase()
    .replace(/[.,!?]/g, " ")
    .split(/\s+/)
    .filter((word) => !["", "a", "an", "the"].includes(word))
    .join(" ")

export const saysTheSame = (
  a: NaiveMemory,
  b: NaiveMemory,
  words: (content: string) => string,
  names: ReadonlyArray<string>,
): boolean => {
  const said = ({ attributes }: NaiveMemory): string => words(String(attributes.content ?? ""))
  const rest = ({ attributes }: NaiveMemory): string =>
    JSON.stringify(names.map((name) => attributes[name] ?? null))
  return a.attributes.content !== undefined && said(a) === said(b) && rest(a) === rest(b)
}
