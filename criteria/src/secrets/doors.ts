/**
 * Every place where a text of a caller's goes in to be kept: through the library and through the tools.
 *
 * @module
 */
import type { JsonObject } from "@reminisce/mcp"
import * as Effect from "effect/Effect"
import { Erasure, Lifecycle, type Owner, type RememberRequest } from "reminisce"

export const owner: Owner = { kind: "agent", name: "alice" }

const note = (content: string, more: Partial<RememberRequest> = {}): RememberRequest => ({
  content,
  aspects: ["semantic"],
  basis: "told",
  ...more,
})

/** What the acts act on: `a` and `b`, `c` about a person, a forgotten `hidden` and an intention `plan`. */
export const planted = Effect.gen(function* () {
  const { forget, remember } = yield* Lifecycle
  yield* remember(owner, note("The north gate opens at dawn.", { key: "a" }))
  yield* remember(owner, note("The south gate is shut.", { key: "b" }))
  const subjects = [{ ref: "person-1", consentScope: "shifts" }]
  yield* remember(owner, note("Per has the watch.", { key: "c", subjects }))
  yield* remember(owner, note("The ferry is late.", { key: "hidden" }))
  yield* forget(owner, "hidden")
  yield* remember(owner, note("Ask Per.", { key: "plan", aspects: ["prospective"], dueAt: 0 }))
})

type Write = (
  text: string,
) => Effect.Effect<unknown, { readonly _tag: string }, Lifecycle | Erasure>

export interface Door {
  /** As a refusal names it. */
  readonly field: string
  readonly write: Write
}

const remembering =
  (more: (text: string) => Partial<RememberRequest>): Write =>
  (text) =>
    Effect.flatMap(Lifecycle, ({ remember }) => remember(owner, note("Fine.", more(text))))

const acting =
  (act: (lifecycle: Lifecycle["Service"], text: string) => ReturnType<Write>): Write =>
  (text) =>
    Effect.flatMap(Lifecycle, (lifecycle) => act(lifecycle, text))

const prospective = (cues: RememberRequest["cues"] = []): Partial<RememberRequest> => ({
  aspects: ["prospective"],
  cues,
})

/** The writers of the library. */
export const doors: ReadonlyArray<Door> = [
  { field: "content", write: remembering((content) => ({ content })) },
  { field: "key", write: remembering((key) => ({ key })) },
  { field: "facets[0]", write: remembering((text) => ({ facets: [["place", text]] })) },
  { field: "facets[0]", write: remembering((text) => ({ facets: [[text, "x"]] })) },
  { field: "sources[1]", write: remembering((text) => ({ sources: ["doc:x", text] })) },
  { field: "derivedFrom[0]", write: remembering((text) => ({ derivedFrom: [text] })) },
  {
    field: "subjects[0].ref",
    write: remembering((ref) => ({ subjects: [{ ref, consentScope: "s" }] })),
  },
  {
    field: "subjects[0].consentScope",
    write: remembering((consentScope) => ({ subjects: [{ ref: "p", consentScope }] })),
  },
  { field: "cues[0]", write: remembering((event) => prospective([{ event }])) },
  { field: "cues[0]", write: remembering((term) => prospective([{ term }])) },
  { field: "cues[0]", write: remembering((source) => prospective([{ source }])) },
  { field: "cues[0]", write: remembering((memory) => prospective([{ memory }])) },
  {
    field: "subjects[0].ref",
    write: remembering((audience) => ({
      ...prospective([{ audience }]),
      subjects: [{ ref: audience, consentScope: "s" }],
    })),
  },
  { field: "trail", write: remembering((trail) => ({ trail })) },
  { field: "reviewedBy", write: remembering((reviewedBy) => ({ reviewedBy })) },
  {
    field: "owner",
    write: acting(({ remember }, name) => remember({ kind: "agent", name }, note("Fine."))),
  },
  {
    field: "content",
    write: acting(({ rememberMany }, text) =>
      Effect.flatMap(rememberMany(owner, [note(text)]), ([answer]) =>
        answer !== undefined && "refusal" in answer
          ? Effect.fail(answer.refusal)
          : Effect.succeed(answer),
      ),
    ),
  },
  { field: "content", write: acting(({ supersede }, text) => supersede(owner, "a", note(text))) },
  {
    field: "reason",
    write: acting(({ supersede }, reason) => supersede(owner, "a", note("Fine."), { reason })),
  },
  { field: "reason", write: acting(({ forget }, reason) => forget(owner, "b", { reason })) },
  {
    field: "reviewedBy",
    write: acting(({ forget }, reviewedBy) => forget(owner, "b", { reviewedBy })),
  },
  {
    field: "reason",
    write: acting(({ unforget }, reason) => unforget(owner, "hidden", { reason })),
  },
  {
    field: "reviewedBy",
    write: acting(({ unforget }, reviewedBy) => unforget(owner, "hidden", { reviewedBy })),
  },
  { field: "reason", write: acting(({ fulfil }, reason) => fulfil(owner, "plan", { reason })) },
  {
    field: "reviewedBy",
    write: acting(({ fulfil }, reviewedBy) => fulfil(owner, "plan", { reviewedBy })),
  },
  {
    field: "reviewedBy",
    write: acting(({ relate }, reviewedBy) =>
      relate(owner, "contradiction", ["a", "b"], { reason: "both cannot be", reviewedBy }),
    ),
  },
  {
    field: "reason",
    write: acting(({ relate }, reason) => relate(owner, "contradiction", ["a", "b"], { reason })),
  },
  {
    field: "facets[0]",
    write: acting(({ relate }, text) =>
      relate(owner, "association", ["a", "b"], { facets: [["place", text]] }),
    ),
  },
]

