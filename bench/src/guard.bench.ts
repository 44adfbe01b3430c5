/**
 * What the guard costs, in CPU time of this thread: a note, prose in several scripts, blobs, the costliest of several
 * thousand hostile texts, and the table's compilation. The floors are those that the guard promises; every figure is a
 * median over times that the clock of a processor can tell.
 * `--units N` hostile units (default all), `--json FILE`.
 *
 * @module
 */
import * as fs from "node:fs"
import * as os from "node:os"
import { parseArgs } from "node:util"
import { compileGuard, families, Samples } from "@reminisce/guard"

const { values: args } = parseArgs({
  options: { units: { type: "string" }, json: { type: "string" } },
})

const KiB = 1024
const MiB = KiB * KiB

/** One line of the table; `floor` is what the guard promises, in the same unit. */
interface Figure {
  readonly what: string
  readonly value: number
  readonly unit: string
  readonly floor?: number
}

const figures: Array<Figure> = []
const say = (line: string): void => void process.stdout.write(`${line}\n`)

const report = (what: string, value: number, unit: string, floor?: number): void => {
  figures.push(floor === undefined ? { what, value, unit } : { what, value, unit, floor })
  const promise = floor === undefined ? "" : `  promised ${unit === "MiB/s" ? ">=" : "<="} ${floor}`
  say(`${what.padEnd(58)} ${value.toFixed(2).padStart(9)} ${unit}${promise}`)
}

const cpuMicros = (): number => {
  const { system, user } = process.threadCpuUsage()
  return user + system
}

/** The median CPU time of one call in microseconds, over batches that each take ten milliseconds or more. */
const cost = (call: () => unknown, batches = 9): number => {
  let turns = 1
  const batch = (): number => {
    const start = cpuMicros()
    for (let turn = 0; turn < turns; turn += 1) call()
    return cpuMicros() - start
  }
  while (batch() < 10_000) turns *= 2
  const times = Array.from({ length: batches }, batch).sort((left, right) => left - right)
  return (times[batches >> 1] ?? 0) / turns
}

const speed = (text: string, batches?: number): number =>
  Buffer.byteLength(text) /
  MiB /
  (cost(() => guard.scan([{ field: "content", text }]), batches) / 1e6)

const words = (list: string, size: number): string => {
  const random = Samples.randomFrom(7)
  const choice = list.split(" ")
  let text = ""
  while (text.length < size)
    text += `${choice[random(choice.length)] ?? ""}${random(12) === 0 ? ". " : " "}`
  return text.slice(0, size)
}

const english =
  "the north gate opens at dawn and closes at dusk when the watch changes Ana said that she would rather wait by the " +
  "river than ask Per for another lantern because it was raining and the key to the boat house was under a stone"
const russian =
  "северные ворота открываются на рассвете и закрываются на закате когда меняется стража Анна сказала что лучше " +
  "подождёт у реки чем попросит у Петра ещё один фонарь потому что шёл дождь"
const chinese =
  "北门在黎明时打开 黄昏时关闭 安娜说 她宁愿在河边等 也不愿再向佩尔要一盏灯笼 因为下雨了"
const note =
  "Ana prefers the north gate; it opens at dawn and closes at dusk. Ask Per for the code at the old desk."

const machine = `${os.cpus()[0]?.model ?? "unknown processor"}, ${os.cpus().length} cores, ${os.platform()} ${os.arch()}, Node ${process.versions.node}`
say(machine)

const before = cpuMicros()
const guard = compileGuard(families)
report("the table compiled, cold", (cpuMicros() - before) / 1000, "ms", 20)
report("the table compiled, warm", cost(() => compileGuard(families)) / 1000, "ms")

report(
  "a note of 100 bytes",
  cost(() => guard.scan([{ field: "content", text: note }])),
  "us",
  20,
)
const fields = [
  "content",
  "key",
  "owner",
  "subjects[0]",
  "facets[0]",
  "facets[1]",
  "sources[0]",
  "tags[0]",
]
report(
  "a note of 100 bytes in eight fields",
  cost(() => guard.scan(fields.map((field) => ({ field, text: note })))),
  "us",
)

