/**
 * Whom a new memory concerns: the people its caller names, and those it takes over from what it
 * replaces and rests on, so that erasure finds it.
 *
 * @module
 */
import { Limits, type NewMemory, TooLarge } from "@reminisce/schema"
import { compareText, type RecordWrite } from "@reminisce/store"
import * as Effect from "effect/Effect"
import type { Known, KnownMemory } from "./Known.ts"
import { planReferences } from "./planReferences.ts"

export interface SubjectLink {
  readonly subject: string
  readonly consentScope: string
  /** Taken over, not named by the caller. */
  readonly inherited: boolean
}

/**
 * Everyone the memory concerns, each once: whom the caller names, then whom the replaced memory
 * concerns, then whom the grounds concern, by their keys. The first to name a subject gives its scope.
 */
export const planSubjects = Effect.fnUntraced(function* (
  known: Known,
  memory: NewMemory,
  replaces: KnownMemory | undefined,
  grounds: ReadonlyArray<KnownMemory>,
): Effect.fn.Return<
  { readonly create: ReadonlyArray<RecordWrite>; readonly links: ReadonlyArray<SubjectLink> },
  TooLarge
> {
  const named = memory.subjects.map(({ ref }) => ref)
  const inheritedFrom = [
    ...(replaces === undefined ? [] : [replaces]),
    ...[...grounds].sort((a, b) => compareText(a.record.key, b.record.key)),
  ]
  const inherited = new Map<string, string>()
  for (const { scopes } of inheritedFrom) {
    for (const [subject, scope] of scopes) {
      if (!inherited.has(subject)) inherited.set(subject, scope)
    }
  }
  for (const ref of named) inherited.delete(known.subjects.get(ref) ?? "")
  // More people than an audience can hold would make a memory that nobody may ever see.
  if (named.length + inherited.size > Limits.audience) {
    return yield* new TooLarge({ field: "subjects", cap: Limits.audience })
  }
  const { create, keys } = yield* planReferences("subject", "p_", known.subjects, named)
  for (const { key, attributes } of create) known.references.set(key, String(attributes.reference))
  return {
    create,
    links: [
      ...memory.subjects.map(({ consentScope }, i) => ({
        subject: keys[i] ?? "",
        consentScope,
        inherited: false,
      })),
      ...[...inherited].map(([subject, consentScope]) => ({
        subject,
        consentScope,
        inherited: true,
      })),
    ],
  }
})
