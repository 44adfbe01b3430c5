/**
 * Random operations on one owner, drawn from few keys, words and people so that they meet.
 *
 * @module
 */
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"

const index = (most: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: most }))
const perhaps = <S extends Schema.Top>(schema: S) => Schema.NullOr(schema)

/** `words` 4 and 5 are intentions. `grounds` count back from the newest memory; 9 is a key nobody has. */
const NewMemory = Schema.Struct({
  words: index(5),
  key: perhaps(index(3)),
  person: perhaps(index(2)),
  grounds: Schema.Array(index(9)).check(Schema.isMaxLength(3)),
})

/** `target` counts back from the newest memory; one beyond the oldest is a key nobody has. */
const target = index(12)

const Operation = Schema.Union([
  Schema.Struct({ do: Schema.Literal("remember"), memory: NewMemory }),
  Schema.Struct({
    do: Schema.Literal("rememberMany"),
    memories: Schema.Array(NewMemory).check(Schema.isMaxLength(4)),
  }),
  Schema.Struct({ do: Schema.Literal("supersede"), target, memory: NewMemory }),
  Schema.Struct({
    do: Schema.Literals(["forget", "unforget", "fulfil", "recall", "decay"]),
    target,
  }),
])

export type NewMemoryOf = Schema.Schema.Type<typeof NewMemory>
export type Operation = Schema.Schema.Type<typeof Operation>

export const operations = (minLength: number, maxLength: number) =>
  Arbitrary.array(Arbitrary.schema(Operation), { minLength, maxLength })
