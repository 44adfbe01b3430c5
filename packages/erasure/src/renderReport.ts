/**
 * What is held about a person, as a page to read.
 *
 * @module
 */
import { formatInstant } from "@reminisce/schema"
import { memoriesOf } from "./internal/numbered.ts"
import type { OwnerReport, ReportedMemory, SubjectReport } from "./SubjectReport.ts"

export const renderReport = (report: SubjectReport): string =>
  [
    `Everything held about ${report.subject}`,
    `Read ${formatInstant(report.at)}`,
    ...report.owners.flatMap(ownerLines),
    "",
  ].join("\n")

const ownerLines = ({ owner, memories, relations, withdrawals }: OwnerReport) => [
  "",
  `${owner}: ${memoriesOf(memories.length)}`,
  ...memories.flatMap(memoryLines),
  ...relations.map(
    ({ kind, id, reason, facets }) =>
      `  ${kind} ${id}: ${[reason ?? "", ...facets.map((facet) => facet.join("="))].filter((each) => each !== "").join("; ")}`,
  ),
  ...withdrawals.map(
    ({ reason, startedAt, completedAt, redacted }) =>
      `  withdrawal of ${formatInstant(startedAt)}: ${memoriesOf(redacted)}, ${completedAt === undefined ? "not completed" : "completed"}; ${reason}`,
  ),
]

const memoryLines = ({
  memory,
  consentScope,
  inherited,
  sources,
  replaces,
  history,
}: ReportedMemory): ReadonlyArray<string> => {
  const facts = [
    ["kept on the terms of", `${consentScope}${inherited ? " (taken over)" : ""}`],
    ["recorded", `${formatInstant(memory.recordedAt)}, ${memory.basis}, ${memory.status}`],
    ["aspects", memory.aspects.join(", ")],
    ["about", memory.subjects.join(", ")],
    ["facets", memory.facets.map((facet) => facet.join("=")).join("; ")],
    ["cues", memory.cues.map((cue) => Object.entries(cue).flat().join(" ")).join("; ")],
    ["conversation", memory.trail ?? ""],
    ["sources", sources.join("; ")],
    ...replaces.map(({ key, reason }) => ["replaces", `${key}: ${reason ?? ""}`] as const),
    ...history.map(
      ({ status, at, reason }) => [status, `${formatInstant(at)} ${reason ?? ""}`] as const,
    ),
  ]
  return [
    `  ${memory.key}: ${memory.content ?? (memory.sealed ? "(sealed)" : "(withdrawn)")}`,
    ...facts.flatMap(([name, value]) => (value === "" ? [] : [`    ${name}: ${value?.trim()}`])),
  ]
}