/** What a host says when it erases. */
export const erasureDoors: ReadonlyArray<Door> = [
  {
    field: "reason",
    write: (reason) => Effect.flatMap(Erasure, ({ withdraw }) => withdraw("person-1", reason)),
  },
  {
    field: "by",
    write: (by) => Effect.flatMap(Erasure, ({ withdraw }) => withdraw("person-1", "asked", { by })),
  },
  {
    field: "by",
    write: (by) => Effect.flatMap(Erasure, ({ purge }) => purge("person-1", { confirm: true, by })),
  },
  {
    field: "reason",
    write: (reason) => Effect.flatMap(Erasure, ({ redact }) => redact(owner, "b", reason)),
  },
]

export interface ToolDoor {
  readonly field: string
  readonly tool: string
  readonly args: (text: string) => JsonObject
}

const content = "Fine."

/** The tools. */
export const toolDoors: ReadonlyArray<ToolDoor> = [
  { field: "content", tool: "memory_remember", args: (text) => ({ content: text }) },
  {
    field: "content",
    tool: "memory_remember",
    args: (text) => ({ content: text, supersedes: "a" }),
  },
  {
    field: "reason",
    tool: "memory_remember",
    args: (reason) => ({ content, supersedes: "a", reason }),
  },
  { field: "key", tool: "memory_remember", args: (key) => ({ content, key }) },
  {
    field: "sources[0]",
    tool: "memory_remember",
    args: (text) => ({ content, sources: [text] }),
  },
  {
    field: "derivedFrom[0]",
    tool: "memory_remember",
    args: (text) => ({ content, derivedFrom: [text] }),
  },
  {
    field: "facets[0]",
    tool: "memory_remember",
    args: (text) => ({ content, facets: { place: text } }),
  },
  {
    field: "facets[0]",
    tool: "memory_remember",
    args: (text) => ({ content, facets: { [text]: "x" } }),
  },
  {
    field: "subjects[0].ref",
    tool: "memory_remember",
    args: (ref) => ({ content, subjects: [{ ref, consentScope: "s" }] }),
  },
  {
    field: "subjects[0].consentScope",
    tool: "memory_remember",
    args: (consentScope) => ({ content, subjects: [{ ref: "p", consentScope }] }),
  },
  { field: "trail", tool: "memory_remember", args: (trail) => ({ content, trail }) },
  { field: "reason", tool: "memory_forget", args: (reason) => ({ key: "b", reason }) },
  {
    field: "reason",
    tool: "memory_forget",
    args: (reason) => ({ key: "hidden", undo: true, reason }),
  },
]
