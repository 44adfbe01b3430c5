/**
 * Memories to write and questions to ask about them: the same in every run.
 *
 * @module
 */
import {
  type Draft,
  type LinkWrite,
  MemoryStore,
  type PageWrite,
  type RecordWrite,
  type Ref,
  StoreAdmin,
  type StoreError,
  type View,
} from "@reminisce/store"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"

/** Nobody's before, so that a server may be measured again. */
const OWNER = { kind: "bench", name: crypto.randomUUID() }
/** Distinct terms of a memory of about 110 bytes. */
const TERMS = 14
const SUBJECTS = 100

/** A store that is open, and what has been written to it so far. */
export interface Opened {
  readonly write: (draft: Draft) => Promise<void>
  readonly read: <A>(f: (view: View) => Effect.Effect<A, StoreError>) => A | Promise<A>
  readonly health: () => Promise<{ readonly bytes?: number | undefined }>
  readonly close: () => Promise<void>
  readonly keys: Array<string>
  /** Bytes of postings so far, by term. */
  readonly lengths: Map<string, number>
  readonly number: () => number
}

/** `isAtOnce`: its reads wait for nothing, and are measured without the runtime's turn. */
export const openStore = async (
  layer: Layer.Layer<MemoryStore | StoreAdmin, StoreError>,
  isAtOnce: boolean,
): Promise<Opened> => {
  const runtime = ManagedRuntime.make(layer)
  const store = await runtime.runPromise(MemoryStore)
  const admin = await runtime.runPromise(StoreAdmin)
  let state = 42
  return {
    health: () => runtime.runPromise(admin.health),
    write: (draft) =>
      runtime.runPromise(store.update(OWNER, () => Effect.succeed({ answer: undefined, draft }))),
    read: (f) =>
      isAtOnce ? runtime.runSync(store.read(OWNER, f)) : runtime.runPromise(store.read(OWNER, f)),
    close: () => runtime.dispose(),
    keys: [],
    lengths: new Map(),
    number: () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return state
    },
  }
}

/** Whom the memories are about; once, before the first of them. */
export const addSubjects = ({ write }: Opened): Promise<void> => {
  const subjects = Array.from({ length: SUBJECTS }, (_, i) => `s_${i}`)
  return write({
    create: subjects.map((key) => ({ type: "subject", key, attributes: { reference: key } })),
  })
}

const hex = ({ number }: Opened): string =>
  [1, 2, 3, 4].map(() => number().toString(16).padStart(8, "0")).join("")

const some = <T>({ number }: Opened, from: ReadonlyArray<T>, count: number): ReadonlyArray<T> =>
  Array.from({ length: count }, () => from[number() % from.length]).filter((x) => x !== undefined)

const memory = (opened: Opened): RecordWrite => {
  const n = opened.keys.length
  const key = `m_${hex(opened)}`
  opened.keys.push(key)
  const attributes = {
    content: `What was remembered as number ${n}: a sentence as long as such sentences are, ${hex(opened)}`,
    aspects: ["semantic"],
    basis: "told",
    confidence: 1_000,
    salience: 1_000_000,
    status: "active",
    recordedAt: 1_700_000_000_000 + n,
    facets: n % 4 === 0 ? ["project=bench"] : [],
    cues: n % 50 === 0 ? [`event:e${n % 7}`] : [],
    concerns: [`s_${n % SUBJECTS}`],
    trail: `t${Math.floor(n / 20)}`,
    ordinal: n % 20,
    recallCount: 0,
    outside: false,
    fingerprint: hex(opened),
  }
  return { type: "memory", key, attributes }
}

const concerning = (key: string, n: number): LinkWrite => ({
  type: "concerning",
  ends: {
    memory: { type: "memory", key },
    subject: { type: "subject", key: `s_${n % SUBJECTS}` },
  },
  attributes: { consentScope: "bench", inherited: false },
})

/** Pages as an index writes them: a tail block of postings per term, and the column page of the slot. */
const indexPages = (
  { lengths, number }: Opened,
  slots: ReadonlyArray<number>,
): ReadonlyArray<PageWrite> => {
  const pages = new Map<string, PageWrite>()
  for (const slot of slots) {
    for (let i = 0; i < TERMS; i++) {
      // The square makes few terms common and many rare.
      const name = `w${Math.floor((number() / 2 ** 32) ** 2 * 30_000)}`
      const length = (lengths.get(name) ?? 0) + 2
      lengths.set(name, length)
      const bytes = new Uint8Array((length % 1_000) + 8).fill(slot)
      pages.set(name, { space: "postings", name, number: Math.floor(length / 1_000), bytes })
    }
    const bytes = new Uint8Array(256 * 48).fill(1, 0, ((slot & 255) + 1) * 48)
    pages.set(`:${slot >> 8}`, { space: "columns", name: "slots", number: slot >> 8, bytes })
  }
  return [...pages.values()]
}

/** `count` memories in one plan, with their links and, where asked, the pages of an index. */
export const remember = (opened: Opened, count: number, indexed: boolean): Promise<void> => {
  const first = opened.keys.length
  const create = Array.from({ length: count }, () => memory(opened))
  return opened.write({
    create,
    link: create.map(({ key }, i) => concerning(key, first + i)),
    pages: indexed
      ? indexPages(
          opened,
          create.map((_, i) => first + i),
        )
      : [],
  })
}

const ALL = { limit: 10_000 }

type Ask = (view: View) => Effect.Effect<unknown, StoreError>

/** Each question of a view; those about pages where the store has any. */
export const questionsOf = (opened: Opened, hasPages: boolean): { [what: string]: Ask } => {
  const { keys, lengths, number } = opened
  const slots = (count: number) => Array.from({ length: count }, () => number() % keys.length)
  const memories = (count: number): ReadonlyArray<Ref> =>
    some(opened, keys, count).map((key) => ({ type: "memory", key }))
  const person = { type: "subject", key: "s_7" }
  const terms = [...lengths.keys()]
  const newest = { prefix: [], limit: 100, order: "descending" } as const
  const questions: { [what: string]: Ask } = {
    nothing: () => Effect.void,
    "get 1": (view) => view.get("memory", some(opened, keys, 1)),
    "get 100": (view) => view.get("memory", some(opened, keys, 100)),
    "get 1,000": (view) => view.get("memory", some(opened, keys, 1_000)),
    "atSlots 100": (view) => view.atSlots("memory", slots(100)),
    "scan 1,000": (view) => view.scan("memory", { after: keys[0] ?? "", limit: 1_000 }),
    "range 100, newest first": (view) => view.range("memoryByRecorded", newest),
    "range 1,000 of a set": (view) =>
      view.range("memoryByConcern", { prefix: ["s_7"], limit: 1_000 }),
    "count of all active": (view) => view.count("memoryByStatus", ["active"]),
    "linked, first role, 1": (view) => view.linked("concerning", "memory", memories(1), ALL),
    "linked, first role, 100": (view) => view.linked("concerning", "memory", memories(100), ALL),
    "linked, second role, a hundredth": (view) =>
      view.linked("concerning", "subject", [person], ALL),
    "the last change": (view) => view.changes(view.sequence - 1, 10),
  }
  if (!hasPages) return questions
  return {
    ...questions,
    "page of 12 KB": (view) => view.page("columns", [{ name: "slots", number: number() % 64 }]),
    "pages of 8 terms": (view) => view.pages("postings", some(opened, terms, 8)),
    "pages since the last plan": (view) => view.pagesSince("columns", view.sequence - 1),
  }
}
