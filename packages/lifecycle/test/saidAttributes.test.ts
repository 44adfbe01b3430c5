import { assert, describe, it } from "@effect/vitest"
import { BASES, fingerprintOf, type NewMemory, renewFingerprint, saidText } from "@reminisce/schema"
import * as Schema from "effect/Schema"
import { linkedText } from "../src/linkedText.ts"
import { saidAttributes } from "../src/saidAttributes.ts"

/** Record and links: all that a repeated write is known by. */
const whole = (memory: NewMemory): string => saidText(saidAttributes(memory)) + linkedText(memory)

const fingerprint = (memory: NewMemory): string =>
  fingerprintOf(saidAttributes(memory), linkedText(memory))

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

describe("what a writer says", () => {
  it.prop("does not depend on the key and the order of sets", [Memory], ([memory]) => {
    const shuffled = {
      ...memory,
      aspects: [...memory.aspects, ...memory.aspects].reverse(),
      derivedFrom: [...memory.derivedFrom].reverse(),
      facets: [...memory.facets].reverse(),
      subjects: [...memory.subjects].reverse(),
      cues: [...memory.cues, ...memory.cues].reverse(),
    }
    assert.match(fingerprint(keyed(memory)), /^[A-Za-z0-9_-]{32}$/)
    assert.strictEqual(fingerprint(keyed(shuffled, "k")), fingerprint(keyed(memory)))
    assert.strictEqual(whole(keyed(shuffled, "k")), whole(keyed(memory)))
  })

  it("does not run a subject and its scope together", () => {
    const about = (ref: string, consentScope: string) =>
      linkedText({ ...keyed(plain), subjects: [{ ref, consentScope }] })
    assert.notStrictEqual(about("ab", "c"), about("a", "bc"))
  })

  it.prop(
    "is equal exactly when every attribute is, and so is its fingerprint",
    [Memory, Memory, Schema.Literals(Object.keys(Memory.fields) as ReadonlyArray<keyof Given>)],
    ([memory, other, field]) => {
      const changed = { ...memory, [field]: other[field] }
      const isEqual = isSame(sets(memory), sets(changed))
      const [one, neighbour] = [keyed(memory), keyed(changed)]
      assert.strictEqual(whole(one) === whole(neighbour), isEqual)
      // 36 bits of the links: 2,000 pairs agree by chance less than once in thirty million runs.
      assert.strictEqual(fingerprint(one) === fingerprint(neighbour), isEqual)
    },
    { arbitrary: { runs: 2_000 } },
  )

  it.prop(
    "has a fingerprint that its record renews, whatever was made of it",
    [Memory],
    ([memory]) => {
      const attributes = saidAttributes(keyed(memory))
      const print = fingerprint(keyed(memory))
      assert.strictEqual(renewFingerprint(attributes, print), print)
      assert.strictEqual(renewFingerprint(attributes, `${"x".repeat(40)}${print.slice(-6)}`), print)
      assert.isUndefined(renewFingerprint(attributes, "a b"))
    },
  )
})
