import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { Analyser, makeAnalyser } from "@reminisce/analyser"
import * as Effect from "effect/Effect"
import { AnalyserNatural } from "../src/index.ts"

const manifest = JSON.parse(
  readFileSync(new URL("../node_modules/natural/package.json", import.meta.url), "utf8"),
) as { readonly version: string }
const entry = fileURLToPath(new URL("../src/index.ts", import.meta.url))

/** What a process says that imports the package in a folder with a planted `.env`. */
const importInFolder = (program: string): string => {
  const folder = mkdtempSync(join(tmpdir(), "analyser-natural-"))
  try {
    writeFileSync(join(folder, ".env"), "REMINISCE_PLANTED=1\n")
    writeFileSync(join(folder, "program.mjs"), program)
    const flags = ["--conditions=@reminisce/source", "program.mjs"]
    return execFileSync(process.execPath, flags, { cwd: folder, encoding: "utf8", stdio: "pipe" })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe("AnalyserNatural", () => {
  it.effect("is the Analyser service under a version of its own", () =>
    Effect.gen(function* () {
      const analyser = yield* Analyser
      assert.include(analyser.version, manifest.version)
      assert.notStrictEqual(analyser.version, makeAnalyser().version)
      assert.deepStrictEqual(analyser.terms("The north gate opens at dawn."), [
        "north",
        "gate",
        "open",
        "dawn",
      ])
    }).pipe(Effect.provide(AnalyserNatural.layer)),
  )

  it("finds words in other inflections in every language it has a stemmer for", () => {
    const analyser = AnalyserNatural.make()
    for (const [memory, query] of [
      ["The gate opens", "opening"],
      ["Северные ворота открываются", "открывается"],
      ["die Katze ist auf dem Dach", "wo sind die Katzen"],
      ["las canciones de los niños", "la canción del niño"],
      ["ils chantaient dans le jardin", "qui chante avec elle"],
      ["i gatti sono nella casa", "dove è il gatto"],
      ["as meninas estão na escola", "onde está a menina"],
    ] as const) {
      const indexed = new Set(analyser.terms(memory))
      assert.isTrue(
        analyser.query(query).some(({ term }) => indexed.has(term)),
        query,
      )
    }
  })

  it("differs from the default, whose irregular forms it does not know", () => {
    assert.deepStrictEqual(AnalyserNatural.make().terms("bought"), ["bought"])
    assert.deepStrictEqual(makeAnalyser().terms("bought"), ["bui"])
  })

  it("agrees with the default on regular English words", () => {
    const words =
      "relational conditional hopping ponies happily electricity adoption decisions running"
    assert.deepStrictEqual(AnalyserNatural.make().terms(words), makeAnalyser().terms(words))
  })

  it("is imported without a word on standard output and without reading a .env file", () => {
    const program = `import(${JSON.stringify(entry)}).then(({ AnalyserNatural }) => {
      AnalyserNatural.make().terms("The north gate opens at dawn.")
      process.stdout.write(JSON.stringify(process.env.REMINISCE_PLANTED ?? null))
    })`
    assert.strictEqual(importInFolder(program), "null")
  })

  it("never imports the root of natural, whose import does print", () => {
    const loaded = importInFolder(`import { createRequire } from "node:module"
      const require = createRequire(${JSON.stringify(entry)})
      import(${JSON.stringify(entry)}).then(() => {
        const files = Object.keys(require.cache).filter((file) => file.includes("natural"))
        process.stdout.write(JSON.stringify(files))
      })`)
    const files = JSON.parse(loaded) as ReadonlyArray<string>
    assert.isNotEmpty(files)
    assert.isFalse(files.some((file) => file.endsWith("natural/lib/natural/index.js")))
  })
})
