/**
 * Reads the law and the tests, and says which rules a test names, which wait for a part that does not
 * exist yet, and which have neither. `--gate` fails when a test names a rule that is not in the law.
 *
 * @module
 */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))
const RULE = /^- \*\*([A-Z]{2}-[A-Z]?\d+[a-z]?)\*\* (?:\*\(waits for: ([^)]*)\)\* )?(.*)$/gm
const ID = /[A-Z]{2}-[A-Z]?\d+[a-z]?/g

interface Rule {
  /** The part that does not exist yet. */
  readonly waits: string | undefined
  readonly text: string
}

/** Rules of a law's text by id. */
export const readRules = (law: string): Map<string, Rule> => {
  const rules = new Map<string, Rule>()
  for (const [, id = "", waits, text = ""] of law.matchAll(RULE)) {
    if (rules.has(id)) throw new Error(`${id} stands twice in the law`)
    rules.set(id, { waits, text })
  }
  return rules
}

/** Rule ids a source names after `Verifies:`, to the end of that comment line. */
export const readVerified = (source: string): ReadonlyArray<string> =>
  [...source.matchAll(/Verifies: (.*)$/gm)].flatMap(([, list = ""]) => list.match(ID) ?? [])

/** Where each rule is verified, and which ids no law knows. */
export const compare = (
  rules: ReadonlyMap<string, Rule>,
  sources: ReadonlyArray<{ readonly file: string; readonly text: string }>,
): {
  readonly tests: ReadonlyMap<string, ReadonlyArray<string>>
  readonly unknown: ReadonlyArray<string>
} => {
  const tests = new Map<string, ReadonlyArray<string>>()
  const unknown: Array<string> = []
  for (const { file, text } of sources) {
    for (const id of readVerified(text)) {
      if (!rules.has(id)) unknown.push(`${file}: ${id}`)
      tests.set(id, [...(tests.get(id) ?? []), file])
    }
  }
  return { tests, unknown }
}

const walk = (folder: string): ReadonlyArray<string> =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (["node_modules", "dist", ".git", ".tools", ".turbo"].includes(entry.name)) return []
    if (entry.isDirectory()) return walk(path)
    return /\.(test|criteria\.test|bench|suite)\.ts$|store-conformance\/src\/.*\.ts$/.test(path)
      ? [path]
      : []
  })

const NAMES = ["rules", "tested", "waiting", "without"] as const
type Row = { [name in (typeof NAMES)[number]]: number }

const main = (): void => {
  const rules = readRules(readFileSync(join(root, "docs/spec.md"), "utf8"))
  const sources = ["packages", "apps", "criteria", "test", "examples", "bench"]
    .flatMap(walk)
    .map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }))
  const { tests, unknown } = compare(rules, sources)
  const areas = new Map<string, Row>()
  const without: Array<string> = []
  for (const [id, { waits, text }] of rules) {
    const area = id.slice(0, 2)
    const row = areas.get(area) ?? { rules: 0, tested: 0, waiting: 0, without: 0 }
    row.rules++
    if (tests.has(id)) row.tested++
    else if (waits !== undefined) row.waiting++
    else {
      row.without++
      without.push(`${id}  ${text.length > 100 ? `${text.slice(0, 99)}…` : text}`)
    }
    areas.set(area, row)
  }
  const line = (name: string, row: Row): string =>
    `${name.padEnd(6)}${String(row.rules).padStart(6)}${String(row.tested).padStart(8)}${String(row.waiting).padStart(9)}${String(row.without).padStart(9)}`
  const out = ["area   rules  tested  waiting  neither"]
  const sum = { rules: 0, tested: 0, waiting: 0, without: 0 }
  for (const [area, row] of areas) {
    out.push(line(area, row))
    for (const name of NAMES) sum[name] += row[name]
  }
  out.push(line("all", sum))
  if (without.length > 0) out.push("", "Neither tested nor waiting:", ...without)
  if (unknown.length > 0) out.push("", "Named by a test, unknown to the law:", ...unknown)
  process.stdout.write(`${out.join("\n")}\n`)
  if (process.argv.includes("--gate") && unknown.length > 0) process.exit(1)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main()