const size = 64 * KiB
report("64 KiB of English prose", speed(words(english, size)), "MiB/s", 25)
report(
  "64 KiB of prose with typographic marks",
  speed(words(english, size).replaceAll(". ", " — ")),
  "MiB/s",
)
report("64 KiB of Russian prose", speed(words(russian, size / 2)), "MiB/s")
report("64 KiB of Chinese prose", speed(words(chinese, size / 3)), "MiB/s")
report(
  "64 KiB of base64",
  speed(Samples.renderTemplate("<B9999>", 1).repeat(7).slice(0, size)),
  "MiB/s",
)
report(
  "64 KiB of hexadecimal",
  speed(Samples.renderTemplate("<h9999>", 1).repeat(7).slice(0, size)),
  "MiB/s",
)

/** Keywords as they stand in the samples, each repeated with what its check may walk over. */
const tails = [
  "",
  "-",
  "_",
  ".",
  "=",
  " ",
  "a",
  "A1",
  ":",
  "://",
  "@",
  '="',
  "/",
  "\n",
  "key",
  " is ",
  "%",
  "\\",
  "é",
]
const heads = Array.from(
  new Set(
    Object.values({ ...Samples.leading, ...Samples.further })
      .flat()
      .flatMap((template) => template.split(/<[^<>]{1,8}>/))
      .filter((head) => head.length >= 3),
  ),
)
const encodings = [
  "%25",
  "\\u005cu005c",
  "&amp;amp;",
  "=3D",
  "a-",
  "10,",
  "0x41,",
  "QUFB",
  "UVVGQg==",
  "JTI1",
  "deadbeef",
  "A",
  "é",
  "\u0301",
  "\u{20000}",
  "密码",
  "\u001b[",
  "x9Qw(3.token=",
  "x9Q-changeme3.secret=",
  "A9-x8_k7.auth_key:",
]
const units = [...encodings, ...heads.flatMap((head) => tails.map((tail) => head + tail))].slice(
  0,
  args.units === undefined ? undefined : Number(args.units),
)

const textOf = (unit: string, length: number): string =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length)

/** Nanoseconds of the clock that one scan takes at least: good enough to choose by, and finer than processor time. */
const elapsed = (text: string, turns: number): number => {
  const times = Array.from({ length: turns }, () => {
    const start = process.hrtime.bigint()
    guard.scan([{ field: "content", text }])
    return Number(process.hrtime.bigint() - start)
  })
  return Math.min(...times)
}

/** MiB/s by processor time, over scans that take `millis` of it or more together. */
const rateOver = (text: string, millis: number): number => {
  const start = cpuMicros()
  let scans = 0
  while (cpuMicros() - start < millis * 1000) {
    guard.scan([{ field: "content", text }])
    scans += 1
  }
  return (scans * Buffer.byteLength(text)) / MiB / ((cpuMicros() - start) / 1e6)
}

const medianRate = (text: string): number => {
  const rates = Array.from({ length: 5 }, () => rateOver(text, 200)).sort((a, b) => a - b)
  return rates[2] ?? 0
}

/** The hundred costliest of all at 4 KiB, of these the twelve costliest at 64 KiB, and of these the medians. */
const hundred = units
  .map((unit) => ({ unit, nanos: elapsed(textOf(unit, 4 * KiB), 2) }))
  .sort((left, right) => right.nanos - left.nanos)
  .slice(0, 100)
  .map(({ unit }) => ({ unit, rate: rateOver(textOf(unit, size), 40) }))
  .sort((left, right) => left.rate - right.rate)
const finalists = hundred
  .slice(0, 12)
  .map(({ unit }) => ({ unit, rate: medianRate(textOf(unit, size)) }))
  .sort((left, right) => left.rate - right.rate)
const [worst] = finalists
if (worst !== undefined) {
  report(`the costliest of ${units.length} hostile texts of 64 KiB`, worst.rate, "MiB/s", 2)
  report("  the one at the tenth place", finalists[9]?.rate ?? Number.NaN, "MiB/s")
  report("  the one at the hundredth place", hundred[99]?.rate ?? Number.NaN, "MiB/s")
  report(
    "  growth of the costliest from 64 KiB to 1 MiB",
    16 * (worst.rate / medianRate(textOf(worst.unit, MiB))),
    "times (16 is linear)",
  )
  say(`  the costliest repeats ${JSON.stringify(worst.unit)}`)
}

if (args.json !== undefined) {
  fs.writeFileSync(
    args.json,
    `${JSON.stringify({ bench: "guard", version: guard.version, machine, figures }, null, 2)}\n`,
  )
}
