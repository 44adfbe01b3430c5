import { assert, describe, it } from "@effect/vitest"
import { BASES, type NewMemory } from "@reminisce/schema"
import * as Schema from "effect/Schema"
import { fingerprintOf } from "../src/Fingerprint.ts"

/** Texts that would run together if they were joined carelessly. */
const Text = Schema.Literals([
  "",
  "a",
  "b",
  '"',
  '","',
  "a=b",
  "=",
  "event:",
  "[",
  "null",
  "\\",
  "ä",
])
const perhaps = <S extends Schema.Top>(schema: S) => Schema.Union([schema, Schema.Undefined])
const Instant = perhaps(Schema.Literals([0, 1, -1]))
const texts = Schema.Array(Text).check(Schema.isMaxLength(3))

const Memory = Schema.Struct({
  content: Text,
  aspects: texts,
  basis: Schema.Literals(BASES),
  confidence: Schema.Literals([0, 1]),
  salience: Schema.Literals([0, 1]),
  sources: texts,
  derivedFrom: texts,
  facets: Schema.Array(Schema.Tuple([Schema.Literals(["a", "b"]), Text])).check(
    Schema.isMaxLength(2),
  ),
  subjects: Schema.Array(Schema.Struct({ ref: Text, consentScope: Text })).check(
    Schema.isMaxLength(2),
  ),
  validFrom: Instant,
  validTo: Instant,
  occurredAt: Instant,
  dueAt: Instant,
  cues: Schema.Array(
    Schema.Union([Schema.Struct({ event: Text }), Schema.Struct({ term: Text })]),
  ).check(Schema.isMaxLength(2)),
  trail: perhaps(Text),
  ordinal: perhaps(Schema.Literals([0, 1])),
  reviewedBy: perhaps(Text),
})
type Given = Schema.Schema.Type<typeof Memory>

const keyed = (memory: Given, key?: string): NewMemory => ({ ...memory, key })

const plain: Given = {
  content: "a",
  aspects: [],
  basis: "told",
  confidence: 0,
  salience: 0,
  sources: [],
  derivedFrom: [],
  facets: [],
  subjects: [],
  validFrom: undefined,
  validTo: undefined,
  occurredAt: undefined,
  dueAt: undefined,
  cues: [],
  trail: undefined,
  ordinal: undefined,
  reviewedBy: undefined,
}

/** The memory with every set as a set, for comparison by structure. */
const sets = (memory: Given): object => {
  const set = (values: ReadonlyArray<unknown>) =>
    new Set(values.map((each) => JSON.stringify(each)))
  const { aspects, derivedFrom, facets, subjects, cues, ...rest } = memory
  return { ...rest, sets: [aspects, derivedFrom, facets, subjects, cues].map(set) }
}

const isSame = (a: object, b: object): boolean => {
  try {
    assert.deepStrictEqual(a, b)
    return true
  } catch {
    return false
  }
}

describe("fingerprintOf", () => {
  it.prop("is 32 characters, whatever the key and the order of sets", [Memory], ([memory]) => {
    const shuffled = {
      ...memory,
      aspects: [...memory.aspects, ...memory.aspects].reverse(),
      derivedFrom: [...memory.derivedFrom].reverse(),
      facets: [...memory.facets].reverse(),
      subjects: [...memory.subjects].reverse(),
      cues: [...memory.cues, ...memory.cues].reverse(),
    }
    assert.match(fingerprintOf(keyed(memory)), /^[A-Za-z0-9_-]{32}$/)
    assert.strictEqual(fingerprintOf(keyed(shuffled, "k")), fingerprintOf(keyed(memory)))
  })

  it("does not run a subject and its scope together", () => {
    const about = (ref: string, consentScope: string) =>
      fingerprintOf({ ...keyed(plain), subjects: [{ ref, consentScope }] })
    assert.notStrictEqual(about("ab", "c"), about("a", "bc"))
  })

  it.prop(
    "is equal exactly when every attribute is",
    [Memory, Memory, Schema.Literals(Object.keys(Memory.fields) as ReadonlyArray<keyof Given>)],
    ([memory, other, field]) => {
      const neighbour = { ...memory, [field]: other[field] }
      assert.strictEqual(
        fingerprintOf(keyed(memory)) === fingerprintOf(keyed(neighbour)),
        isSame(sets(memory), sets(neighbour)),
      )
    },
    { arbitrary: { runs: 2_000 } },
  )
})
