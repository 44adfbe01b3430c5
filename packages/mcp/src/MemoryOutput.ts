/**
 * What the tools answer of memories: plain JSON made of what the library answers, instants as RFC
 * 3339 text, defaults left out. It is the whole `structuredContent` of a tool.
 *
 * @module
 */
import type { Ancestor, Explanation, StatusStep, Succession } from "@reminisce/provenance"
import { Defaults, encodeCue, formatInstant, type Memory } from "@reminisce/schema"
import { compact, filled } from "./internal/compact.ts"
import { cutText, fitMemories } from "./internal/fitMemories.ts"
import type { Json, JsonObject } from "./ToolSchema.ts"

const instant = (at: number | undefined): string | undefined =>
  at === undefined ? undefined : formatInstant(at)

const unless = <T extends Json>(value: T, usual: T): T | undefined =>
  value === usual ? undefined : value

export const memoryToOutput = (memory: Memory): JsonObject =>
  compact({
    key: memory.key,
    content: memory.content,
    sealed: memory.sealed,
    aspects: memory.aspects,
    basis: memory.basis,
    status: unless(memory.status, "active"),
    confidence: unless(memory.confidence, Defaults.confidence),
    recordedAt: formatInstant(memory.recordedAt),
    occurredAt: instant(memory.occurredAt),
    validFrom: instant(memory.validFrom),
    validTo: instant(memory.validTo),
    dueAt: instant(memory.dueAt),
    facets: filled(memory.facets.map(([name, value]) => [name, value])),
    cues: filled(memory.cues.map(encodeCue)),
    subjects: filled(memory.subjects),
    trail: memory.trail,
    ordinal: memory.ordinal,
    outcome: memory.outcome,
    affects: filled(memory.affects.map(({ key, weight }) => ({ key, weight }))),
  })

const step = ({ at, by, reason, status }: StatusStep): JsonObject =>
  compact({ status, at: formatInstant(at), reason, by })

/** Bytes of JSON that the words of a related memory may take; ask for it by key to have them all. */
const RELATED_BYTES = 500

/** Bytes of JSON that all ancestors may take, the nearest first; `truncated` says when they would more. */
const ANCESTORS_BYTES = 65_536

/** A related memory: its key, and the beginning of its words. */
const related = ({ content, key }: Memory): JsonObject => {
  if (content === undefined) return { key }
  const beginning = cutText(content, RELATED_BYTES)
  return { key, content: beginning, ...(beginning === content ? {} : { clipped: true }) }
}

const succession = ({ at, memory, reason }: Succession): JsonObject =>
  compact({ ...related(memory), at: formatInstant(at), reason })

const ancestor = ({ depth, grounds, memory }: Ancestor): JsonObject =>
  compact({
    ...related(memory),
    basis: memory.basis,
    status: unless(memory.status, "active"),
    depth,
    grounds: filled(grounds),
  })

/** The memory itself is whole; those it is related to show the beginning of their words. */
export const explanationToOutput = (explanation: Explanation): JsonObject => {
  const ancestors = fitMemories(explanation.ancestors.map(ancestor), ANCESTORS_BYTES)
  return compact({
    memory: memoryToOutput(explanation.memory),
    sources: filled(explanation.sources),
    grounds: filled(explanation.grounds),
    ancestors: filled(ancestors.shown),
    supersedes: filled(explanation.supersedes.map(succession)),
    supersededBy: filled(explanation.supersededBy.map(succession)),
    contradictions: filled(
      explanation.contradictions.map(({ claims, endedAt, reason, recordedAt, standing }) =>
        compact({
          claims: claims.map((claim) =>
            typeof claim === "string" ? claim : { derivation: claim.derivation },
          ),
          reason,
          recordedAt: formatInstant(recordedAt),
          standing,
          endedAt: instant(endedAt),
        }),
      ),
    ),
    associations: filled(
      explanation.associations.map(({ facets, members, reason, recordedAt }) =>
        compact({
          members,
          facets: filled(facets.map(([name, value]) => [name, value])),
          reason,
          recordedAt: formatInstant(recordedAt),
        }),
      ),
    ),
    history: explanation.history.map(step),
    defines: filled(explanation.defines),
    readings: filled(explanation.readings),
    withdrawal: unless(explanation.withdrawal, "none"),
    truncated: explanation.truncated || ancestors.omitted > 0 ? true : undefined,
  })
}
