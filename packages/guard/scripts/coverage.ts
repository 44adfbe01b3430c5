/**
 * Prints what the guard recognises, family by family, and what it refuses in a body of honest text.
 *
 * npm run guard:coverage -- [--seeds N] [--corpus [--name PATTERN] PATH...]
 *
 * With `--corpus`, every file under a path is cut into paragraphs at blank lines, and a file ending in .json into the
 * strings it holds; archives ending in .gz are opened. `--name` takes only the files whose name the regular expression
 * finds, in any case. Of a refused text only file, number and families are printed.
 *
 * @module
 */

import { type Dirent, readdirSync, readFileSync, statSync } from "node:fs"
import { basename, join } from "node:path"
import { parseArgs } from "node:util"
import { gunzipSync } from "node:zlib"
import { compileGuard, families, Samples } from "../src/index.ts"

const { positionals, values } = parseArgs({
  options: {
    seeds: { type: "string", default: "100" },
    corpus: { type: "boolean", default: false },
    name: { type: "string", default: "" },
  },
  allowPositionals: true,
})

const guard = compileGuard(families)
const seeds = Array.from({ length: Number(values.seeds) }, (_, seed) => seed)

const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

const percent = (part: number, whole: number, digits = 2): string =>
  whole === 0 ? "-" : `${((100 * part) / whole).toFixed(digits)} %`

/** What is counted for one family. */
interface Tally {
  rules: number
  recognised: number
  texts: number
  refused: number
}

const emptyTally = (): Tally => ({ rules: 0, recognised: 0, texts: 0, refused: 0 })

const familiesOf = (text: string): ReadonlyArray<string> =>
  guard.scan([{ field: "content", text }]).flatMap((found) => found.families)

/** Renders a rule's samples with every seed. A rule is recognised when all of its texts are refused. */
const measure = (samples: { readonly [rule: string]: Samples.Sample }) => {
  const byFamily = new Map<string, Tally>()
  const total = emptyTally()
  const missed: Array<string> = []
  for (const [rule, sample] of Object.entries(samples)) {
    const found = seeds.flatMap((seed) => Samples.renderSample(sample, seed)).map(familiesOf)
    const refused = found.filter((names) => names.length > 0)
    const name = mostCommon(refused) ?? "(none)"
    const tally = byFamily.get(name) ?? emptyTally()
    byFamily.set(name, tally)
    for (const target of [tally, total]) {
      target.rules += 1
      target.texts += found.length
      target.refused += refused.length
      target.recognised += refused.length === found.length ? 1 : 0
    }
    if (refused.length < found.length) missed.push(`${rule} (${refused.length} of ${found.length})`)
  }
  return { byFamily, total, missed }
}

const mostCommon = (found: ReadonlyArray<ReadonlyArray<string>>): string | undefined => {
  const counts = new Map<string, number>()
  for (const name of found.flat()) {
    // The name of a secret is a weaker word than its vendor's.
    const weight = name.startsWith("assigned-") ? 1 : 2
    counts.set(name, (counts.get(name) ?? 0) + weight)
  }
  return Array.from(counts).sort((left, right) => right[1] - left[1])[0]?.[0]
}

const row = (name: string, tally: Tally): string =>
  `| ${name} | ${tally.recognised} of ${tally.rules} | ${tally.refused} of ${tally.texts} | ${percent(tally.refused, tally.texts)} |`

const printCoverage = (
  title: string,
  samples: { readonly [rule: string]: Samples.Sample },
): void => {
  const { byFamily, missed, total } = measure(samples)
  say(`\n## ${title}\n\n| family | rules | texts refused | |\n| --- | --- | --- | --- |`)
  for (const [name, tally] of Array.from(byFamily).sort()) say(row(name, tally))
  say(row("**all**", total))
  say(`\nnot recognised in every text: ${missed.length === 0 ? "none" : missed.join(", ")}`)
}

const filesUnder = (path: string): ReadonlyArray<string> => {
  if (statSync(path).isFile()) return [path]
  const entries: ReadonlyArray<Dirent> = readdirSync(path, { withFileTypes: true })
  return entries.flatMap((entry) => {
    const inner = join(path, entry.name)
    if (entry.isDirectory()) return filesUnder(inner)
    return entry.isFile() ? [inner] : []
  })
}

/** The text of a file; empty when it is too large or no text. */
const textOf = (file: string): string => {
  if (statSync(file).size > 8_000_000) return ""
  const bytes = readFileSync(file)
  const text = (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8")
  return text.includes("\u0000") ? "" : text
}

const stringsOf = (value: unknown): ReadonlyArray<string> => {
  if (typeof value === "string") return [value]
  if (typeof value !== "object" || value === null) return []
  return Object.values(value).flatMap(stringsOf)
}

/** What a file says, one text for each note that an agent would make of it. */
const notesOf = (file: string): ReadonlyArray<string> => {
  const text = textOf(file)
  if (!file.endsWith(".json")) return text.split(/\n\s*\n/)
  try {
    return stringsOf(JSON.parse(text))
  } catch {
    return [text]
  }
}

const printCorpus = (paths: ReadonlyArray<string>): void => {
  const wanted = new RegExp(values.name, "i")
  const refused: Array<string> = []
  say("\n## Honest texts\n\n| under | files | texts | million characters | refused | |")
  say("| --- | --- | --- | --- | --- | --- |")
  for (const path of paths) {
    const files = filesUnder(path).filter((file) => wanted.test(basename(file)))
    const before = refused.length
    let characters = 0
    let texts = 0
    for (const file of files) {
      for (const [index, text] of notesOf(file).entries()) {
        if (text.trim() === "") continue
        texts += 1
        characters += text.length
        const found = familiesOf(text)
        if (found.length > 0) refused.push(`${file} text ${index + 1}: ${found.join(", ")}`)
      }
    }
    const count = refused.length - before
    const size = (characters / 1e6).toFixed(1)
    const rate = percent(count, texts, 4)
    say(`| ${path} | ${files.length} | ${texts} | ${size} | ${count} | ${rate} |`)
  }
  say(`\nrefused: ${refused.length === 0 ? "none" : refused.length}`)
  for (const line of refused) say(`- ${line}`)
}

say(`rules ${guard.version}, ${guard.families.length} families, ${seeds.length} seeds`)
printCoverage("The leading open rule set", Samples.leading)
printCoverage("What it lacks", Samples.further)
if (values.corpus) printCorpus(positionals)
