/**
 * A store in a file that holds words of a person's, each told once, beside what nobody asked to erase;
 * what is left of them in its bytes; and a process that erases there and may be killed.
 *
 * @module
 */
import { spawnSync } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { fileURLToPath } from "node:url"
import { Lifecycle } from "@reminisce/lifecycle"
import { StoreSqlite } from "@reminisce/store-sqlite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { DAY, TODAY } from "./erasing.ts"
import { about, alice, person, told, world } from "./world.ts"

export const over = (filename: string) => world(Layer.orDie(StoreSqlite.layer({ filename })))

/** Of each number a word of its own that no stemmer changes and no other text holds. */
export const word = (kind: string, i: number): string =>
  `q${kind}${[...String(i)].map((digit) => "bdfgklmnprt"[Number(digit)]).join("a")}zuk`

/** Memories about her. */
export const HERS = 100
const numbers = Array.from({ length: HERS }, (_, i) => i)
/** Memories of others that no erasure reaches: told long ago on other terms, or told today. */
const OTHERS = 10

/** Words of one memory about her, and of all. */
export const wordsOf = (i: number): ReadonlyArray<string> =>
  ["c", "f", "s", "t", ...(i % 10 === 0 ? ["r"] : [])].map((kind) => word(kind, i))
export const erased = numbers.flatMap(wordsOf)
export const kept = [
  ...numbers.map((i) => word("k", i)),
  ...numbers.slice(0, OTHERS).flatMap((i) => [word("o", i), word("y", i)]),
]

const aboutOther = (consentScope: string) => ({ subjects: [{ ref: "person-2", consentScope }] })

/** Memories about her in turn with memories about nobody; every tenth forgotten with a reason. */
const fill = Effect.gen(function* () {
  const { forget, rememberMany } = yield* Lifecycle
  yield* TestClock.setTime(0)
  yield* rememberMany(
    alice,
    numbers.flatMap((i) => [
      told(`She said ${word("c", i)}`, {
        key: `h_${i}`,
        ...about(person),
        facets: [["note", word("f", i)]],
        sources: [`web:${word("s", i)}`],
        trail: word("t", i),
        ordinal: i,
      }),
      told(`Nobody in particular said ${word("k", i)}`, { key: `n_${i}` }),
    ]),
  )
  for (const i of numbers)
    if (i % 10 === 0) yield* forget(alice, `h_${i}`, { reason: word("r", i) })
  const others = numbers.slice(0, OTHERS)
  yield* rememberMany(
    alice,
    others.map((i) => told(word("o", i), { key: `o_${i}`, ...aboutOther("support") })),
  )
  yield* TestClock.setTime(TODAY * DAY)
  yield* rememberMany(
    alice,
    others.map((i) => told(word("y", i), { key: `y_${i}`, ...aboutOther("care") })),
  )
})

export const makeFolder = (): string => fs.mkdtempSync(path.join(os.tmpdir(), "reminisce-erasure-"))

export const fillFile = (filename: string): Promise<void> =>
  Effect.runPromise(fill.pipe(Effect.provide(over(filename)), Effect.provide(TestClock.layer())))

/** So many memories about nobody beside that hers are few. */
const MANY = 1_600

export const fillMore = (filename: string): Promise<void> =>
  Effect.runPromise(
    Effect.gen(function* () {
      const { rememberMany } = yield* Lifecycle
      for (let from = 0; from < MANY; from += 800)
        yield* rememberMany(
          alice,
          Array.from({ length: 800 }, (_, i) => told("Nothing new", { key: `x_${from + i}` })),
        )
    }).pipe(Effect.provide(over(filename))),
  )

/** Those of `words` that any file of the store holds. */
export const heldBy = (filename: string, words: ReadonlyArray<string>): ReadonlyArray<string> => {
  const files = ["", "-wal", "-shm", "-journal"]
    .map((suffix) => filename + suffix)
    .filter((file) => fs.existsSync(file))
    .map((file) => fs.readFileSync(file))
  return words.filter((each) => files.some((bytes) => bytes.includes(each)))
}

const worker = fileURLToPath(new URL("./eraseWorker.ts", import.meta.url))

/** Another process that does `act` to the file; see there. */
export const runWorker = (filename: string, act: string, killAt: number | "never" = "never") =>
  spawnSync(
    process.execPath,
    ["--no-warnings", "--conditions=@reminisce/source", worker, filename, act, String(killAt)],
    { encoding: "utf8" },
  )
