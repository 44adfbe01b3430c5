/**
 * The writers, each called so that it would succeed, and every place of theirs where a text goes in.
 *
 * @module
 */
import { Lifecycle } from "@reminisce/lifecycle"
import type { RememberRequest } from "@reminisce/schema"
import * as Effect from "effect/Effect"
import { plantMemory } from "./plant.ts"
import { alice, allLinks, allRecords, note } from "./world.ts"

export interface Refusal {
  readonly _tag: string
  readonly message: string
}

export const writerNames = [
  "remember",
  "supersede",
  "forget",
  "unforget",
  "fulfil",
  "relate",
] as const

type Write = (more?: object) => Effect.Effect<unknown, Refusal, Lifecycle>

/** Each writer called so that it would succeed; `more` goes where the writer takes a reviewer. */
export const writers: { readonly [name in (typeof writerNames)[number]]: Write } = {
  remember: (more = {}) =>
    Effect.flatMap(Lifecycle, ({ remember }) => remember(alice, note("New.", more))),
  supersede: (more = {}) =>
    Effect.flatMap(Lifecycle, ({ supersede }) =>
      supersede(alice, "a", note("Instead.", more), { reason: "r" }),
    ),
  forget: (more = {}) =>
    Effect.flatMap(Lifecycle, ({ forget }) => forget(alice, "c", { reason: "r", ...more })),
  unforget: (more = {}) =>
    Effect.flatMap(Lifecycle, ({ unforget }) => unforget(alice, "hidden", more)),
  fulfil: (more = {}) => Effect.flatMap(Lifecycle, ({ fulfil }) => fulfil(alice, "plan", more)),
  relate: (more = {}) =>
    Effect.flatMap(Lifecycle, ({ relate }) => relate(alice, "association", ["a", "b"], more)),
}

/** What the writers act on. */
export const plantAll = Effect.gen(function* () {
  for (const key of ["a", "b", "c"]) yield* plantMemory(alice, key, {})
  yield* plantMemory(alice, "hidden", { status: "forgotten" })
  yield* plantMemory(alice, "plan", { aspects: ["prospective"], dueAt: 1 })
})

/** All of alice's records and links. */
export const everythingStored = Effect.gen(function* () {
  return yield* Effect.all([
    Effect.forEach(["memory", "statusChange", "source", "subject", "association"], (type) =>
      allRecords(alice, type),
    ),
    Effect.forEach(
      ["derivation", "supersession", "membership", "citation", "concerning", "fulfilment"],
      (type) => allLinks(alice, type),
    ),
  ])
})

/** Every place of every writer where a text goes in. */
export const doors: ReadonlyArray<
  readonly [field: string, write: (text: string) => Effect.Effect<unknown, Refusal, Lifecycle>]
> = (() => {
  const remember = (more: (text: string) => Partial<RememberRequest>) => (text: string) =>
    Effect.flatMap(Lifecycle, (it) => it.remember(alice, note("Fine.", more(text))))
  const prospective = (more: object) => ({ aspects: ["prospective"], ...more })
  const scope = (ref: string, consentScope: string) => ({ subjects: [{ ref, consentScope }] })
  return [
    ["content", remember((content) => ({ content }))],
    ["key", remember((key) => ({ key }))],
    ["facets[0]", remember((text) => ({ facets: [["place", text]] }))],
    ["facets[0]", remember((text) => ({ facets: [[text, "x"]] }))],
    ["sources[1]", remember((text) => ({ sources: ["doc:x", text] }))],
    ["derivedFrom[0]", remember((text) => ({ derivedFrom: [text] }))],
    ["subjects[0].ref", remember((text) => scope(text, "s"))],
    ["subjects[0].consentScope", remember((text) => scope("p", text))],
    ["cues[0]", remember((event) => prospective({ cues: [{ event }] }))],
    ["cues[0]", remember((term) => prospective({ cues: [{ term }] }))],
    ["cues[0]", remember((source) => prospective({ cues: [{ source }] }))],
    ["cues[0]", remember((memory) => prospective({ cues: [{ memory }] }))],
    ["trail", remember((trail) => ({ trail }))],
    ["reviewedBy", remember((reviewedBy) => ({ reviewedBy }))],
    [
      "owner",
      (name) =>
        Effect.flatMap(Lifecycle, (it) => it.remember({ kind: "agent", name }, note("Fine."))),
    ],
    ["content", (text) => Effect.flatMap(Lifecycle, (it) => it.supersede(alice, "a", note(text)))],
    [
      "reason",
      (reason) =>
        Effect.flatMap(Lifecycle, (it) => it.supersede(alice, "a", note("Fine."), { reason })),
    ],
    ["reason", (reason) => writers.forget({ reason })],
    ["reviewedBy", (reviewedBy) => writers.forget({ reviewedBy })],
    ["reason", (reason) => writers.unforget({ reason })],
    ["reason", (reason) => writers.fulfil({ reason })],
    ["reason", (reason) => writers.relate({ reason })],
    ["facets[0]", (text) => writers.relate({ facets: [["place", text]] })],
    ["reviewedBy", (reviewedBy) => writers.relate({ reviewedBy })],
  ]
})()
